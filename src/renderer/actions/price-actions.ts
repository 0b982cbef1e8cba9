import type { AttachmentRef } from '../../shared/attachment.ts'
import { batches } from '../../shared/batches.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { ModelRequestPrice } from '../../shared/request-price.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import { type LimitReturnStore, withLimitReturn } from '../store/limit-return-store.ts'
import { type PriceStore, withPrice } from '../store/price-store.ts'
import { callEngine } from './call-engine.ts'
import type { KeepWarmScope, KeepWarmState } from '../../shared/keep-warm.ts'
import type { LimitReturnState } from '../../shared/limit-return.ts'
import type { Result } from '../../shared/result.ts'

/** A request that may be sent. */
export interface PriceQuestion {
  readonly agentId: AgentId
  /** `MODEL/LEVEL` or `@POOL`; none: the agent's own model. */
  readonly models?: readonly string[]
  /** Follows the context. */
  readonly text?: string
  /** Files of the prompt. */
  readonly attachments?: readonly AttachmentRef[]
  /** The end and the beginning of a fork's context. */
  readonly atEventId?: EventId
  /** The event before which a fork's context ends. */
  readonly before?: EventId
  readonly mark?: string
  readonly purpose?: 'prompt' | 'compress'
}

/** Estimates of what requests cost before they are sent. */
export interface PriceActions {
  /**
   * Loads the price of the agent's next request into the store. Calls during a request lead to one more request after
   * it, however many they are.
   */
  load(agentId: AgentId): Promise<void>
  /** Returns the estimate for each model, in order; null: the engine refused or could not be reached. */
  estimate(question: PriceQuestion): Promise<readonly ModelRequestPrice[] | null>
  /** Returns the estimates for all questions; null: one of them has no answer. */
  estimateAll(questions: readonly PriceQuestion[]): Promise<readonly ModelRequestPrice[] | null>
}

/** Maximum number of models of one request to the engine. */
const MODELS_AT_ONCE = 100

export function createPriceActions({
  client,
  prices,
}: {
  readonly client: EngineClient
  readonly prices: PriceStore
}): PriceActions {
  const loading = new Map<AgentId, 'once' | 'again'>()

  async function estimate({
    models = [],
    attachments = [],
    ...question
  }: PriceQuestion): Promise<readonly ModelRequestPrice[] | null> {
    const files = attachments.length === 0 ? {} : { attachments: [...attachments] }
    const parts = models.length === 0 ? [[]] : [...batches(models, MODELS_AT_ONCE)]
    const found: ModelRequestPrice[] = []
    for (const part of parts) {
      const outcome = await callEngine(client.price.next({ ...question, ...files, models: part }))
      if (!outcome.ok) return null
      found.push(...outcome.value)
    }
    return found
  }

  async function load(agentId: AgentId): Promise<void> {
    if (loading.has(agentId)) return void loading.set(agentId, 'again')
    do {
      loading.set(agentId, 'once')
      const found = await estimate({ agentId })
      prices.setState((state) => withPrice(state, agentId, found?.[0] ?? null))
    } while (loading.get(agentId) === 'again')
    loading.delete(agentId)
  }

  async function estimateAll(questions: readonly PriceQuestion[]): Promise<readonly ModelRequestPrice[] | null> {
    const answers = await Promise.all(questions.map((question) => estimate(question)))
    const found = answers.filter((answer) => answer !== null)
    return found.length < answers.length ? null : found.flat()
  }

  return { load, estimate, estimateAll }
}

/** Agents that go on by themselves when the limit of a provider resets. */
export interface LimitReturnActions {
  /** Loads the state of an agent into the store. */
  load(agentId: AgentId): Promise<void>
  /** Returns why that failed; null: it is stored. */
  set(agentId: AgentId, isOn: boolean): Promise<string | null>
}

export function createLimitReturnActions({
  client,
  limitReturns,
}: {
  readonly client: EngineClient
  readonly limitReturns: LimitReturnStore
}): LimitReturnActions {
  function put(agentId: AgentId, answer: Result<LimitReturnState>): string | null {
    if (!answer.ok) return answer.error.message
    limitReturns.setState((all) => withLimitReturn(all, agentId, answer.value))
    return null
  }
  return {
    async load(agentId) {
      put(agentId, await callEngine(client.limitReturn.get({ agentId })))
    },
    set: async (agentId, isOn) => put(agentId, await callEngine(client.limitReturn.set({ agentId, isOn }))),
  }
}

/** Orders to keep an agent's beginning in its provider's cache. */
export interface KeepWarmActions {
  load(agentId: AgentId): Promise<Result<KeepWarmState>>
  /** Gives the agent an order; null ends the one that applies to it. */
  set(agentId: AgentId, scope: KeepWarmScope | null): Promise<Result<KeepWarmState>>
}

export function createKeepWarmActions({ client }: { readonly client: EngineClient }): KeepWarmActions {
  return {
    load: (agentId) => callEngine(client.keepWarm.get({ agentId })),
    set: (agentId, scope) => callEngine(client.keepWarm.set({ agentId, scope })),
  }
}
