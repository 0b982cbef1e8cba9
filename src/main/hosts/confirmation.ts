import { ORPCError } from '@orpc/server'

import { CONFIRMATION_NEEDED, type ShownCode } from '../../shared/confirmation.ts'
import type { ProtectedOperation } from '../../shared/contract/protected-operations.ts'
import { err, type Result } from '../../shared/result.ts'

/** How the user of one connection confirms an operation, outside the reach of the connection itself. */
export interface Confirmation {
  /** `needed`: the user was asked elsewhere; pass the answer to `give`. */
  check(operation: ProtectedOperation): Promise<'granted' | 'refused' | 'needed'>
  /** Returns a proof that confirms later connections of the same window; null: there is none. */
  give(code: string): Result<string | null>
  /** The codes that other connections wait for and this one may show, all of them with each change, until it is aborted. */
  codes(signal: AbortSignal | undefined): AsyncIterable<readonly (readonly ShownCode[])[]>
}

/** Where no codes are shown. */
export async function* noCodes(): AsyncGenerator<readonly (readonly ShownCode[])[]> {
  yield [[]]
}

/** Continues if the operation is confirmed; otherwise the client gets a notice (shared/confirmation.ts). */
export async function confirmed<T>(
  confirmation: Confirmation,
  operation: ProtectedOperation | null,
  carryOut: () => Promise<T>,
): Promise<T | Result<never>> {
  const state = operation === null ? 'granted' : await confirmation.check(operation)
  if (state === 'granted') return carryOut()
  if (state === 'needed')
    throw new ORPCError(CONFIRMATION_NEEDED, { status: 403, message: operation?.description ?? '' })
  return err({ category: 'REFUSED', message: 'This was not confirmed. Nothing was changed.', retryable: false })
}

/** Opens a feed if the operation is confirmed. Throws an error that makes the client ask for the code. */
export async function confirmedFeed<T>(
  confirmation: Confirmation,
  operation: ProtectedOperation,
  open: () => T,
): Promise<T> {
  const state = await confirmation.check(operation)
  if (state === 'granted') return open()
  const code = state === 'needed' ? CONFIRMATION_NEEDED : 'FORBIDDEN'
  throw new ORPCError(code, { status: 403, message: operation.description })
}
