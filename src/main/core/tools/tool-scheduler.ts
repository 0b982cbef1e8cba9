import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AttachmentBlock } from '../../../shared/attachment.ts'
import { argumentsProblem, argumentsText } from '../../../shared/call-arguments.ts'
import { meantCall } from '../../../shared/tool-search.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import { errorMessage, stackOf } from '../../../shared/result.ts'
import type { SandboxUse } from '../../../shared/sandbox.ts'
import type { ToolLink } from '../../../shared/tool-link.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'
import type { PreparedCall, PrepareResult, Tool, ToolCallSite, ToolOutcome } from '../ports/tool-ports.ts'
import type { Approval } from '../approvals/approval-gate.ts'
import { ALLOWED } from '../approvals/question-inbox.ts'
import { type CallQuestioners, callQuestions } from './call-questions.ts'
import { waitsFor } from './call-order.ts'
import { findTool } from './find-tool.ts'
import type { CallHooks } from './tool-hooks.ts'
import { type StoreToolFile, withStoredFiles } from './stored-files.ts'

/** The calls of one model message. */
export interface ToolBatch {
  readonly agentId: string
  readonly turnId: string
  readonly calls: readonly ToolCallBlock[]
  /** A call that the output limit cut off; the model gets `message` as its result. */
  readonly cut?: { readonly callId: string; readonly message: string }
  readonly signal: AbortSignal
}

export interface SchedulerDependencies extends CallQuestioners {
  readonly tools: readonly Tool[]
  /** The tool that the provider runs itself once its call is answered with the call's arguments. Missing: none. */
  readonly echoedTool?: string | undefined
  readonly hooks: CallHooks
  readonly clock: Clock
  readonly logger: Logger
  /** Called when the path of a call is a link that leads elsewhere, before the approval decision. */
  readonly onLink: (call: ToolCallBlock, link: ToolLink) => void
  /** Called before a call runs. */
  readonly onStarted: (callId: string) => void
  readonly onOutput: (callId: string, text: string) => void
  /** Runs a call, with what happens directly before and after it. */
  readonly around: (callId: string, call: PreparedCall, run: () => Promise<ToolOutcome>) => Promise<ToolOutcome>
  /**
   * Called with a result that is complete while an earlier call still runs. It is journaled, so that a crash does not
   * lose it.
   */
  readonly onFinishedEarly: (result: NewEvent) => void
  /** Stores a file of a result. */
  readonly storeFile: StoreToolFile
  /** Records results. Called in call order, without gaps. */
  readonly record: (results: readonly NewEvent[]) => Promise<void>
}

/** The placeholder of docs/behaviour/transcript.md#placeholders. */
const CANCELLED = 'Tool call interrupted or cancelled'

/** How long a call may take to end after an abort, ms. A checkpoint of a large folder takes some of it. */
const ABORT_GRACE_MS = 30_000

interface Finished {
  readonly outcome: ToolOutcome
  readonly durationMs: number
  /** The stored files of the outcome. */
  readonly attachments?: readonly AttachmentBlock[]
  /** The link of a call that ran. */
  readonly link?: ToolLink
  /** Where the program of a call ran. */
  readonly sandbox?: SandboxUse
}

/**
 * Runs a batch: prepare, approve, execute, finish (docs/behaviour/tools.md#batches). Calls run in parallel where that
 * is safe, results are recorded in call order, and a failure does not stop the other calls: what a tool throws is the
 * error result of its call. After an abort no call starts, no deferred effect is applied, and every call still gets a
 * result, also one that does not end.
 */
export async function runToolBatch(batch: ToolBatch, dependencies: SchedulerDependencies): Promise<void> {
  // The results keep the names that the model has used.
  const calls = batch.calls.map((call) => (call.malformed_arguments === undefined ? meantCall(call) : call))
  const prepared = await Promise.all(calls.map((call) => prepare(call, batch, dependencies)))
  for (const [index, call] of calls.entries()) {
    const result = prepared[index]
    if (result?.ok === true && result.call.link !== undefined) dependencies.onLink(call, result.call.link)
  }
  const order = waitsFor(prepared.map((result) => (result.ok ? result.call : null)))
  const running: Promise<Finished>[] = []
  for (const [index, call] of calls.entries()) {
    const earlier = (order[index] ?? []).flatMap((at) => running[at] ?? [])
    running.push(execute(call, prepared[index], earlier, batch, dependencies))
  }
  const finished = await recordInOrder(batch, running, dependencies)
  for (const { outcome } of finished) {
    // An effect may itself stop the turn: a killed agent does not fork.
    if (batch.signal.aborted) return
    await outcome.afterBatch?.()
  }
}

async function prepare(
  call: ToolCallBlock,
  batch: ToolBatch,
  dependencies: SchedulerDependencies,
): Promise<PrepareResult> {
  const prepared = preparedBy(call, batch, dependencies)
  const result = await unlessItHangs(call, prepared, batch, dependencies)
  return result.ok ? result.value : { ok: false, message: result.message }
}

async function preparedBy(
  call: ToolCallBlock,
  batch: ToolBatch,
  { tools }: SchedulerDependencies,
): Promise<PrepareResult> {
  if (batch.cut?.callId === call.id) return { ok: false, message: batch.cut.message }
  const found = findTool(tools, call.name)
  if (!found.ok) return found
  const problem = argumentsProblem(call)
  if (problem !== null) {
    return {
      ok: false,
      message: `The arguments of ${call.name} are not a JSON object with one certain meaning (${problem}). Send the call again with valid JSON.`,
    }
  }
  return found.tool.prepare(call.arguments, siteOf(call, batch))
}

/** Never rejects. */
async function execute(
  call: ToolCallBlock,
  prepared: PrepareResult | undefined,
  earlier: readonly Promise<Finished>[],
  batch: ToolBatch,
  dependencies: SchedulerDependencies,
): Promise<Finished> {
  const finished = executed(call, prepared, earlier, batch, dependencies)
  const result = await unlessItHangs(call, finished, batch, dependencies)
  return result.ok ? result.value : failed(result.message)
}

/**
 * Waits for a part of a call. An exception is a bug, in ikigai or in what a tool is made of, and the error of this call
 * only. After an abort, the call is left alone when it has not ended `ABORT_GRACE_MS` later.
 */
async function unlessItHangs<T>(
  call: ToolCallBlock,
  work: Promise<T>,
  { agentId, signal }: ToolBatch,
  { clock, logger }: SchedulerDependencies,
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
  return `${name} failed because of an internal error: ${errorMessage(error)}. It may have been done in part. Look at what is there, then try it in another way.`
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
    if (!settled.aborted) resolve({ ok: false, message: CANCELLED })
  }
  if (signal.aborted) void wait()
  else signal.addEventListener('abort', () => void wait(), { once: true, signal: settled })
  return promise
}

async function executed(
  call: ToolCallBlock,
  prepared: PrepareResult | undefined,
  earlier: readonly Promise<Finished>[],
  batch: ToolBatch,
  dependencies: SchedulerDependencies,
): Promise<Finished> {
  if (isEchoed(call, batch, dependencies)) {
    return { outcome: { content: argumentsText(call), isError: false }, durationMs: 0 }
  }
  if (prepared?.ok !== true) return failed(prepared?.message ?? CANCELLED)
  const { hooks, clock, onStarted, onOutput, around } = dependencies
  const approval = prepared.call.isUnderWay === true ? ALLOWED : await approve(call, prepared.call, batch, dependencies)
  await Promise.all(earlier)
  if (batch.signal.aborted) return failed(CANCELLED)
  if (approval.type === 'denied') return failed(approval.message)
  let durationMs = 0
  const outcome = await around(call.id, prepared.call, async () => {
    // A checkpoint before the call takes time too.
    if (batch.signal.aborted) return failed(CANCELLED).outcome
    const startedAt = clock.now()
    onStarted(call.id)
    const ended = await prepared.call.run({
      signal: batch.signal,
      onOutput: (text: string) => onOutput(call.id, text),
      ...callQuestions(call.name, siteOf(call, batch), batch.signal, dependencies),
    })
    durationMs = clock.now() - startedAt
    // What an outside agent did has no hooks: the result is not sent to it.
    if (batch.signal.aborted || prepared.call.isUnderWay === true) return ended
    return hooks.after(call, siteOf(call, batch), ended, batch.signal)
  })
  const { link } = prepared.call
  const sandbox = withHosts(prepared.call.sandbox, outcome)
  const stored = await withStoredFiles(outcome, dependencies.storeFile)
  return { ...stored, durationMs, ...(link !== undefined && { link }), ...(sandbox !== undefined && { sandbox }) }
}

/** Asks the hooks, then the rules. A hook can deny the call or have it asked; only the rules and the person allow it. */
async function approve(
  call: ToolCallBlock,
  prepared: PreparedCall,
  batch: ToolBatch,
  { hooks, approvals }: SchedulerDependencies,
): Promise<Approval> {
  const site = siteOf(call, batch)
  const decision = await hooks.before(call, site, batch.signal)
  if (decision.type === 'deny') return { type: 'denied', message: decision.message }
  const asked = decision.type === 'ask' ? { ...prepared, askedByHook: decision.reason } : prepared
  return approvals.approve(call.name, asked, site, batch.signal)
}

function withHosts(sandbox: SandboxUse | undefined, { hosts = [] }: ToolOutcome): SandboxUse | undefined {
  return sandbox?.inside === true && hosts.length > 0 ? { ...sandbox, hosts } : sandbox
}

/** Whether a call is the provider's own: nothing runs here, so no approval is needed. */
function isEchoed(call: ToolCallBlock, { cut, signal }: ToolBatch, { echoedTool }: SchedulerDependencies): boolean {
  if (call.name !== echoedTool || signal.aborted) return false
  return call.malformed_arguments === undefined && cut?.callId !== call.id
}

/** Records the results in call order; results that complete early are journaled meanwhile. */
async function recordInOrder(
  batch: ToolBatch,
  running: readonly Promise<Finished>[],
  { onFinishedEarly, record, logger }: SchedulerDependencies,
): Promise<readonly Finished[]> {
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
    const one = await resultAt(next, running, batch)
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
  { signal }: ToolBatch,
): Promise<Finished> {
  const finished = (await running[index]) ?? failed(CANCELLED)
  if (finished.outcome.afterBatch === undefined) return finished
  await Promise.all(running)
  return signal.aborted ? failed(CANCELLED) : finished
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
      ...(outcome.fullOutput !== undefined && { full_output: outcome.fullOutput }),
      ...(outcome.hasApp !== undefined && { has_app: outcome.hasApp }),
      ...(outcome.skill !== undefined && { skill: outcome.skill }),
      ...(outcome.reported !== undefined && { reported: outcome.reported }),
      ...(link !== undefined && { link }),
      ...(sandbox !== undefined && { sandbox }),
      ...(attachments !== undefined && { attachments }),
    },
  }
}

function siteOf(call: ToolCallBlock, { agentId, turnId }: ToolBatch): ToolCallSite {
  return { agentId, turnId, callId: call.id }
}

function failed(message: string): Finished {
  return { outcome: { content: message, isError: true }, durationMs: 0 }
}
