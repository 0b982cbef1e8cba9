import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import { DONE, ok } from '../../../src/shared/result.ts'
import { previewOffer } from './preview-config.ts'

const { tools } = implement(contract)

/** Signing in to a server of tools. `note`: what was asked for. */
export function previewSignIn(note: (name: string, input: unknown) => void) {
  const noted = (name: string, input: unknown) => {
    note(`tools.${name}`, input)
    return DONE
  }
  return {
    signIn: tools.signIn.handler(() => ok(previewOffer)),
    signInResult: tools.signInResult.handler(({ input }) => noted('signInResult', input)),
    finishSignIn: tools.finishSignIn.handler(({ input }) => noted('finishSignIn', input)),
    signOut: tools.signOut.handler(({ input }) => noted('signOut', input)),
  }
}
