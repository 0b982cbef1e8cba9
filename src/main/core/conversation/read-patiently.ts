import type { Result } from '../../../shared/result.ts'
import type { Clock } from '../ports.ts'

const RETRY_MS = 1_000

/**
 * Reads what a running turn goes on with. While the database is away it waits and tries again, as `recordDurably` does:
 * a turn ends for what its model or its person did. Gives up when trying again is no use, or when the signal aborts.
 */
export async function readPatiently<T>(
  read: () => Promise<Result<T>>,
  signal: AbortSignal,
  { clock }: { readonly clock: Clock },
): Promise<Result<T>> {
  for (;;) {
    const result = await read()
    if (result.ok || result.error.category !== 'STORAGE' || !result.error.retryable || signal.aborted) return result
    await clock.sleep(RETRY_MS, signal)
  }
}
