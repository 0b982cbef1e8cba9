import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { StreamEvent, TurnOutcome } from '../../../shared/stream-event.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import type { EventHub } from '../events/event-hub.ts'
import type {
  Clock,
  Config,
  IdSource,
  Logger,
  Provider,
  ProviderResult,
  StorageResult,
  StreamJournal,
} from '../ports.ts'
import { assembleTranscript } from '../transcript/assemble-transcript.ts'
import { type ModelResponse, receiveResponse } from './model-response.ts'
import { type RetryWaiting, requestWithRetries } from './request-with-retries.ts'
import { recordDurably } from './record-durably.ts'
import { errorEvent, responseEvents, type TurnOf } from './response-events.ts'

/** What a turn works with. */
export interface TurnDependencies {
  readonly hub: EventHub
  readonly registry: AgentRegistry
  readonly contexts: AgentContexts
  readonly journal: StreamJournal
  readonly config: Config
  readonly clock: Clock
  readonly ids: IdSource
  readonly logger: Logger
}

/** One turn of one agent: it stays with the model that it began with (decisions.md § 8). */
export interface Turn extends TurnOf {
  readonly choice: ModelChoice
  /** The agent's own provider instance, made at its first use. */
  readonly provider: () => Promise<ProviderResult>
  readonly signal: AbortSignal
  readonly waiting: RetryWaiting
}

export interface TurnResult {
  readonly outcome: TurnOutcome
  /** Why it failed. */
  readonly error: AppError | null
}

/** A model that pauses again and again is stopped somewhere. */
const MAX_PAUSES = 20

/**
 * Runs a turn up to its final answer: request, stream, record, and round again while the provider says that it only
 * paused. Every way out has been recorded before it is published. Never throws for an expected failure.
 */
export async function runTurn(turn: Turn, dependencies: TurnDependencies): Promise<TurnResult> {
  const pauses = new Set<string>()
  for (let resumesPause = false; ; resumesPause = true) {
    const prepared = await prepare(turn, resumesPause, dependencies)
    if (!prepared.ok) return failTurn(turn, prepared.error, dependencies)
    const response = await ask(turn, prepared.value, dependencies)
    const goesOn = response.type === 'answered' && pausedAnew(response, pauses)
    await settle(turn, response, prepared.value.provider, goesOn, dependencies)
    if (response.type === 'failed') return { outcome: 'failed', error: response.error }
    if (response.type === 'cancelled') return { outcome: 'cancelled', error: null }
    if (!goesOn) return { outcome: 'completed', error: null }
  }
}

/** The answer only paused, and it is not one that was given before: then it goes on (decisions.md § 7.5). */
function pausedAnew(response: Extract<ModelResponse, { type: 'answered' }>, pauses: Set<string>): boolean {
  if (response.done.paused !== true || pauses.size >= MAX_PAUSES) return false
  const start = response.events.find((event) => event.type === 'start')
  const id = start?.responseId ?? String(pauses.size)
  if (pauses.has(id)) return false
  pauses.add(id)
  return true
}

type Prepared = { readonly provider: Provider; readonly request: ReturnType<typeof assembleTranscript>['request'] }

async function prepare(
  turn: Turn,
  resumesPause: boolean,
  { contexts, config, logger }: TurnDependencies,
): Promise<StorageResult<Prepared>> {
  const made = await turn.provider()
  if (!made.ok) return made
  const context = await contexts.of(turn.agentId)
  if (!context.ok) return context
  const { provider } = made
  const { request, report } = assembleTranscript({
    context: context.value.items,
    target: { ...turn.choice, endpoint: provider.endpoint },
    system: context.value.system === null ? [] : [context.value.system],
    tools: [],
    maxOutputTokens: config.maxOutputTokens,
    editPoint: context.value.lastEdit,
    resumesPause,
  })
  for (const violation of report.violations) {
    logger.warn('A transcript broke a rule and was repaired', { agent: turn.agentId, rule: violation.rule })
  }
  return { ok: true, value: { provider, request } }
}

/** One request with its retries; every attempt streams to the subscribers and into the journal. */
function ask(turn: Turn, { provider, request }: Prepared, dependencies: TurnDependencies): Promise<ModelResponse> {
  const { hub, journal, clock, ids, registry } = dependencies
  const { agentId, turnId, signal, waiting } = turn
  const attempt = (): Promise<ModelResponse> => {
    journal.begin(agentId, turnId, turn.choice)
    registry.setActivity(agentId, { type: 'streaming' })
    return receiveResponse(provider, request, {
      signal,
      clock,
      newToolCallId: () => ids.toolCallId(),
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

/** Record, then publish the end of the stream. A pause is not an end. */
async function settle(
  turn: Turn,
  response: ModelResponse,
  { endpoint }: Provider,
  goesOn: boolean,
  dependencies: TurnDependencies,
): Promise<void> {
  const events = responseEvents({ agentId: turn.agentId, turnId: turn.turnId }, response, {
    choice: turn.choice,
    endpoint,
  })
  await recordDurably({ events, settledTurns: [turn.turnId] }, turn.signal, dependencies)
  const end = goesOn ? null : terminalEvent(response)
  if (end !== null) dependencies.hub.live(turn.agentId, end)
}

function terminalEvent(response: ModelResponse): StreamEvent | null {
  if (response.type === 'answered') return response.done
  return response.type === 'failed' ? { type: 'error', error: response.error } : null
}

/** A turn that could not even be sent: the prompt is kept and can be sent again (decisions.md § 4). */
export async function failTurn(turn: Turn, error: AppError, dependencies: TurnDependencies): Promise<TurnResult> {
  const event = errorEvent({ agentId: turn.agentId, turnId: turn.turnId }, error, turn.choice)
  await recordDurably({ events: [event] }, turn.signal, dependencies)
  dependencies.hub.live(turn.agentId, { type: 'error', error })
  return { outcome: 'failed', error }
}
