import type { Outcome } from '../../shared/contract.ts'

/** What a person reads when a call found no engine. */
export const UNREACHABLE =
  'The engine can’t be reached just now. Nothing was changed; try again when the window is connected.'

/** A call to the engine whose lost connection is a refusal like any other. */
export async function reachEngine<T>(call: Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await call
  } catch {
    return { ok: false, error: { category: 'REFUSED', message: UNREACHABLE, retryable: true } }
  }
}
