import { ORPCError } from '@orpc/server'
import type { ApiToken, TokenScope } from '../../../shared/api-token.ts'
import type { OperationAccess } from '../../../shared/contract/protection-types.ts'
import { protectionOf } from '../../../shared/contract/protections.ts'
import { refuse } from '../../../shared/result.ts'
import { type ClientAccess, NO_BROWSERS } from '../client-access.ts'
import { type Confirmation, noCodes } from '../confirmation.ts'

/** Returns the access of an operation by its path in the contract; an unknown one is not part of the API. */
export function accessOf(path: readonly string[]): OperationAccess {
  return path.length === 2 ? (protectionOf(path.join('.'))?.access ?? 'none') : 'none'
}

const RANK = { read: 0, standard: 1, full: 2, none: Infinity } as const

/** Whether a token with the scope may carry out an operation. */
export function permits(scope: TokenScope, needed: OperationAccess): boolean {
  return RANK[scope] >= RANK[needed]
}

/** What a request of the API may do. */
export interface ApiAccess extends ClientAccess {
  readonly token: ApiToken
}

export function accessWith(token: ApiToken): ApiAccess {
  return { token, confirmation: confirmationWith(token), sessions: NO_BROWSERS }
}

/** Nobody can be asked: only a token that was made with this right may do what a browser must confirm. */
function confirmationWith({ scope }: ApiToken): Confirmation {
  return {
    async check({ description }) {
      if (scope === 'full') return 'granted'
      throw forbidden(`This token may not ${description}. Make one with that right: ikigai tokens add NAME --full`)
    },
    give: () => refuse('The API has no codes.'),
    codes: noCodes,
  }
}

/** Throws if the token's scope does not permit the operation. */
export function checkScope(path: readonly string[], { scope }: ApiToken): void {
  const needed = accessOf(path)
  if (permits(scope, needed)) return
  throw forbidden(`${path.join('.')} needs a token with the scope ${needed}; this one has ${scope}.`)
}

function forbidden(message: string): Error {
  return new ORPCError('FORBIDDEN', { message })
}
