import type { AgentEvent, NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { incompleteEnd } from '../../../shared/answer-end.ts'
import { cacheFacts } from '../../../shared/cache-facts.ts'
import { fileTarget } from '../../../shared/model-content.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { err, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { TokenUsage } from '../../../shared/usage.ts'
import { systemBlocks, withIdentities } from '../agents/agent-identity.ts'
import { withinFileLimits } from '../content/file-limits.ts'
import { estimatedTokens } from '../context/estimate-tokens.ts'
import { withCachePlan } from '../caching/cache-plan.ts'
import type { SummaryRange } from '../context/summary-range.ts'
import { appliedOptions } from '../models/request-options.ts'
import type { ModelRequest, Provider } from '../ports/provider-ports.ts'
import type { SentPrompt } from '../ports/log-ports.ts'
import { assembleTranscript } from '../transcript/assemble-transcript.ts'
import type { TranscriptTarget } from '../transcript/transcript-target.ts'
import { askPlainlyIfRefused } from './ask-plainly.ts'
import type { TurnLoop } from './turn-loop.ts'
import { toolsForContext } from '../context/tools-for-context.ts'
import { withOutputLimit } from '../context/output-limit.ts'
import { logRepairs } from './log-repairs.ts'
import { type ModelResponse, receiveResponse } from './model-response.ts'
import { requestWithRetries } from './request-with-retries.ts'
import { recordWithRetry } from './retry-storage.ts'
import { SUMMARY_PROMPT } from './prompts.ts'
import { type Answered, failedSummaryData, type SummaryAttempt, summaryData } from './summary-data.ts'
import { accumulateResponse } from './turn-accumulator.ts'
import type { Turn, TurnDependencies } from './turn.ts'

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
   * Writes the summary and returns the command's answer. The agent is busy meanwhile. A cancel or a failure leaves the
   * context unchanged, and what the requests used is recorded.
   */
  write(agent: AgentRecord, range: SummaryRange, { line, sentPrompts = [] }: SummaryOrder): Promise<Result<string>> {
    return this.#loop.runExclusive(agent, async (turn) => {
      const attempts: SummaryAttempt[] = []
      const asked = await this.#ask(turn, range, attempts)
      if (!asked.ok) {
        await this.#recordUse(turn, attempts)
        return asked
      }
      const { content, data, usage } = asked.value
      const answer = `Compressed ${range.items.length.toLocaleString('en-US')} messages into a summary${beforeAndAfter(usage)}`
      const from = { agentId: agent.id, turnId: null } as const
      const events: NewEvent[] = [
        { ...from, kind: 'command', content: line, data: { answer, ok: true } },
        { ...from, kind: 'summary', content, data },
      ]
      const recorded = await this.#dependencies.hub.record({ events, sentPrompts })
      return mapOk(recorded, () => answer)
    })
  }

  /** Records what requests without a summary used. There is nothing to undo if that fails, and it is logged. */
  async #recordUse(turn: Turn, attempts: readonly SummaryAttempt[]): Promise<void> {
    const events = attempts.map((attempt): NewEvent => {
      return { agentId: turn.agentId, turnId: null, kind: 'summary', content: null, data: failedSummaryData(attempt) }
    })
    if (events.length > 0) await recordWithRetry({ events }, turn.signal, this.#dependencies)
  }

  /** `attempts`: receives the requests of which something arrived. */
  async #ask(turn: Turn, range: SummaryRange, attempts: SummaryAttempt[]) {
    const allowed = await this.#dependencies.budgets.check(turn)
    if (!allowed.ok) return allowed
    // A cache with marks compares the tool choice before the messages: only a request with that of the conversation
    // reads them.
    const isLikeOthers = cacheFacts(turn.choice.provider, wireModelName(turn.choice)).entries === 'marks'
    const first = await this.#send(turn, range, isLikeOthers, attempts)
    if (!first.ok) return first
    const called = isLikeOthers && calledInstead(first.value.response)
    const last = called ? await this.#send(turn, range, false, attempts) : first
    if (!last.ok) return last
    const { response, content } = last.value
    if (content.trim() === '') return refusal(calledInstead(response) ? CALLED_INSTEAD : NO_SUMMARY)
    const estimate = attempts.reduce((sum, { estimated }) => sum + (estimated ?? 0), 0)
    const responses = called ? ([first.value.response, response] as const) : ([response] as const)
    const data = {
      ...summaryData(turn, range, responses, this.#dependencies.prices),
      ...(estimate > 0 && { estimated_tokens: estimate }),
    }
    return ok({ content, data, usage: response.done.usage })
  }

  /** Sends one request. */
  async #send(turn: Turn, range: SummaryRange, mayCallTools: boolean, attempts: SummaryAttempt[]) {
    const made = await turn.provider()
    if (!made.ok) return made
    const request = await this.#request(turn, range, made.value, mayCallTools)
    if (!request.ok) return request
    const { response } = await askPlainlyIfRefused(
      { provider: made.value, ...request.value },
      { ...this.#dependencies, ask: (sent) => this.#stream(turn, made.value, sent), onRefused: () => undefined },
    )
    const { choice, pool } = turn
    const source = { choice, pool, endpoint: made.value.endpoint, cost: this.#dependencies.prices.cost }
    const estimated = estimatedTokens(request.value.request, response.events)
    if (response.events.length > 0) attempts.push({ response, source, estimated })
    if (response.type === 'failed') return err(response.error)
    if (response.type !== 'answered') return refusal('Cancelled. The context is as it was.')
    const { finishReason } = response.done
    if (finishReason === 'LENGTH') return refusal(TOO_LONG)
    const problem = calledInstead(response) ? null : incompleteEnd(finishReason)
    if (problem !== null) return refusal(`${problem.message} The context is as it was.`)
    const { content } = accumulateResponse(response.events, source)
    return ok({ response, content })
  }

  /** The request: the range as the model has seen it, followed by the summary prompt. */
  async #request(
    turn: Turn,
    range: SummaryRange,
    provider: Provider,
    mayCallTools: boolean,
  ): Promise<Result<{ readonly request: ModelRequest; readonly target: TranscriptTarget }>> {
    const { contexts, identities, contentFiles, config, catalog, clock, logger, toolBox } = this.#dependencies
    await toolBox.ready(turn.agentId, turn.signal)
    const context = await contexts.of(turn.agentId)
    if (!context.ok) return context
    const { system, lastId, prefixChangedAt, items } = context.value
    const about = await identities.of(turn.agentId, items, false)
    if (!about.ok) return about
    const files = await contentFiles.known(range.items)
    if (!files.ok) return files
    // The summary is prose, whatever the final answers of the agent are.
    const { options } = appliedOptions({ ...context.value.options, schema: undefined }, turn.choice, catalog)
    const target = {
      ...fileTarget(turn.choice, catalog.find(turn.choice.provider, turn.choice.model)),
      model: wireModelName(turn.choice),
      endpoint: provider.endpoint,
    }
    const { request: unlimited, report } = assembleTranscript({
      context: [...withIdentities(range.items, about.value), question(turn, lastId + 1)],
      target,
      files: files.value,
      system: systemBlocks(system, about.value),
      // The same tools as in every other request, because the provider's cached prefix begins with them.
      tools: toolsForContext(items, toolBox.tools(turn.agentId), config).map(({ definition }) => definition),
      options,
      ...(!mayCallTools && { toolChoice: 'none' }),
      // If the range starts after a mark, the request does not begin like earlier ones.
      prefixChangedAt: range.items[0] === items[0] ? prefixChangedAt : lastId,
      resumesPause: false,
    })
    logRepairs(report, { agentId: turn.agentId, provider: provider.name }, logger)
    const planned = { context: context.value, choice: turn.choice, identities: about.value, config, now: clock.now() }
    const { request: fitting } = withinFileLimits(provider.name, unlimited, report.files)
    const request = withOutputLimit(fitting, turn.choice, { config, catalog }, options)
    return mapOk(await contentFiles.withBytes(withCachePlan(request, planned)), (whole) => ({ request: whole, target }))
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
          if (event.type !== 'block_data' && event.type !== 'citations') hub.live(agentId, event)
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
function beforeAndAfter(usage: TokenUsage | null): string {
  if (usage === null) return '.'
  const before = usage.inputTokens
  const after = usage.outputTokens - usage.thinkingTokens
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
