import type { NewEvent } from '../../../shared/agent-event.ts'
import { saysSomething } from '../../../shared/answer-end.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import { isSearchTool } from '../../../shared/tool-search.ts'
import { OUTSIDE } from '../../../shared/providers.ts'
import type { StreamEvent } from '../../../shared/stream-event.ts'
import { withDrawnPictures } from '../content/drawn-pictures.ts'
import { estimatedTokens } from '../context/estimate-tokens.ts'
import { usableTools } from '../context/tools-for-context.ts'
import { sharedPrefix } from '../caching/first-writes.ts'
import type { Tool } from '../ports/tool-ports.ts'
import { type ModelResponse, receiveResponse } from './model-response.ts'
import { requestWithRetries } from './request-with-retries.ts'
import { prepareRequest } from './prepare-request.ts'
import { readWithRetry, recordWithRetry } from './retry-storage.ts'
import { askPlainlyIfRefused } from './ask-plainly.ts'
import { callsIn, errorEvent, responseEvents } from './response-events.ts'
import { answerProblem, askForCorrection, isFinalAnswer } from './check-answer.ts'
import { runTools, useTools } from './run-tools.ts'
import { askForTrust, sayMissingServers } from './turn-news.ts'
import {
  afterProblem,
  afterRecording,
  afterResponse,
  afterTools,
  ended,
  firstStep,
  isFirstRequest,
  NOT_RECORDED,
  type Recording,
  type RequestState,
  type TurnStep,
} from './turn-steps.ts'
import type { Turn, TurnResult } from './turn.ts'
import type { TurnServices } from './turn-services.ts'
import type { Provider, ModelRequest } from '../ports/provider-ports.ts'

/** The parts that are the same for all requests of one turn. */
interface TurnRun {
  readonly turn: Turn
  /**
   * The tools that are sent and those that can be found. None is taken away while the turn runs, because the provider's
   * cached prefix begins with the tools; those of a server that comes late are added once.
   */
  availableTools: readonly Tool[]
  readonly maxToolRounds: number
  readonly services: TurnServices
}

/**
 * Runs a turn up to its final answer: request, stream, record, run tools, repeat. `turn-steps.ts` decides each next
 * step. The end of a turn is recorded before it is published. Never throws for an expected failure.
 */
export async function runTurn(turn: Turn, services: TurnServices): Promise<TurnResult> {
  if (turn.choice.provider !== OUTSIDE) return runSteps(turn, services)
  const record = async (event: NewEvent): Promise<void> => {
    await recordWithRetry({ events: [event] }, turn.signal, services)
  }
  return services.callRecorder.duringTurn({ ...turn, record }, () => runSteps(turn, services))
}

async function runSteps(turn: Turn, services: TurnServices): Promise<TurnResult> {
  // An outside agent limits its rounds itself.
  const isOutside = turn.choice.provider === OUTSIDE
  const maxToolRounds = isOutside ? Number.POSITIVE_INFINITY : services.roundLimits.roundsOf(turn.agentId)
  // A rerun gets the instruction files of the recorded run.
  const asked = turn.playback === undefined ? await askForTrust(turn, services) : null
  if (asked !== null) return failTurn(turn, asked, services)
  await services.toolBox.ready(turn.agentId, turn.signal)
  const unsaid = turn.playback === undefined && !isOutside ? await sayMissingServers(turn, services) : null
  if (unsaid !== null) return failTurn(turn, unsaid, services)
  const tools = services.toolBox.tools(turn.agentId)
  const context = await services.contexts.contextOf(turn.agentId)
  const availableTools = context.ok
    ? usableTools(context.value.items, tools, services.config, turn.choice.provider)
    : tools
  const run = { turn, availableTools, maxToolRounds, services }
  let step = firstStep(turn.playback?.pending())
  while (step.type !== 'end') step = await execute(step, run)
  return step.result
}

async function execute(step: Exclude<TurnStep, { type: 'end' }>, run: TurnRun): Promise<TurnStep> {
  const { turn, services } = run
  switch (step.type) {
    case 'request':
      return makeRequest(step.state, run)
    case 'tools': {
      const used = await useTools(turn, step.calls, { ...step, tools: await toolsOf(run) }, services)
      const end = { isStopped: turn.signal.aborted, results: used.results, maxToolRounds: run.maxToolRounds }
      return used.isEnded ? { type: 'cancel' } : afterTools(step, end)
    }
    case 'correct':
      return askForCorrection(step, turn, services)
    case 'abandon':
      return ended(await abandon(step.calls, run))
    case 'fail':
      return ended({ ...(await failTurn(turn, step.error, services)), nothingShown: step.nothingShown })
    case 'cancel':
      return ended(await cancelled(turn, services))
  }
}

/** The tools of the turn, with those of servers that had none when it began. */
async function withLateTools({ turn, availableTools, services }: TurnRun): Promise<readonly Tool[]> {
  const known = new Set(availableTools.flatMap(({ server }) => server ?? []))
  const now = services.toolBox.tools(turn.agentId)
  if (now.every(({ server }) => server === undefined || known.has(server))) return availableTools
  const context = await services.contexts.contextOf(turn.agentId)
  if (!context.ok) return availableTools
  const usable = usableTools(context.value.items, now, services.config, turn.choice.provider)
  const late = usable.filter(({ server }) => server !== undefined && !known.has(server))
  const names = new Set(availableTools.map(({ definition }) => definition.name))
  const search = usable.filter(({ definition: { name } }) => isSearchTool(name) && !names.has(name))
  return [...availableTools, ...late, ...search].toSorted((a, b) => (a.definition.name < b.definition.name ? -1 : 1))
}

/** The tools that calls are for: those of the turn, or those of an outside agent's program. */
async function toolsOf({ turn, availableTools }: TurnRun): Promise<readonly Tool[]> {
  const made = await turn.provider()
  return (made.ok ? made.value.ownTools?.() : undefined) ?? availableTools
}

/** Sends one request, from the budget check to the recorded response. */
async function makeRequest(state: RequestState, run: TurnRun): Promise<TurnStep> {
  const { turn, services } = run
  run.availableTools = await withLateTools(run)
  const reserve = () => services.budgets.reserve(turn)
  const budget = await readWithRetry(reserve, turn.signal, services)
  if (!budget.ok && !turn.signal.aborted) return { type: 'fail', error: budget.error, nothingShown: false }
  try {
    return await sendReserved(state, run)
  } finally {
    await services.budgets.settle(turn.agentId)
  }
}

async function sendReserved(state: RequestState, run: TurnRun): Promise<TurnStep> {
  const { turn, availableTools, services } = run
  if (turn.signal.aborted) return { type: 'cancel' }
  const options = {
    resumesPause: state.continuesPause,
    tools: availableTools,
  }
  const prepared = await prepareRequest(turn, options, services)
  if (turn.signal.aborted) return { type: 'cancel' }
  if (!prepared.ok) return { type: 'fail', error: prepared.error, nothingShown: isFirstRequest(state) }
  const { provider, request, schema } = prepared.value
  const { agentId } = turn
  const { response, plain } = await askPlainlyIfRefused(prepared.value, {
    keepRefusedRequest: services.keepRefusedRequest,
    ask: (sent) => ask(turn, provider, sent, state.seenResponses, services),
    onRefused: (error) => {
      services.registry.setActivity(agentId, { type: 'retrying', attempt: 2, at: services.clock.now() })
      services.hub.live(agentId, { type: 'retrying', attempt: 2, at: services.clock.now(), error })
    },
  })
  const source = {
    choice: turn.choice,
    pool: turn.pool,
    poolChoice: turn.poolChoice,
    endpoint: provider.endpoint,
    cost: services.prices.cost,
    unsentOptions: prepared.value.unsentOptions(),
    plain,
    filesNotSent: prepared.value.filesNotSent,
  }
  const received = responseEvents(turn, response, source, estimatedTokens(request, response.events))
  const explained = await services.cacheMisses.explained(request, turn.choice, received)
  const events = await withDrawnPictures(explained, provider, services.uploads, services.logger)
  const facts = {
    calls: callsIn(events),
    saysSomething: events.some((event) => event.kind === 'assistant' && saysSomething(event)),
    canAskAgain: turn.choice.provider !== OUTSIDE,
    availableTools: new Set(availableTools.map(({ definition }) => definition.name)),
    echoedTool: provider.echoedTool?.(request) ?? null,
    maxOutputTokens: request.maxOutputTokens,
  }
  const { record, next } = afterResponse(state, response, facts)
  const step = afterRecording(await recordResponse(turn, events, record, services), next, facts.calls)
  if (schema === undefined || step.type !== 'end' || !isFinalAnswer(response, facts.calls)) return step
  const problem = await answerProblem(events[0]?.content ?? '', schema, services.checkAnswer)
  return problem === null ? step : afterProblem(state, problem)
}

/**
 * Ends a turn whose agent, or an ancestor of it, was killed during the request: the response is recorded and none of
 * its calls runs.
 */
async function abandon(calls: readonly ToolCallBlock[], run: TurnRun): Promise<TurnResult> {
  const { turn, services } = run
  const stopped = { ...turn, signal: AbortSignal.abort() }
  const round = { tools: await toolsOf(run), cut: null }
  if (calls.length > 0) await runTools(stopped, calls, round, services)
  return cancelled(stopped, services)
}

/** Ends a turn that was cancelled between two requests: every call has its result, and the turn's journal is empty. */
async function cancelled(turn: Turn, services: TurnServices): Promise<TurnResult> {
  const end = responseEvents(turn, NOTHING_RECEIVED, {
    choice: turn.choice,
    endpoint: '',
    cost: services.prices.cost,
  })
  await recordWithRetry({ events: end, settledTurns: [turn.turnId] }, turn.signal, services)
  return { outcome: 'cancelled', error: null }
}

const NOTHING_RECEIVED: ModelResponse = {
  type: 'cancelled',
  events: [],
  firstDeltaMs: null,
  durationMs: 0,
  thinkingMs: null,
}

/** Sends one request with its retries; every attempt streams to the subscribers and into the journal. */
function ask(
  turn: Turn,
  provider: Provider,
  request: ModelRequest,
  seenResponses: ReadonlySet<string>,
  services: TurnServices,
): Promise<ModelResponse> {
  const { hub, journal, clock, ids, registry, firstWrites, flight } = services
  const { agentId, turnId, signal, retryPause } = turn
  const prefix = sharedPrefix(request, provider.firstWriteMinimum?.(request.model) ?? null)
  const attempt = async (): Promise<ModelResponse> => {
    journal.begin(agentId, turnId, turn.choice)
    registry.setActivity(agentId, { type: 'streaming' })
    const write = await firstWrites.enter(prefix, signal)
    const newId = (): string => ids.toolCallId()
    const newToolCallId = turn.playback?.callIds(newId) ?? newId
    const response = receiveResponse(provider.stream(request, { signal, newToolCallId }), {
      signal,
      clock,
      seenResponses,
      onEvent: (event) => {
        write.begun()
        flight.recorder.piece('provider', provider.name)
        journal.append(turnId, event)
        if (event.type !== 'block_data' && event.type !== 'citations') hub.live(agentId, event)
      },
    })
    return response.finally(() => write.ended())
  }
  return requestWithRetries(attempt, {
    clock,
    ids,
    signal,
    retryPause,
    onRetry: ({ attempt: number, at, error }) => {
      registry.setActivity(agentId, { type: 'retrying', attempt: number, at })
      hub.live(agentId, { type: 'retrying', attempt: number, at, error })
    },
  })
}

/**
 * Records the events of a response, then publishes its end. A response that could not be recorded is published as
 * failed. `refused`: the response is recorded, and the turn must not continue.
 */
async function recordResponse(
  turn: Turn,
  events: readonly NewEvent[],
  { continues, end }: Recording,
  services: TurnServices,
): Promise<'recorded' | 'refused' | 'failed'> {
  const { agentId, turnId, choice } = turn
  const startedTurns = continues ? [{ agentId, turnId, choice }] : []
  const settled = { events, settledTurns: [turnId] }
  const first = await recordWithRetry({ ...settled, startedTurns }, turn.signal, services)
  const recorded = first === 'refused' ? await recordWithRetry(settled, turn.signal, services) : first
  const shown: StreamEvent | null = recorded === 'recorded' ? end : { type: 'error', error: NOT_RECORDED }
  if (shown !== null) services.hub.live(agentId, shown)
  return recorded === 'recorded' ? first : 'failed'
}

/**
 * Ends a turn whose request could not be sent. The prompt is kept and can be sent again
 * (docs/behaviour/turns.md#errors-in-a-turn).
 */
export async function failTurn(turn: Turn, error: AppError, services: TurnServices): Promise<TurnResult> {
  const event = errorEvent({ agentId: turn.agentId, turnId: turn.turnId }, error, turn.choice)
  await recordWithRetry({ events: [event], settledTurns: [turn.turnId] }, turn.signal, services)
  services.hub.live(turn.agentId, { type: 'error', error })
  return { outcome: 'failed', error }
}
