import { ORPCError } from '@orpc/client'

import { CONFIRMATION_NEEDED } from '../../shared/confirmation.ts'
import { refuse, type Result } from '../../shared/result.ts'
import type { AskForCode } from '../store/engine-connection.ts'
import { texts } from '../text/texts.ts'

/** Makes a call; if the engine requires a confirmation, repeats it after the user has entered the code. */
export async function withConfirmation(
  call: () => Promise<unknown>,
  {
    ask,
    give,
    keep,
  }: {
    readonly ask: AskForCode
    readonly give: (code: string) => Promise<Result<string | null>>
    /** Stores the proof that later connections are confirmed. */
    readonly keep: (key: string) => void
  },
): Promise<unknown> {
  for (let failure: string | null = null; ;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof ORPCError) || error.code !== CONFIRMATION_NEEDED) throw error
      for (let isGiven = false; !isGiven;) {
        const code = await ask({ description: error.message, failure })
        if (code === null) return refuse(texts.actions.notConfirmed)
        const given = await give(code)
        failure = given.ok ? null : given.error.message
        isGiven = given.ok
        if (given.ok && given.value !== null) keep(given.value)
      }
    }
  }
}
