import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import { cacheFacts, cachedAfter } from '../../../shared/cache-facts.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { ContextReplay } from '../../../shared/context-replay.ts'
import { poolName } from '../../../shared/model-pool.ts'
import { formatModelSpec, wireModelName } from '../../../shared/model-spec.ts'
import { NO_MODEL_CONFIGURED } from '../../../shared/no-model.ts'
import { recordedUsage } from '../../../shared/recorded-usage.ts'
import {
  type ContextSize,
  type ModelRequestPrice,
  requestPrice,
  type RequestSize,
} from '../../../shared/request-price.ts'
import { mapOk, ok, refuse, type Result } from '../../../shared/result.ts'
import type { ResponseUsage } from '../../../shared/usage.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import { sizeOfTexts } from '../context/output-limit.ts'
import { requestLifetime } from '../caching/cache-plan.ts'
import { chooseModel } from '../models/choose-model.ts'
import type { PriceList } from '../models/price-list.ts'
import type { Clock, Config, ToolBox } from '../ports.ts'
import { CHARACTERS_PER_TOKEN } from './estimate-tokens.ts'

export interface NextPriceDependencies {
  readonly tree: AgentTree
  readonly contexts: AgentContexts
  readonly prices: PriceList
  readonly toolBox: ToolBox
  readonly config: Config
  readonly clock: Clock
}

/** What follows the context, and where the context ends or begins if it is that of a fork. */
export interface NextRequest {
  readonly text?: string | undefined
  /** The last event of the context; missing: the agent's last one. */
  readonly atEventId?: EventId | undefined
  /** The name of the mark after which the context begins; missing: all of it. */
  readonly mark?: string | undefined
}

/** Answers whose average length is the expected length of the next one. */
const RECENT_ANSWERS = 5

/** The estimate for one model, and the size of the context for it. */
type ContextPrice = Omit<ModelRequestPrice, 'model'>

/** An answer with reported usage. */
interface Reported {
  readonly event: AgentEventOf<'assistant'>
  readonly usage: ResponseUsage
}

/** Estimates what the next request of an agent costs before it is sent. Sends and records nothing. */
export class NextPrice {
  readonly #dependencies: NextPriceDependencies

  constructor(dependencies: NextPriceDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Returns an estimate for each model, in order; without models, for the agent's own. Of a pool, the first member
   * counts.
   */
  async next(
    agentId: AgentId,
    models: readonly string[],
    request: NextRequest = {},
  ): Promise<Result<readonly ModelRequestPrice[]>> {
    const agent = this.#dependencies.tree.get(agentId)
    if (agent === undefined) return refuse(`No agent: ${agentId}`)
    const choices = this.#choices(agent, models)
    if (!choices.ok) return choices
    const context = await this.#context(agentId, request)
    if (!context.ok) return context
    const priceOf = this.#pricing(agentId, context.value, request.text)
    return ok(choices.value.map((choice) => ({ model: formatModelSpec(choice), ...priceOf(choice) })))
  }

  /** Returns the estimate for the agent's context as it is, and `text` after it. */
  async of(agentId: AgentId, choice: ModelChoice, text = ''): Promise<Result<ContextPrice>> {
    const context = await this.#dependencies.contexts.of(agentId)
    return mapOk(context, (value) => this.#pricing(agentId, value, text)(choice))
  }

  /** Returns the context that the request begins with; a refusal if there is no such mark. */
  async #context(agentId: AgentId, { atEventId, mark }: NextRequest): Promise<Result<ContextReplay>> {
    const { contexts } = this.#dependencies
    const context = await (atEventId === undefined ? contexts.of(agentId) : contexts.at(agentId, atEventId))
    if (!context.ok || mark === undefined) return context
    const fromId = context.value.marks.get(mark)
    return fromId === undefined ? refuse(`No mark: ${mark}`) : ok(new ContextReplay(context.value.base(fromId)))
  }

  /** Returns the function that estimates the request for a model. What models share is measured once. */
  #pricing(agentId: AgentId, context: ContextReplay, text = ''): (choice: ModelChoice) => ContextPrice {
    const { prices, toolBox, config, clock } = this.#dependencies
    const { items, lastAct, lastEdit, system } = context
    const tools = toolBox.tools(agentId).map(({ definition }) => definition)
    const fixed = sizeOfTexts([system ?? '', tools])
    const answers = reportedAnswers(items)
    // An edit changes the beginning of the request, so earlier figures and cache entries do not apply to it.
    const valid = answers.filter(({ event }) => event.id > (lastEdit ?? 0))
    const now = clock.now()
    return (choice) => {
      const lifetime = requestLifetime({ context, choice, config, now })
      const size = requestSize({ items, fixed, text }, { answers, valid, choice, lifetime })
      const model = wireModelName(choice)
      const price = prices.of({ provider: choice.provider, model, requested: model })
      const estimate = requestPrice(size, { price, facts: cacheFacts(choice.provider, model), now })
      const reported = reportedSize(valid.at(-1), choice, lastAct?.id ?? 0)
      const tokens = size.inputTokens - tokensIn(text.length)
      return { ...estimate, context: reported ?? { tokens, isReported: false } }
    }
  }

  #choices({ choice }: AgentRecord, models: readonly string[]): Result<readonly ModelChoice[]> {
    const { pools } = this.#dependencies.config
    const choices: ModelChoice[] = []
    if (models.length === 0 && choice === null) return refuse(NO_MODEL_CONFIGURED)
    if (models.length === 0 && choice !== null) choices.push(choice)
    for (const text of models) {
      const chosen = chooseModel(text, pools)
      if (!chosen.ok) return refuse(chosen.message)
      choices.push(chosen.choice)
    }
    return ok(choices.map((each) => pools[poolName(each.model) ?? '']?.models[0] ?? each))
  }
}

function reportedAnswers(items: readonly AgentEvent[]): readonly Reported[] {
  return items.flatMap((event) => {
    const usage = event.kind === 'assistant' ? recordedUsage(event.data) : null
    return event.kind !== 'assistant' || usage === null || usage.inputTokens === 0 ? [] : [{ event, usage }]
  })
}

interface Texts {
  readonly items: readonly AgentEvent[]
  /** Characters of the system prompt and the tools. */
  readonly fixed: number
  readonly text: string
}

interface Answers {
  readonly answers: readonly Reported[]
  /** Those whose request is the beginning of the next one. */
  readonly valid: readonly Reported[]
  readonly choice: ModelChoice
  readonly lifetime: RequestSize['lifetime']
}

/** The last reported figures, and everything after them by its length. */
function requestSize({ items, fixed, text }: Texts, { answers, valid, choice, lifetime }: Answers): RequestSize {
  const last = valid.at(-1)
  const same = valid.findLast(({ event }) => isBy(event, choice))
  const facts = cacheFacts(choice.provider, wireModelName(choice))
  const after = items.filter(({ id }) => last === undefined || id > last.event.id)
  const base = last === undefined ? tokensIn(fixed) : sizeAfter(last.usage)
  const inputTokens = base + tokensIn(after.reduce((sum, event) => sum + sizeOf(event), text.length))
  const recent = answers.slice(-RECENT_ANSWERS)
  const written = recent.reduce((sum, { usage }) => sum + usage.outputTokens, 0)
  return {
    inputTokens,
    outputTokens: recent.length === 0 ? 0 : Math.round(written / recent.length),
    prefix: same === undefined ? null : cachedAfter(same.usage, facts, timeOf(same.event)),
    lifetime,
  }
}

/** The input of the request and the answer to it, without thinking. */
function sizeAfter({ contextTokens, inputTokens, outputTokens, thinkingTokens }: ResponseUsage): number {
  return (contextTokens ?? inputTokens) + Math.max(0, outputTokens - thinkingTokens)
}

/**
 * Returns the size that the model reported with the last answer. Null: there is none by this model, or the user changed
 * the context after it (`lastAct`: the event of that change).
 */
function reportedSize(last: Reported | undefined, choice: ModelChoice, lastAct: number): ContextSize | null {
  if (last === undefined || last.event.id < lastAct || !isByModel(last.event, choice)) return null
  return { tokens: sizeAfter(last.usage), isReported: true }
}

/** The calls are contained in the answer's blocks. */
function sizeOf({ kind, content, data }: AgentEvent): number {
  if (kind === 'tool_call') return 0
  if (kind === 'assistant') return sizeOfTexts(data.blocks ?? content)
  return content?.length ?? 0
}

function tokensIn(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN)
}

/** Caches hold for one model at one thinking level. */
function isBy(event: AgentEventOf<'assistant'>, choice: ModelChoice): boolean {
  return isByModel(event, choice) && event.data.thinking_level === choice.thinkingLevel
}

function isByModel({ data }: AgentEventOf<'assistant'>, choice: ModelChoice): boolean {
  return data.provider === choice.provider && data.requested_model === wireModelName(choice)
}

function timeOf({ createdAt }: AgentEvent): number {
  // oxlint-disable-next-line no-restricted-globals -- parses a recorded time, and reads no clock
  return Date.parse(createdAt)
}
