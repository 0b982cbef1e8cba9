import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { StreamEvent } from '../../../shared/stream-event.ts'
import { estimatedTokens } from '../budgets/estimate-tokens.ts'
import type { ModelRequest, Provider, Tool } from '../ports.ts'
import { assembleRequest, type Asking } from './assemble-request.ts'
import { CutCalls } from './cut-calls.ts'
import { logRepairs } from './log-repairs.ts'
import { type ModelResponse, receiveResponse } from './model-response.ts'
import { readPatiently } from './read-patiently.ts'
import { recordDurably } from './record-durably.ts'
import { requestWithRetries } from './request-with-retries.ts'
import { errorEvent, responseEvents } from './response-events.ts'
import { refuseCalls } from './refuse-calls.ts'
import { runTools } from './run-tools.ts'
import type { Turn, TurnDependencies, TurnResult } from './turn.ts'

/** A model that pauses again and again is stopped somewhere. */
const MAX_PAUSES = 20

/**
 * Runs a turn up to its final answer: request, stream, record, tools, and round again. Every way out has been recorded
 * before it is published. Never throws for an expected failure.
 */
export async function runTurn(turn: Turn, dependencies: TurnDependencies): Promise<TurnResult> {
  const fruitless = new Set<string>()
  const cutCalls = new CutCalls()
  const { maxToolTurns } = dependencies.config
  let resumesPause = false
  let heldEnd: StreamEvent | null = null
  await dependencies.toolBox.ready(turn.signal)
  // The same for the whole turn: servers of tools come and go, and what is offered stands before all that is cached.
  const offered = dependencies.toolBox.tools(turn.agentId)
  for (let toolRounds = 0; ;) {
    const mayGoOn = () => dependencies.budgets.check(turn.agentId, turn.signal)
    const budget = await readPatiently(mayGoOn, turn.signal, dependencies)
    if (turn.signal.aborted) return cancelled(turn, dependencies)
    if (!budget.ok) return failTurn(turn, budget.error, dependencies)
    const mayCallTools = toolRounds < maxToolTurns
    const asking = { resumesPause, tools: offered, mayCallTools }
    const isFirst = toolRounds === 0 && !resumesPause
    const prepared = await prepare(turn, asking, dependencies)
    if (turn.signal.aborted) return cancelled(turn, dependencies)
    if (!prepared.ok) return { ...(await failTurn(turn, prepared.error, dependencies)), unshown: isFirst }
    const response = await ask(turn, prepared.value, fruitless, dependencies)
    const speaker = { choice: turn.choice, endpoint: prepared.value.provider.endpoint }
    const estimate = estimatedTokens(prepared.value.request, response.events)
    const events = responseEvents(turn, response, speaker, estimate)
    const called = callsIn(events)
    const calls = mayCallTools ? called : []
    resumesPause = response.type === 'answered' && response.done.paused === true && fruitless.size < MAX_PAUSES
    if (resumesPause || !calls.some((call) => isOffered(call, offered))) addId(fruitless, response)
    // A pause is no end yet, unless what it goes on with is the same again.
    const end: StreamEvent | null = response.type === 'repeated' ? heldEnd : terminalEvent(response)
    heldEnd = resumesPause ? end : null
    // What is called at the limit is answered and the turn ended in another commit.
    const goesOn = resumesPause || called.length > 0
    const settled = await settle(turn, { events, goesOn, end: resumesPause ? null : end }, dependencies)
    if (settled === 'failed') return { outcome: 'failed', error: NOT_RECORDED }
    if (settled === 'refused') return stopKilled(turn, called, offered, dependencies)
    if (response.type === 'failed') {
      return { outcome: 'failed', error: response.error, unshown: isFirst && !hasContent(response) }
    }
    if (response.type === 'cancelled') return { outcome: 'cancelled', error: null }
    if (called.length > 0 && !mayCallTools) return refuseCalls(turn, called, maxToolTurns, dependencies)
    if (calls.length > 0) {
      toolRounds += 1
      const cut = cutCalls.find(response, calls, prepared.value.request.maxOutputTokens)
      const round = { tools: offered, isLastRound: toolRounds >= maxToolTurns, cut }
      await runTools(turn, calls, round, dependencies)
      if (turn.signal.aborted) return cancelled(turn, dependencies)
      if (cutCalls.verdict !== null) return failTurn(turn, cutCalls.verdict, dependencies)
    } else if (!resumesPause) {
      return { outcome: 'completed', error: null }
    }
  }
}

function hasContent({ events }: ModelResponse): boolean {
  return events.some((event) => 'blockIndex' in event)
}

function isOffered(call: ToolCallBlock, tools: readonly Tool[]): boolean {
  return tools.some(({ definition }) => definition.name === call.name)
}

/**
 * A pause, and calls of nothing but tools that do not exist, are worth another request only if that brings something
 * new. A proxy or a replay that answers with the same response again would go round for ever.
 */
function addId(fruitless: Set<string>, { events }: ModelResponse): void {
  const start = events.find((event) => event.type === 'start')
  if (start?.responseId !== undefined) fruitless.add(start.responseId)
}

function callsIn(events: readonly NewEvent[]): readonly ToolCallBlock[] {
  const blocks = events.flatMap((event) => (event.kind === 'assistant' ? (event.data.blocks ?? []) : []))
  return blocks.filter((block) => block.type === 'tool_call')
}

/** Its agent, or one above it, was killed while it was asked: what has come is recorded, and none of the calls is run. */
async function stopKilled(
  turn: Turn,
  calls: readonly ToolCallBlock[],
  tools: readonly Tool[],
  dependencies: TurnDependencies,
): Promise<TurnResult> {
  const stopped = { ...turn, signal: AbortSignal.abort() }
  if (calls.length > 0) await runTools(stopped, calls, { tools, isLastRound: false, cut: null }, dependencies)
  return cancelled(stopped, dependencies)
}

/** Cancelled between two requests: every call has its result, and nothing is left of the turn's journal. */
async function cancelled(turn: Turn, dependencies: TurnDependencies): Promise<TurnResult> {
  const end = responseEvents(turn, NOTHING_RECEIVED, { choice: turn.choice, endpoint: '' })
  await recordDurably({ events: end, settledTurns: [turn.turnId] }, turn.signal, dependencies)
  return { outcome: 'cancelled', error: null }
}

const NOTHING_RECEIVED: ModelResponse = {
  type: 'cancelled',
  events: [],
  firstDeltaMs: null,
  durationMs: 0,
  thinkingMs: null,
}

type Prepared = { readonly provider: Provider; readonly request: ModelRequest }

async function prepare(
  turn: Turn,
  asking: Pick<Asking, 'resumesPause' | 'tools' | 'mayCallTools'>,
  { contexts, identities, config, catalog, logger, clock }: TurnDependencies,
): Promise<Result<Prepared>> {
  const made = await turn.provider()
  if (!made.ok) return made
  const context = await readPatiently(() => contexts.of(turn.agentId), turn.signal, { clock })
  if (!context.ok) return context
  const provider = made.value
  const readIdentities = () => identities.of(turn.agentId, context.value.items, true)
  const about = await readPatiently(readIdentities, turn.signal, { clock })
  if (!about.ok) return about
  const asked = { ...asking, identities: about.value, choice: turn.choice, provider }
  const { request, report } = assembleRequest(context.value, asked, { config, catalog })
  logRepairs(report, { agentId: turn.agentId, provider: provider.name }, logger)
  return ok({ provider, request })
}

/** One request with its retries; every attempt streams to the subscribers and into the journal. */
function ask(
  turn: Turn,
  { provider, request }: Prepared,
  fruitless: ReadonlySet<string>,
  dependencies: TurnDependencies,
): Promise<ModelResponse> {
  const { hub, journal, clock, ids, registry } = dependencies
  const { agentId, turnId, signal, waiting } = turn
  const attempt = (): Promise<ModelResponse> => {
    journal.begin(agentId, turnId, turn.choice)
    registry.setActivity(agentId, { type: 'streaming' })
    return receiveResponse(provider, request, {
      signal,
      clock,
      newToolCallId: () => ids.toolCallId(),
      fruitless,
      onEvent: (event) => {
        journal.append(turnId, event)
        if (event.type !== 'block_data') hub.live(agentId, event)
      },
    })
  }
  return requestWithRetries(attempt, {
    clock,
    ids,
    signal,
    waiting,
    onRetry: ({ attempt: number, at, error }) => {
      registry.setActivity(agentId, { type: 'retrying', attempt: number, at })
      hub.live(agentId, { type: 'retrying', attempt: number, at, error })
    },
  })
}

interface Settling {
  readonly events: readonly NewEvent[]
  /** Another request follows: the turn stays marked as running. */
  readonly goesOn: boolean
  /** What the subscribers are told when all of it is recorded. */
  readonly end: StreamEvent | null
}

const NOT_RECORDED: AppError = {
  category: 'STORAGE',
  message: 'The answer could not be recorded. Its text is in the journal and comes back when ikigai is started again.',
  retryable: false,
}

/**
 * Record, then publish the end of the stream. What could not be recorded has not ended well, whatever the model said.
 * `refused`: it is recorded, and the turn may not go on.
 */
async function settle(
  turn: Turn,
  { events, goesOn, end }: Settling,
  dependencies: TurnDependencies,
): Promise<'recorded' | 'refused' | 'failed'> {
  const { agentId, turnId, choice } = turn
  const startedTurns = goesOn ? [{ agentId, turnId, choice }] : []
  const settled = { events, settledTurns: [turnId] }
  const first = await recordDurably({ ...settled, startedTurns }, turn.signal, dependencies)
  const recorded = first === 'refused' ? await recordDurably(settled, turn.signal, dependencies) : first
  const shown: StreamEvent | null = recorded === 'recorded' ? end : { type: 'error', error: NOT_RECORDED }
  if (shown !== null) dependencies.hub.live(agentId, shown)
  return recorded === 'recorded' ? first : 'failed'
}

function terminalEvent(response: ModelResponse): StreamEvent | null {
  if (response.type === 'answered') return response.done
  return response.type === 'failed' ? { type: 'error', error: response.error } : null
}

/**
 * A turn that could not even be sent: the prompt is kept and can be sent again
 * (docs/behaviour/turns.md#errors-in-a-turn).
 */
export async function failTurn(turn: Turn, error: AppError, dependencies: TurnDependencies): Promise<TurnResult> {
  const event = errorEvent({ agentId: turn.agentId, turnId: turn.turnId }, error, turn.choice)
  await recordDurably({ events: [event], settledTurns: [turn.turnId] }, turn.signal, dependencies)
  dependencies.hub.live(turn.agentId, { type: 'error', error })
  return { outcome: 'failed', error }
}
