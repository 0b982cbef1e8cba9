import { defined } from '../../../shared/defined.ts'
import type { NewEvent } from '../../../shared/agent-event.ts'
import { errorMessage } from '../../../shared/result.ts'
import { meantCall } from '../../../shared/tool-search.ts'
import type { PrepareResult } from '../ports/tool-ports.ts'
import { mayChange, type OrderedCall, waitsFor } from './call-order.ts'
import { unlessItHangs } from './guarded-call.ts'
import { execute, prepare } from './run-call.ts'
import { aborted, deniedCall, failedCall, type Finished, type BatchContext, type ToolBatch } from './tool-batch.ts'

/**
 * Runs a batch: prepare, approve, execute, finish (docs/behaviour/tools.md#batches). Calls run in parallel where their
 * order cannot be seen, results are recorded in call order, and a failure does not stop the other calls: what a tool
 * throws is the error result of its call. After an abort no call starts, no deferred effect is applied, and every call
 * still gets a result, also one that does not end.
 */
export async function runToolBatch(batch: ToolBatch, dependencies: BatchContext): Promise<void> {
  // The results keep the names that the model has used.
  const calls = batch.calls.map((call) => (call.malformed_arguments === undefined ? meantCall(call) : call))
  const prepared = await Promise.all(calls.map((call) => prepare(call, batch, dependencies)))
  for (const [index, call] of calls.entries()) {
    const result = prepared[index]
    if (result?.ok === true && result.call.link !== undefined) dependencies.onLink(call, result.call.link)
  }
  const order = waitsFor(orderedCalls(prepared))
  const running: Promise<Finished>[] = []
  for (const [index, call] of calls.entries()) {
    const earlier = (order[index] ?? []).flatMap((at) => running[at] ?? [])
    running.push(execute(call, prepared[index], earlier, batch, dependencies))
  }
  const finished = await recordInOrder(batch, running, dependencies)
  for (const { outcome } of finished) {
    // An effect may itself stop the turn: a killed agent does not fork.
    if (batch.signal.aborted) return
    await outcome.afterBatch?.apply()
  }
}

/** What fails before anything was changed fails for certain; after that, it may be as the call expects it. */
function orderedCalls(prepared: readonly PrepareResult[]): readonly OrderedCall[] {
  const ordered: OrderedCall[] = []
  for (const result of prepared) {
    ordered.push(result.ok ? result.call : ordered.some(mayChange) ? 'later' : 'never')
  }
  return ordered
}

/** Records the results in call order; results that complete early are journaled meanwhile. */
async function recordInOrder(
  batch: ToolBatch,
  running: readonly Promise<Finished>[],
  dependencies: BatchContext,
): Promise<readonly Finished[]> {
  const { onFinishedEarly, record, logger } = dependencies
  let next = 0
  const isEarly = (index: number): boolean => index > next
  for (const [index, one] of running.entries()) {
    one
      .then((finished) => {
        if (isEarly(index) && finished.outcome.afterBatch === undefined) {
          onFinishedEarly(resultEvent(batch, index, finished))
        }
      })
      .catch((error: unknown) => {
        // The result is recorded in its turn; only a crash before that would lose it.
        logger.error('A result was not journaled', { agent: batch.agentId, error: errorMessage(error) })
      })
  }
  const finished: Finished[] = []
  for (; next < running.length; next++) {
    const one = await resultAt(next, running, batch, dependencies)
    finished.push(one)
    await record([resultEvent(batch, next, one)])
  }
  return finished
}

/**
 * Returns a result for recording. The result of a call with a deferred effect reports that effect as done, so it is
 * returned only after all calls of the batch have ended.
 */
async function resultAt(
  index: number,
  running: readonly Promise<Finished>[],
  batch: ToolBatch,
  dependencies: BatchContext,
): Promise<Finished> {
  const finished = (await running[index]) ?? aborted(batch)
  if (finished.outcome.afterBatch === undefined) return finished
  await Promise.all(running)
  // The call may have waited for long: for other commands of the batch, or for answers to their questions.
  const [call, { stillAllowed }] = [batch.calls[index], finished]
  if (batch.signal.aborted || call === undefined || stillAllowed === undefined) return aborted(batch)
  const asked = await unlessItHangs(call, stillAllowed(), batch, dependencies)
  if (batch.signal.aborted) return aborted(batch)
  const ended = !asked.ok ? failedCall(asked.message) : asked.value.type === 'denied' ? deniedCall(asked.value) : null
  if (ended === null) return finished
  await finished.outcome.afterBatch.drop()
  return ended
}

function resultEvent(
  { agentId, turnId, calls }: ToolBatch,
  index: number,
  { outcome, durationMs, link, sandbox, attachments }: Finished,
): NewEvent {
  const call = calls[index]
  return {
    agentId,
    turnId,
    kind: 'tool_result',
    content: outcome.content,
    data: {
      tool_call_id: call?.id ?? '',
      name: call?.name ?? '',
      is_error: outcome.isError,
      duration_ms: durationMs,
      ...defined({
        end: outcome.end,
        full_output: outcome.fullOutput,
        has_app: outcome.hasApp,
        skill: outcome.skill,
        file: outcome.file,
        reported: outcome.reported,
        link,
        sandbox,
        attachments,
      }),
    },
  }
}
