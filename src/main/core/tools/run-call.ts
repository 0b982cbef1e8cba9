import { defined } from '../../../shared/defined.ts'
import { argumentsProblem, argumentsText } from '../../../shared/call-arguments.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import type { SandboxUse } from '../../../shared/sandbox.ts'
import { abortedCallEnd } from '../agents/engine-closing.ts'
import type { Approval } from '../approvals/approval-gate.ts'
import { ALLOWED } from '../approvals/question-inbox.ts'
import type { PreparedCall, PrepareResult, ToolOutcome, Tool } from '../ports/tool-ports.ts'
import { unlessItHangs } from './guarded-call.ts'
import {
  aborted,
  CALL_CANCELLED,
  callQuestions,
  deniedCall,
  failedCall,
  type Finished,
  type BatchContext,
  siteOf,
  type ToolBatch,
  withStoredFiles,
} from './tool-batch.ts'
import { nearestNames } from '../../../shared/nearest-name.ts'
import { FIND_TOOLS } from '../../../shared/tool-search.ts'

/** How often a call is prepared again because what it is about was changed meanwhile. */
const MAX_RENEWALS = 20

/** For the model: what it did not see when it made the call. */
const DECIDED_AGAIN =
  '[Someone else changed what this call is about after it was approved, so it was decided again for what is there now.]'

/** Prepares a call; a tool that throws has refused it. */
export async function prepare(
  call: ToolCallBlock,
  batch: ToolBatch,
  dependencies: BatchContext,
): Promise<PrepareResult> {
  const prepared = preparedBy(call, batch, dependencies)
  const result = await unlessItHangs(call, prepared, batch, dependencies)
  return result.ok ? result.value : { ok: false, message: result.message }
}

async function preparedBy(call: ToolCallBlock, batch: ToolBatch, { tools }: BatchContext): Promise<PrepareResult> {
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

/** Approves and runs a call once the `earlier` ones, which it waits for, have ended. Never rejects. */
export async function execute(
  call: ToolCallBlock,
  prepared: PrepareResult | undefined,
  earlier: readonly Promise<Finished>[],
  batch: ToolBatch,
  dependencies: BatchContext,
): Promise<Finished> {
  const finished = executed(call, prepared, earlier, batch, dependencies)
  const result = await unlessItHangs(call, finished, batch, dependencies)
  const ended = result.ok ? result.value : failedCall(result.message)
  const { outcome } = ended
  const isStopped = batch.signal.aborted && outcome.isError && outcome.end === undefined
  return isStopped ? { ...ended, outcome: { ...outcome, end: abortedCallEnd(batch.signal) } } : ended
}

async function executed(
  call: ToolCallBlock,
  prepared: PrepareResult | undefined,
  earlier: readonly Promise<Finished>[],
  batch: ToolBatch,
  dependencies: BatchContext,
): Promise<Finished> {
  if (isEchoed(call, batch, dependencies)) {
    return { outcome: { content: argumentsText(call), isError: false }, durationMs: 0 }
  }
  // What a preview shows may be different once the earlier calls have ended, so it is decided about then.
  const isCertain = earlier.length === 0 || (prepared?.ok === true && prepared.call.preview === undefined)
  const first = prepared?.ok === true && isCertain ? prepared.call : null
  const asked = first === null ? null : approveUnlessUnderWay(call, first, batch, dependencies)
  const [decided] = await Promise.all([asked, ...earlier])
  let current = prepared ?? { ok: false, message: CALL_CANCELLED }
  let approval = decided
  let approvedCall = first
  let isPreparedAgain = false
  let isDecidedAgain = false
  for (let renewals = 0; ; renewals += 1) {
    if (batch.signal.aborted) return aborted(batch, approval)
    if (approval?.type === 'denied') return deniedCall(approval)
    // What a call is about may have been changed by the calls that it waited for, or by someone else.
    if (isPreparedAgain || earlier.length > 0) current = await prepare(call, batch, dependencies)
    if (!current.ok) return failedCall(current.message, defined({ file: current.file }))
    if (approvedCall === null || !isSameQuestion(approvedCall, current.call)) {
      isDecidedAgain = isPreparedAgain
      const { link } = current.call
      const isShown = prepared?.ok === true && prepared.call.link?.target === link?.target
      if (link !== undefined && !isShown) dependencies.onLink(call, link)
      approvedCall = current.call
      approval = await approveUnlessUnderWay(call, current.call, batch, dependencies)
      if (batch.signal.aborted) return aborted(batch, approval)
      if (approval.type === 'denied') return deniedCall(approval)
    } else if (approval !== undefined && approval !== null && earlier.length > 0) {
      approval = await approveAgain(approval, call, current.call, batch, dependencies)
      if (batch.signal.aborted) return aborted(batch, approval)
      if (approval.type === 'denied') return deniedCall(approval)
    }
    const allowed = approval ?? ALLOWED
    const { call: ready } = current
    const ran = await runPrepared(call, ready, batch, dependencies)
    const finished = { ...ran, stillAllowed: () => approveAgain(allowed, call, ready, batch, dependencies) }
    if (finished.outcome.isStale !== true || renewals === MAX_RENEWALS) {
      return isDecidedAgain ? withNote(finished, DECIDED_AGAIN) : finished
    }
    isPreparedAgain = true
  }
}

function withNote(finished: Finished, note: string): Finished {
  const { outcome } = finished
  return { ...finished, outcome: { ...outcome, content: `${outcome.content}\n\n${note}` } }
}

/** Whether an approval of one call holds for the other: what was decided about is the same. */
function isSameQuestion(one: PreparedCall, other: PreparedCall): boolean {
  return JSON.stringify(questionOf(one)) === JSON.stringify(questionOf(other))
}

function questionOf({ run: _run, definition, ...question }: PreparedCall): object {
  return { ...question, definition: definition?.hash }
}

/** Runs an approved call, with what happens directly before and after it. */
async function runPrepared(
  call: ToolCallBlock,
  prepared: PreparedCall,
  batch: ToolBatch,
  dependencies: BatchContext,
): Promise<Finished> {
  const { hooks, clock, onStarted, onOutput, around } = dependencies
  let durationMs = 0
  let hasRun = false
  const ended = await around(call.id, prepared, async () => {
    // A checkpoint before the call takes time too.
    if (batch.signal.aborted) return aborted(batch).outcome
    const startedAt = clock.now()
    onStarted(call.id)
    const result = await prepared.run({
      signal: batch.signal,
      onOutput: (text: string) => onOutput(call.id, text),
      ...callQuestions(call.name, siteOf(call, batch), batch.signal, dependencies),
    })
    durationMs = clock.now() - startedAt
    hasRun = true
    return result
  })
  // What an outside agent did has no hooks: the result is not sent to it. A call that is run again has no result yet.
  const hasHooks = hasRun && !batch.signal.aborted && prepared.isUnderWay !== true && ended.isStale !== true
  // What a hook writes is not the call's.
  const outcome = hasHooks ? await hooks.after(call, siteOf(call, batch), ended, batch.signal) : ended
  const { link } = prepared
  const sandbox = withHosts(prepared.sandbox, outcome)
  const stored = await withStoredFiles(outcome, dependencies.storeFile)
  return { ...stored, durationMs, ...defined({ link, sandbox }) }
}

function approveUnlessUnderWay(
  call: ToolCallBlock,
  prepared: PreparedCall,
  batch: ToolBatch,
  dependencies: BatchContext,
): Promise<Approval> {
  return prepared.isUnderWay === true ? Promise.resolve(ALLOWED) : approve(call, prepared, batch, dependencies)
}

/** Decides once more about a call that has waited since it was allowed. The hooks have had their say. */
function approveAgain(
  given: Approval,
  call: ToolCallBlock,
  prepared: PreparedCall,
  batch: ToolBatch,
  { approvals }: BatchContext,
): Promise<Approval> {
  if (prepared.isUnderWay === true) return Promise.resolve(ALLOWED)
  return approvals.approveAgain(given, call.name, prepared, siteOf(call, batch), batch.signal)
}

/** Asks the hooks, then the rules. A hook can deny the call or have it asked; only the rules and the user allow it. */
async function approve(
  call: ToolCallBlock,
  prepared: PreparedCall,
  batch: ToolBatch,
  { hooks, approvals }: BatchContext,
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
function isEchoed(call: ToolCallBlock, { cut, signal }: ToolBatch, { echoedTool }: BatchContext): boolean {
  if (call.name !== echoedTool || signal.aborted) return false
  return call.malformed_arguments === undefined && cut?.callId !== call.id
}

type FoundTool = { readonly ok: true; readonly tool: Tool } | { readonly ok: false; readonly message: string }

/** With more tools the error names only similar ones: it stays in the context for good. */
const MAX_NAMED = 40
const SIMILAR = 10
/** Characters of a name that are compared. */
const MAX_COMPARED = 200

/** Returns the tool of that name, or an error text for the model with the most similar names. */
function findTool(tools: readonly Tool[], name: string): FoundTool {
  const tool = tools.find(({ definition }) => definition.name === name)
  return tool === undefined ? { ok: false, message: `Unknown tool: ${name}. ${hint(tools, name)}` } : { ok: true, tool }
}

function hint(tools: readonly Tool[], name: string): string {
  const names = tools.map(({ definition }) => definition.name)
  const similar = nearestNames(name.slice(0, MAX_COMPARED), names, SIMILAR)
  const [nearest] = similar
  if (nearest === undefined) return 'No tools are available.'
  const meant = `Did you mean '${nearest}'?`
  if (names.length <= MAX_NAMED) return `${meant} Tools: ${names.join(', ')}`
  const more = names.includes(FIND_TOOLS) ? `Find others with ${FIND_TOOLS}.` : `There are ${names.length} tools.`
  return `${meant} Similar: ${similar.join(', ')}. ${more}`
}
