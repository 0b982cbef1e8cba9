import type { AttachmentBlock } from '../../../shared/attachment.ts'
import { sentFileTokens } from '../../../shared/file-tokens.ts'
import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import { cacheFacts } from '../../../shared/cache-facts.ts'
import type { CacheFacts } from '../../../shared/provider-caches.ts'
import { ContextReplay } from '../../../shared/context-replay.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { fileTarget } from '../../../shared/model-content.ts'
import { poolName } from '../../../shared/model-pool.ts'
import { formatModelSpec, wireModelName } from '../../../shared/model-spec.ts'
import { NO_MODEL_CONFIGURED } from '../../../shared/no-model.ts'
import {
  type ContextSize,
  type ModelRequestPrice,
  requestPrice,
  type RequestSize,
} from '../../../shared/request-price.ts'
import type { ProviderName } from '../../../shared/providers.ts'
import { ok, refuse, type Result } from '../../../shared/result.ts'
import { tokensOfText } from '../../../shared/text-tokens.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import { requestLifetime } from '../caching/cache-plan.ts'
import { cachedHead, cachedPrefix, type PrefixContext, validAnswers } from '../caching/cached-prefix.ts'
import { prefixContext, recordedLifetime } from '../caching/prefix-context.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import { outputLimit, resultLimit } from '../context/output-limit.ts'
import { contextTokens, isByModel, type Reported, reportedAnswers, sizeAfter } from '../context/reported-size.ts'
import { chooseModel } from '../models/choose-model.ts'
import type { PriceList } from '../models/price-list.ts'
import type { Clock } from '../ports/system-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelDirectory } from '../ports/provider-ports.ts'
import type { ToolBox } from '../ports/tool-ports.ts'
import type { RecentAnswers } from '../ports/usage-ports.ts'

export interface NextPriceDependencies {
  readonly tree: AgentTree
  readonly contexts: AgentContexts
  readonly prices: PriceList
  readonly catalog: ModelDirectory
  readonly toolBox: ToolBox
  readonly config: Config
  readonly clock: Clock
  readonly usage: RecentAnswers
}

/** What follows the context, and where the context ends or begins if it is that of a fork. */
export interface NextRequest {
  readonly text?: string | undefined
  /** Files of the prompt. */
  readonly attachments?: readonly AttachmentBlock[] | undefined
  /** The last event of the context; missing: the agent's last one. */
  readonly atEventId?: EventId | undefined
  /** The event before which the context ends. */
  readonly before?: EventId | undefined
  /** The name of the mark after which the context begins; missing: all of it. */
  readonly mark?: string | undefined
}

/** Answers whose average length is the expected length of the next one. */
const RECENT_ANSWERS = 5

/** The estimate for one model, and the size of the context for it. */
type ContextPrice = Omit<ModelRequestPrice, 'model'>

/** What a request may use at most: its input, none of it from the cache, and all that the model may write. */
interface MostUse {
  readonly tokens: number
  /** US dollars; null: the price is not known. */
  readonly usd: number | null
}

/** Most agents of a tree whose contexts are read for one estimate. */
const MAX_RELATIVES = 32

/** Most agents of other trees whose contexts are read for one estimate. */
const MAX_SENDERS = 4

/** The nearest agents of the same tree, without the agent itself: those above it, then those below, then the newest. */
export function relativesOf(tree: AgentTree, agentId: AgentId): readonly AgentId[] {
  const lineage = tree.lineage(agentId)
  const below = tree.withDescendants(agentId).map(({ id }) => id)
  const others = tree.withDescendants(lineage.at(-1) ?? agentId).map(({ id }) => id)
  const all = new Set([...lineage, ...below.toReversed(), ...others.toReversed()])
  all.delete(agentId)
  return [...all].slice(0, MAX_RELATIVES)
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
    const found: ModelRequestPrice[] = []
    for (const choice of choices.value) {
      found.push({ model: formatModelSpec(choice), ...(await this.#priceOf(agentId, context.value, choice, request)) })
    }
    return ok(found)
  }

  /** Returns the estimate for the agent's context as it is, and `text` after it. */
  async priceOf(agentId: AgentId, choice: ModelChoice): Promise<Result<ContextPrice & { readonly most: MostUse }>> {
    const context = await this.#dependencies.contexts.contextOf(agentId)
    if (!context.ok) return context
    const expected = await this.#priceOf(agentId, context.value, choice, {})
    return ok({ ...expected, most: this.#most(agentId, choice, { context: context.value, atLeast: expected.tokens }) })
  }

  /** The input is the larger one of two estimates, because what one provider reported may not hold for another model. */
  #most(
    agentId: AgentId,
    choice: ModelChoice,
    { context, atLeast }: { context: ContextReplay; atLeast: number },
  ): MostUse {
    const { prices, clock, config } = this.#dependencies
    const model = wireModelName(choice)
    const now = clock.now()
    const own = prefixContext(agentId, context, choice.provider, this.#dependencies)
    const { items, system, tools } = own
    const fixed = tokensOfText(system ?? '') + tokensOfText(tools)
    const target = this.#targetOf(choice)
    const inputTokens = Math.max(atLeast, contextTokens({ items, fixed }, [], target))
    const { tokens: outputTokens } = outputLimit(choice, inputTokens, this.#dependencies, context.options)
    const lifetime = requestLifetime(own.items, choice, config, now)
    const size = { inputTokens, outputTokens, prefix: null, headTokens: 0, lifetime }
    const price = prices.priceOf({ provider: choice.provider, model, requested: model })
    const { usd } = requestPrice(size, { price, facts: cacheFacts(choice.provider, model), now })
    return { tokens: inputTokens + outputTokens, usd }
  }

  #targetOf(choice: ModelChoice) {
    const known = this.#dependencies.catalog.find(choice.provider, choice.model)
    return { ...fileTarget(choice, known), ...resultLimit(choice, this.#dependencies) }
  }

  /** Returns the context that the request begins with; a refusal if there is no such mark. */
  async #context(agentId: AgentId, { atEventId, before, mark }: NextRequest): Promise<Result<ContextReplay>> {
    const { contexts } = this.#dependencies
    const upToId = atEventId ?? (before === undefined ? undefined : before - 1)
    const context = await (upToId === undefined ? contexts.contextOf(agentId) : contexts.at(agentId, upToId))
    if (!context.ok || mark === undefined) return context
    const fromId = context.value.marks.get(mark)
    return fromId === undefined ? refuse(`No mark: ${mark}`) : ok(new ContextReplay(context.value.base(fromId)))
  }

  async #priceOf(
    agentId: AgentId,
    context: ContextReplay,
    choice: ModelChoice,
    { text = '', attachments = [] }: NextRequest,
  ): Promise<ContextPrice> {
    const { prices, config, clock } = this.#dependencies
    const model = wireModelName(choice)
    const facts = cacheFacts(choice.provider, model)
    const own = prefixContext(agentId, context, choice.provider, this.#dependencies)
    const relatives = await this.#relatives(agentId, choice.provider, facts)
    const fixed = tokensOfText(own.system ?? '') + tokensOfText(own.tools)
    const now = clock.now()
    const lifetimeOf = recordedLifetime(choice, config)
    const question = { own, choice, facts, fixed, lifetimeOf, now }
    const prefix = cachedPrefix({ ...question, relatives })
    const valid = validAnswers(own)
    const target = this.#targetOf(choice)
    const tokens = contextTokens({ items: own.items, fixed }, valid, target)
    const files = attachments.map((file) => sentFileTokens(file, target, target.resultTokens))
    const size: RequestSize = {
      inputTokens: tokens + Math.ceil(tokensOfText(text)) + files.reduce((sum, each) => sum + each, 0),
      outputTokens: await this.#expectedOutput(own, choice),
      prefix,
      headTokens: cachedHead(question, await this.#senders(choice, facts)),
      lifetime: requestLifetime(own.items, choice, config, now),
    }
    const price = prices.priceOf({ provider: choice.provider, model, requested: model })
    const reported = reportedSize(valid.at(-1), choice, context.lastEdit?.id ?? 0)
    return { ...requestPrice(size, { price, facts, now }), context: reported ?? { tokens, isReported: false } }
  }

  async #expectedOutput({ items }: PrefixContext, choice: ModelChoice): Promise<number> {
    const answers = reportedAnswers(items)
    if (answers.length > 0) return expectedOutput(answers, null)
    const { provider } = choice
    const ofModel = await this.#dependencies.usage.recentOutput({ provider, model: wireModelName(choice) })
    return expectedOutput([], ofModel.ok ? ofModel.value : null)
  }

  /** The contexts of the agents of the tree that may share entries, as far as they can be read. */
  async #relatives(
    agentId: AgentId,
    provider: ProviderName,
    { keptMs }: CacheFacts,
  ): Promise<readonly PrefixContext[]> {
    return keptMs === null ? [] : this.#contexts(relativesOf(this.#dependencies.tree, agentId), provider)
  }

  /** The contexts of the agents of all trees that have sent to the model last, where these share entries. */
  async #senders(choice: ModelChoice, { entries }: CacheFacts): Promise<readonly PrefixContext[]> {
    if (entries !== 'marks') return []
    const model = wireModelName(choice)
    const ids = await this.#dependencies.usage.recentAgents({ provider: choice.provider, model }, MAX_SENDERS)
    return ids.ok ? this.#contexts(ids.value, choice.provider) : []
  }

  async #contexts(ids: readonly AgentId[], provider: ProviderName): Promise<readonly PrefixContext[]> {
    const { contexts } = this.#dependencies
    const found: PrefixContext[] = []
    for (const id of ids) {
      const context = await contexts.contextOf(id)
      if (context.ok) found.push(prefixContext(id, context.value, provider, this.#dependencies))
    }
    return found
  }

  #choices({ choice }: AgentRecord, models: readonly string[]): Result<readonly ModelChoice[]> {
    const { config } = this.#dependencies
    const { pools } = config
    const choices: ModelChoice[] = []
    if (models.length === 0 && choice === null) return refuse(NO_MODEL_CONFIGURED)
    if (models.length === 0 && choice !== null) choices.push(choice)
    for (const text of models) {
      const chosen = chooseModel(text, config)
      if (!chosen.ok) return refuse(chosen.message)
      choices.push(chosen.choice)
    }
    return ok(choices.map((each) => pools[poolName(each.model) ?? '']?.models[0] ?? each))
  }
}

/** Answers of the agent have priority; `ofModel`: the average of the model's recent answers to all agents, if known. */
export function expectedOutput(answers: readonly Reported[], ofModel: number | null): number {
  const recent = answers.slice(-RECENT_ANSWERS)
  if (recent.length === 0) return Math.round(ofModel ?? 0)
  return Math.round(recent.reduce((sum, { usage }) => sum + usage.outputTokens, 0) / recent.length)
}

/**
 * Returns the size that the model reported with the last answer. Null: there is none by this model, or the user changed
 * the context after it (`lastEdit`: the event of that change).
 */
function reportedSize(last: Reported | undefined, choice: ModelChoice, lastEdit: number): ContextSize | null {
  if (last === undefined || last.event.id < lastEdit || !isByModel(last.event, choice)) return null
  return { tokens: sizeAfter(last.usage), isReported: true }
}
