import { err, type Result } from '../../shared/result.ts'

/** What a person reads when a call found no engine. */
export const UNREACHABLE =
  'The engine could not be reached. Nothing was changed. Try again when the window is connected.'

/** A call to the engine whose lost connection is a refusal like any other. */
export async function reachEngine<T>(call: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await call
  } catch {
    return err({ category: 'REFUSED', message: UNREACHABLE, retryable: true })
  }
}
