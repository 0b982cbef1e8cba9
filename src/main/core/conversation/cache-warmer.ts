import type { AgentRecord } from '../../../shared/agent-summary.ts'
import { batches } from '../../../shared/batches.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { recordedUsage } from '../../../shared/recorded-usage.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { type WarmPlan, warmPlan } from '../caching/warm-plan.ts'
import { catchBug } from './catch-bug.ts'
import { receiveResponse } from './model-response.ts'
import type { WarmOrders } from './warm-orders.ts'
import { type SentRequest, warmEvent, warmRequest } from './warm-request.ts'
import type { TurnServices } from './turn-services.ts'

/** Longest pause between two readings of the orders, ms: another engine may have changed them. */
const LOOK_MS = 30_000
/** Pause after a failed request, ms. */
const RETRY_MS = 10_000
/** Longest time that a turn waits for the end of a request that is already sent, ms. */
const LONGEST_WAIT_MS = 2_000
const AT_ONCE = 8

/** The part of the entry that an answer must have read from the cache; otherwise it was gone and was written again. */
const LEAST_READ = 0.5

const WAS_GONE = 'The provider had not kept the beginning. It was written again, and is no longer kept warm.'

/**
 * Keeps the beginnings of agents in their providers' caches while no turn uses them: shortly before an entry ends, the
 * request that wrote it is sent again with a limit of one token. Several engines on a database send it once.
 */
export class CacheWarmer {
  readonly #services: TurnServices
  readonly #warmOrders: WarmOrders
  readonly #sending = new Map<AgentId, { readonly abort: AbortController; readonly ended: Promise<unknown> }>()
  #waiting = new AbortController()
  #isClosed = false

  constructor(services: TurnServices, warmOrders: WarmOrders) {
    this.#services = services
    this.#warmOrders = warmOrders
  }

  /** Follows the orders until `close`. */
  async run(): Promise<void> {
    while (!this.#isClosed) {
      this.#waiting = new AbortController()
      const { signal } = this.#waiting
      await this.#services.clock.sleep(await this.#look(), signal)
    }
  }

  /** Looks at the orders again without a pause. */
  wake(): void {
    this.#waiting.abort()
  }

  /** Resolves when no request of the agent is under way, so that a turn can begin; ends a slow one. */
  async settle(agentId: AgentId): Promise<void> {
    const sending = this.#sending.get(agentId)
    if (sending === undefined) return
    const over = new AbortController()
    await Promise.race([sending.ended, this.#services.clock.sleep(LONGEST_WAIT_MS, over.signal)])
    over.abort()
    sending.abort.abort()
    await sending.ended
  }

  /** Ends the requests that are under way, and sends no more. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.wake()
    for (const { abort } of this.#sending.values()) abort.abort()
    await Promise.all([...this.#sending.values()].map(({ ended }) => ended))
  }

  /** Sends what is due; returns the time until the next request, ms. */
  async #look(): Promise<number> {
    const agents = await this.#warmOrders.agents()
    let wait = LOOK_MS
    if (!agents.ok) return wait
    for (const some of batches(agents.value, AT_ONCE)) {
      const waits = await Promise.all(some.map((agent) => this.#keep(agent)))
      wait = Math.min(wait, ...waits)
    }
    return wait
  }

  async #keep(agent: AgentRecord): Promise<number> {
    const { clock, logger } = this.#services
    const plan = await this.#plan(agent)
    if (plan === null) return LOOK_MS
    const now = clock.now()
    // After the end of the entry a request would write it again, at the price of a cold prompt.
    if (now >= plan.entry.warmUntil) return LOOK_MS
    if (now < plan.dueAt) return plan.dueAt - now
    if (this.#isClosed || this.#services.isBusy(agent.id) || this.#sending.has(agent.id)) return LOOK_MS
    const abort = new AbortController()
    const sent = catchBug(() => this.#sendOnce(agent, abort.signal), {
      agentId: agent.id,
      fallback: err,
      logger,
    })
    this.#sending.set(agent.id, { abort, ended: sent })
    const result = await sent
    this.#sending.delete(agent.id)
    return result.ok && result.value ? LOOK_MS : RETRY_MS
  }

  /** Null: nothing of the agent's context was cached. */
  async #plan(agent: AgentRecord): Promise<WarmPlan | null> {
    const context = await this.#services.contexts.contextOf(agent.id)
    return context.ok ? warmPlan(agent, context.value, this.#services) : null
  }

  /** Sends the request if no other engine has sent it; false: it could not be sent, or failed. */
  async #sendOnce(agent: AgentRecord, signal: AbortSignal): Promise<Result<boolean>> {
    const { leases, budgets, clock } = this.#services
    // A lock of its own: a turn must not be refused because of a request that it does not need to wait for.
    const lease = await leases.acquire(`keep_warm:${agent.id}`)
    if (!lease.ok || lease.value === null) return ok(false)
    try {
      if (!(await this.#isCurrent(agent.id))) return ok(false)
      const plan = await this.#plan(agent)
      if (plan === null || clock.now() < plan.dueAt) return ok(true)
      const { choice, most } = plan
      const reserved = await budgets.reserveUnasked({ agentId: agent.id, choice, next: plan, most })
      if (!reserved.ok) return reserved
      if (reserved.value.type === 'later') return ok(false)
      if (reserved.value.type === 'refused') return await this.#warmOrders.end(agent.id, reserved.value.reason)
      try {
        return await this.#send(agent, plan, signal)
      } finally {
        await budgets.settleUnasked(agent.id)
      }
    } finally {
      await lease.value.release()
    }
  }

  /** Whether the context contains everything that was recorded: the events of other engines arrive a little later. */
  async #isCurrent(agentId: AgentId): Promise<boolean> {
    const { store, contexts } = this.#services
    const newest = await store.events({ agentId, limit: 1 })
    const context = await contexts.contextOf(agentId)
    return newest.ok && context.ok && (newest.value.at(-1)?.id ?? 0) <= context.value.lastId
  }

  async #send(agent: AgentRecord, plan: WarmPlan, signal: AbortSignal): Promise<Result<boolean>> {
    const { providers, contexts, clock, ids, hub, prices, toolBox } = this.#services
    await toolBox.ready(agent.id, signal)
    const provider = await providers.create(plan.choice.provider, { model: plan.choice.model })
    const context = await contexts.contextOf(agent.id)
    if (!provider.ok) return this.#warmOrders.end(agent.id, provider.error.message)
    if (!context.ok) return context
    const request = await warmRequest(plan, context.value, provider.value, this.#services)
    if (!request.ok || signal.aborted) return ok(false)
    const stream = provider.value.stream(request.value, { signal, newToolCallId: () => ids.toolCallId() })
    const response = await receiveResponse(stream, {
      signal,
      clock,
      seenResponses: new Set(),
      onEvent: () => undefined,
    })
    if (response.events.length === 0) {
      const isFinal = response.type === 'failed' && !response.error.retryable
      return isFinal ? this.#warmOrders.end(agent.id, response.error.message) : ok(false)
    }
    const sent: SentRequest = { request: request.value, response, endpoint: provider.value.endpoint }
    const event = warmEvent(agent.id, plan, sent, prices.cost)
    const recorded = await hub.record({ events: [event] })
    if (!recorded.ok) return this.#warmOrders.end(agent.id, recorded.error.message)
    const read = recordedUsage(event.data)?.cachedTokens ?? plan.entry.tokens
    return read < plan.entry.tokens * LEAST_READ ? this.#warmOrders.end(agent.id, WAS_GONE) : ok(true)
  }
}
