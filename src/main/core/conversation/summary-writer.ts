import type { AppError } from '../../../shared/app-error.ts'
import type { NewEvent } from '../../../shared/agent-event.ts'
import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { incompleteEnd } from '../../../shared/answer-end.ts'
import { cacheFacts } from '../../../shared/cache-facts.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { type PlainData, plainRequestText } from '../../../shared/plain-request.ts'
import { err, mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import { shortenedText } from '../../../shared/shorten-text.ts'
import type { SummaryData } from '../../../shared/response-data.ts'
import type { TokenUsage } from '../../../shared/usage.ts'
import { estimatedTokens } from '../context/estimate-tokens.ts'
import type { SummaryRange } from '../context/summary-range.ts'
import type { ModelRequest, Provider } from '../ports/provider-ports.ts'
import type { SentPrompt } from '../ports/log-ports.ts'
import { askPlainlyIfRefused } from './ask-plainly.ts'
import type { TurnLoop } from './turn-loop.ts'
import { type ModelResponse, receiveResponse } from './model-response.ts'
import { requestWithRetries } from './request-with-retries.ts'
import { recordWithRetry } from './retry-storage.ts'
import { type Answered, failedSummaryData, type SummaryAttempt, summaryData, unrecordedUse } from './summary-data.ts'
import { piecePrompt, pieceRequest, summaryPieces, type SummaryRequest, summaryRequest } from './summary-request.ts'
import { accumulateResponse } from './turn-accumulator.ts'
import type { Turn } from './turn.ts'
import type { TurnServices } from './turn-services.ts'
import { defined } from '../../../shared/defined.ts'

/** The typed command line, and the queued prompts that it comes from. */
interface SummaryOrder {
  readonly line: string
  readonly sentPrompts?: readonly SentPrompt[]
}

interface WrittenSummary {
  readonly content: string
  readonly data: SummaryData
  readonly usage: TokenUsage | null
}

interface SentSummary {
  readonly response: Answered
  readonly content: string
}

/** Taken for the window of a model of which none is known, tokens. */
const UNKNOWN_WINDOW = 32_768
/** The part of the window that a part of the conversation takes at first, and at least. */
const PIECE_PART = 1 / 2
const LEAST_PIECE_PART = 1 / 16

/**
 * Compresses contexts: requests a summary from the agent's own model and records it
 * (docs/behaviour/commands.md#compress).
 */
export class SummaryWriter {
  readonly #services: TurnServices
  readonly #loop: TurnLoop

  constructor(services: TurnServices, loop: TurnLoop) {
    this.#services = services
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
      const done = `Compressed ${range.items.length.toLocaleString('en-US')} messages into a summary${beforeAndAfter(usage)}`
      const answer = data.plain === undefined ? done : `${done} ${plainRequestText(data.plain)}`
      const from = { agentId: agent.id, turnId: null } as const
      const events: NewEvent[] = [
        { ...from, kind: 'command', content: line, data: { answer, ok: true } },
        { ...from, kind: 'summary', content, data },
      ]
      const recorded = await this.#services.hub.record({ events, sentPrompts })
      return mapOk(recorded, () => answer)
    })
  }

  /** Records what requests without a summary used. There is nothing to undo if that fails, and it is logged. */
  async #recordUse(turn: Turn, attempts: readonly SummaryAttempt[]): Promise<void> {
    const events = attempts.map((attempt): NewEvent => {
      return { agentId: turn.agentId, turnId: null, kind: 'summary', content: null, data: failedSummaryData(attempt) }
    })
    if (events.length > 0) await recordWithRetry({ events }, turn.signal, this.#services)
  }

  /** `attempts`: receives the requests of which something arrived. */
  async #ask(turn: Turn, range: SummaryRange, attempts: SummaryAttempt[]): Promise<Result<WrittenSummary>> {
    const whole = await this.#askWhole(turn, range, attempts)
    if (whole.ok || whole.error.category !== 'CONTEXT_LENGTH' || turn.signal.aborted) return whole
    return this.#askInPieces(turn, range, attempts)
  }

  /** Asks with the conversation as the model has seen it, whose beginning the provider has in its cache. */
  async #askWhole(turn: Turn, range: SummaryRange, attempts: SummaryAttempt[]): Promise<Result<WrittenSummary>> {
    // A cache with marks compares the tool choice before the messages: only a request with that of the conversation
    // reads them.
    const isLikeOthers = cacheFacts(turn.choice.provider, wireModelName(turn.choice)).entries === 'marks'
    const send = async (mayCallTools: boolean) => {
      const make = (provider: Provider) => summaryRequest({ turn, range, provider, mayCallTools }, this.#services)
      return this.#send(turn, make, attempts)
    }
    const first = await send(isLikeOthers)
    if (!first.ok) return first
    const called = isLikeOthers && calledInstead(first.value.response)
    const last = called ? await send(false) : first
    if (!last.ok) return last
    const { response, content } = last.value
    const responses = called ? ([first.value.response, response] as const) : ([response] as const)
    return this.#written(turn, range, { responses, content, attempts })
  }

  /**
   * Asks part by part, where no request can contain the whole: each request has the summary so far. If even a part is
   * too long, which is only known from the provider where the window is not, smaller parts are tried.
   */
  async #askInPieces(turn: Turn, range: SummaryRange, attempts: SummaryAttempt[]): Promise<Result<WrittenSummary>> {
    const window = this.#services.catalog.find(turn.choice.provider, turn.choice.model)?.contextWindow ?? UNKNOWN_WINDOW
    let asked: Result<WrittenSummary> = refusal(NO_SUMMARY)
    for (let part = PIECE_PART; part >= LEAST_PIECE_PART; part /= 2) {
      asked = await this.#askPieces(turn, range, attempts, window * part)
      if (asked.ok || asked.error.category !== 'CONTEXT_LENGTH' || turn.signal.aborted) return asked
    }
    return asked
  }

  async #askPieces(
    turn: Turn,
    range: SummaryRange,
    attempts: SummaryAttempt[],
    maxTokens: number,
  ): Promise<Result<WrittenSummary>> {
    const responses: Answered[] = []
    let before: string | null = null
    for (const piece of summaryPieces(range.items, maxTokens)) {
      const earlier: string | null =
        before === null ? null : (shortenedText({ text: before, maxTokens: maxTokens / 2, where: '' }) ?? before)
      const text = piecePrompt(piece, earlier)
      const sent: Result<SentSummary> = await this.#send(
        turn,
        (provider) => Promise.resolve(pieceRequest({ turn, text, provider }, this.#services)),
        attempts,
      )
      if (!sent.ok) return sent
      if (sent.value.content.trim() === '') return refusal(NO_SUMMARY)
      responses.push(sent.value.response)
      before = sent.value.content
    }
    const [first, ...others] = responses
    if (first === undefined || before === null) return refusal(NO_SUMMARY)
    return this.#written(turn, range, { responses: [first, ...others], content: before, attempts })
  }

  #written(
    turn: Turn,
    range: SummaryRange,
    {
      responses,
      content,
      attempts,
    }: {
      readonly responses: readonly [Answered, ...Answered[]]
      readonly content: string
      readonly attempts: readonly SummaryAttempt[]
    },
  ): Result<WrittenSummary> {
    const last = responses.at(-1) ?? responses[0]
    if (content.trim() === '') return refusal(calledInstead(last) ? CALLED_INSTEAD : NO_SUMMARY)
    const estimate = attempts.reduce((sum, { estimated }) => sum + (estimated ?? 0), 0)
    const plain = attempts.findLast((attempt) => attempt.plain !== undefined)?.plain
    const data = {
      ...summaryData(turn, range, responses, this.#services.prices),
      ...defined({ plain, estimated_tokens: estimate > 0 ? estimate : undefined }),
    }
    return ok({ content, data, usage: last.done.usage })
  }

  /**
   * Sends one request. What the requests before it have used is reserved with it, because it is recorded with the summary.
   * Nothing stays reserved between two requests: two summaries would wait for each other.
   */
  async #send(
    turn: Turn,
    make: (provider: Provider) => Promise<Result<SummaryRequest>>,
    attempts: SummaryAttempt[],
  ): Promise<Result<SentSummary>> {
    const { agentId, choice, signal } = turn
    const unrecorded = unrecordedUse(attempts)
    const allowed = await this.#services.budgets.reserve({ agentId, choice, signal, unrecorded })
    if (!allowed.ok) return allowed
    try {
      return await this.#sendAllowed(turn, make, attempts)
    } finally {
      await this.#services.budgets.settle(agentId)
    }
  }

  async #sendAllowed(
    turn: Turn,
    make: (provider: Provider) => Promise<Result<SummaryRequest>>,
    attempts: SummaryAttempt[],
  ): Promise<Result<SentSummary>> {
    const made = await turn.provider()
    if (!made.ok) return made
    const request = await make(made.value)
    if (!request.ok) return request
    const { response, plain } = await askPlainlyIfRefused(
      { provider: made.value, ...request.value },
      {
        keepRefusedRequest: this.#services.keepRefusedRequest,
        ask: (sent) => this.#stream(turn, made.value, sent),
        onRefused: () => undefined,
      },
    )
    const { choice, pool } = turn
    const source = { choice, pool, endpoint: made.value.endpoint, cost: this.#services.prices.cost }
    const estimated = estimatedTokens(request.value.request, response.events)
    if (response.events.length > 0) attempts.push({ response, source, estimated, plain })
    if (response.type === 'failed') return err(withPlain(response.error, plain))
    if (response.type !== 'answered') return refusal('Cancelled. The context is as it was.')
    const { finishReason } = response.done
    if (finishReason === 'LENGTH') return refusal(TOO_LONG)
    const problem = calledInstead(response) ? null : incompleteEnd(finishReason)
    if (problem !== null) return refusal(`${problem.message} The context is as it was.`)
    const { content } = accumulateResponse(response.events, source)
    return ok({ response, content })
  }

  /** Streams the summary to the agent's pane. */
  #stream(turn: Turn, provider: Provider, request: ModelRequest): Promise<ModelResponse> {
    const { hub, registry, clock, ids } = this.#services
    const { agentId, signal, retryPause } = turn
    const receive = (): Promise<ModelResponse> =>
      receiveResponse(provider.stream(request, { signal, newToolCallId: () => ids.toolCallId() }), {
        signal,
        clock,
        seenResponses: NO_RESPONSES,
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

function withPlain(error: AppError, plain: PlainData | undefined): AppError {
  return plain === undefined ? error : { ...error, message: `${error.message} ${plainRequestText(plain)}` }
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
