import { hideSecrets } from '../../../shared/known-secrets.ts'
import { errorMessage, stackOf } from '../../../shared/result.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import type { Clock } from '../ports/system-ports.ts'
import { CALL_CANCELLED, type BatchContext, type ToolBatch } from './tool-batch.ts'

/** How long a call may take to end after an abort, ms. A checkpoint of a large folder takes some of it. */
const ABORT_GRACE_MS = 30_000

/**
 * Waits for a part of a call. An exception is a bug, in ikigai or in what a tool is made of, and the error of this call
 * only. After an abort, the call is left alone when it has not ended `ABORT_GRACE_MS` later.
 */
export async function unlessItHangs<T>(
  call: ToolCallBlock,
  work: Promise<T>,
  { agentId, signal }: ToolBatch,
  { clock, logger }: BatchContext,
): Promise<{ readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string }> {
  const settled = new AbortController()
  try {
    const value = work.then((made) => ({ ok: true, value: made }) as const)
    return await Promise.race([value, endAfterAbort(signal, settled.signal, clock)])
  } catch (error) {
    logger.error('A call failed because of an internal error', {
      agent: agentId,
      tool: call.name,
      error: stackOf(error),
    })
    return { ok: false, message: internalError(call, error) }
  } finally {
    settled.abort()
  }
}

function internalError({ name }: ToolCallBlock, error: unknown): string {
  return `${name} failed because of an internal error: ${hideSecrets(errorMessage(error))}. It may have been done in part. Look at what is there, then try it in another way.`
}

/** Resolves when a call that was aborted has had its time; never if it settles before. */
function endAfterAbort(
  signal: AbortSignal,
  settled: AbortSignal,
  clock: Clock,
): Promise<{ readonly ok: false; readonly message: string }> {
  const { promise, resolve } = Promise.withResolvers<{ readonly ok: false; readonly message: string }>()
  const wait = async (): Promise<void> => {
    await clock.sleep(ABORT_GRACE_MS, settled)
    if (!settled.aborted) resolve({ ok: false, message: CALL_CANCELLED })
  }
  if (signal.aborted) void wait()
  else signal.addEventListener('abort', () => void wait(), { once: true, signal: settled })
  return promise
}
