import { err, type Result } from '../../shared/result.ts'
import { texts } from '../text/texts.ts'

/** The message for a call without a connection to the engine. */
export const UNREACHABLE = texts.actions.unreachable

/** Awaits a call to the engine; a lost connection becomes a refusal. */
export async function callEngine<T>(call: Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await call
  } catch {
    return err({ category: 'REFUSED', message: UNREACHABLE, retryable: true })
  }
}
