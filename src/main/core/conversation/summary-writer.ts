import type { AgentEvent, NewEvent, SummaryData } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { usageData } from '../../../shared/recorded-usage.ts'
import { err, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { systemBlocks, withIdentities } from '../agents/agent-identity.ts'
import { estimatedTokens } from '../context/estimate-tokens.ts'
import { withCachePlan } from '../caching/cache-plan.ts'
import type { SummaryRange } from '../context/summary-range.ts'
import type { PriceList } from '../models/price-list.ts'
import type { ModelRequest, Provider } from '../ports/provider-ports.ts'
import type { SentPrompt } from '../ports/log-ports.ts'
import { assembleTranscript } from '../transcript/assemble-transcript.ts'
import type { TurnLoop } from './turn-loop.ts'
import { outputLimit } from '../context/output-limit.ts'
import { logRepairs } from './run-turn.ts'
import { type ModelResponse, receiveResponse } from './model-response.ts'
import { requestWithRetries } from './request-with-retries.ts'
import { SUMMARY_PROMPT } from './prompts.ts'
import { accumulateResponse } from './turn-accumulator.ts'
import type { Turn, TurnDependencies } from './turn.ts'

type Answered = Extract<ModelResponse, { type: 'answered' }>

/** The typed command line, and the queued prompts that it comes from. */
interface SummaryOrder {
  readonly line: string
  readonly sentPrompts?: readonly SentPrompt[]
}

/**
 * Compresses contexts: requests a summary from the agent's own model and records it
 * (docs/behaviour/commands.md#compress).
 */
export class SummaryWriter {
  readonly #dependencies: TurnDependencies
  readonly #loop: TurnLoop

  constructor(dependencies: TurnDependencies, loop: TurnLoop) {
    this.#dependencies = dependencies
    this.#loop = loop
  }

  /**
   * Writes the summary and returns the command's answer. The agent is busy meanwhile; a cancel or a failure changes
   * nothing.
   */
  write(agent: AgentRecord, range: SummaryRange, { line, sentPrompts = [] }: SummaryOrder): Promise<Result<string>> {
    return this.#loop.runExclusive(agent, async (turn) => {
      const asked = await this.#ask(turn, range)
      if (!asked.ok) return asked
      const { content, data } = asked.value
      const answer = `Compressed ${range.items.length.toLocaleString('en-US')} messages into a summary${beforeAndAfter(data)}`
      const from = { agentId: agent.id, turnId: null } as const
      const events: NewEvent[] = [
        { ...from, kind: 'command', content: line, data: { answer, ok: true } },
        { ...from, kind: 'summary', content, data },
      ]
      const recorded = await this.#dependencies.hub.record({ events, sentPrompts })
      return mapOk(recorded, () => answer)
    })
  }

  async #ask(turn: Turn, range: SummaryRange) {
    const made = await turn.provider()
    if (!made.ok) return made
    const request = await this.#request(turn, range, made.value)
    if (!request.ok) return request
    const allowed = await this.#dependencies.budgets.check(turn)
    if (!allowed.ok) return allowed
    const response = await this.#stream(turn, made.value, request.value)
    if (response.type === 'failed') return err(response.error)
    if (response.type !== 'answered') return refusal('Cancelled. The context is as it was.')
    if (response.done.finishReason === 'LENGTH') return refusal(TOO_LONG)
    const { prices } = this.#dependencies
    const source = { choice: turn.choice, endpoint: made.value.endpoint, cost: prices.cost }
    const { content } = accumulateResponse(response.events, source)
    if (content.trim() === '') return refusal(calledInstead(response) ? CALLED_INSTEAD : NO_SUMMARY)
    const estimate = estimatedTokens(request.value, response.events)
    const estimated = estimate === null ? {} : { estimated_tokens: estimate }
    return ok({ content, data: { ...summaryData(turn, range, response, prices), ...estimated } })
  }

  /** The request: the range as the model has seen it, followed by the summary prompt. */
  async #request(turn: Turn, range: SummaryRange, provider: Provider): Promise<Result<ModelRequest>> {
    const { contexts, identities, config, catalog, clock, logger, toolBox } = this.#dependencies
    await toolBox.ready(turn.signal)
    const context = await contexts.of(turn.agentId)
    if (!context.ok) return context
    const { system, lastId, prefixChangedAt, items } = context.value
    const about = await identities.of(turn.agentId, items, false)
    if (!about.ok) return about
    const limit = outputLimit(turn.choice, range.items, { config, catalog })
    const { request, report } = assembleTranscript({
      context: [...withIdentities(range.items, about.value), question(turn, lastId + 1)],
      target: { ...turn.choice, model: wireModelName(turn.choice), endpoint: provider.endpoint },
      system: systemBlocks(system, about.value),
      // The same tools as in every other request, because the provider's cached prefix begins with them.
      tools: toolBox.tools(turn.agentId).map(({ definition }) => definition),
      toolChoice: 'none',
      maxOutputTokens: limit.tokens,
      isOutputMaximum: limit.isModelMaximum,
      // If the range starts after a mark, the request does not begin like earlier ones.
      prefixChangedAt: range.items[0] === items[0] ? prefixChangedAt : lastId,
      resumesPause: false,
    })
    logRepairs(report, { agentId: turn.agentId, provider: provider.name }, logger)
    const planned = { context: context.value, choice: turn.choice, identities: about.value, config, now: clock.now() }
    return ok(withCachePlan(request, planned))
  }

  /** Streams the summary to the agent's pane. */
  #stream(turn: Turn, provider: Provider, request: ModelRequest): Promise<ModelResponse> {
    const { hub, registry, clock, ids } = this.#dependencies
    const { agentId, signal, retryPause } = turn
    const receive = (): Promise<ModelResponse> =>
      receiveResponse(provider, request, {
        signal,
        clock,
        newToolCallId: () => ids.toolCallId(),
        seenResponseIds: NO_RESPONSES,
        onEvent: (event) => {
          if (event.type !== 'block_data') hub.live(agentId, event)
        },
      })
    return requestWithRetries(receive, {
      clock,
      ids,
      signal,
      retryPause,
      onRetry: ({ attempt, at, error }) => {
        registry.setActivity(agentId, { type: 'retrying', attempt, at })
        hub.live(agentId, { type: 'retrying', attempt, at, error })
      },
    })
  }
}

/**
 * Text with the tokens of the summary, and of the compressed range as the provider counted its request, where known.
 */
function beforeAndAfter({ input_tokens: before = 0, output_tokens: after }: SummaryData): string {
  if (after === undefined) return '.'
  const size = `${after.toLocaleString('en-US')} tokens`
  return ` (${size}).${before === 0 ? '' : ` Before → after: ${before.toLocaleString('en-US')} → ${size}.`}`
}

function calledInstead({ events }: Answered): boolean {
  return events.some((event) => event.type === 'tool_call_start')
}

const NO_RESPONSES: ReadonlySet<string> = new Set()
const NO_SUMMARY = 'The model wrote no summary. The context is as it was.'
const CALLED_INSTEAD = 'The model called a tool instead of writing a summary. The context is as it was. Try again.'
const TOO_LONG =
  'The summary did not fit into one reply, so the context is as it was. Raise max_output_tokens, or compress from a later mark.'

function refusal(message: string) {
  return refuse(message)
}

/** The summary prompt as an event. It is never recorded: only the model reads it. */
function question({ agentId }: Turn, id: number): AgentEvent {
  return { id, sessionId: 0, agentId, turnId: null, kind: 'user', content: SUMMARY_PROMPT, data: null, createdAt: '' }
}

function summaryData(
  { choice, pool }: Turn,
  { items, fromId, toId }: SummaryRange,
  { done }: Answered,
  prices: PriceList,
): SummaryData {
  const { model, usage } = done
  const priced = { provider: choice.provider, model, requested: wireModelName(choice) }
  return {
    from_id: fromId,
    to_id: toId,
    messages: items.length,
    provider: choice.provider,
    model,
    ...(pool !== null && { pool }),
    ...(usage !== null && {
      ...usageData(usage, prices.cost(priced, usage)),
      output_tokens: usage.outputTokens - usage.thinkingTokens,
    }),
  }
}
