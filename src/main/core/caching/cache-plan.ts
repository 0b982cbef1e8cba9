import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { AgentIdentity } from '../agents/agent-identity.ts'
import type { ContextReplay } from '../../../shared/context-replay.ts'
import type { CachePlan, ModelRequest } from '../ports/provider-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import { cachePoints } from './cache-points.ts'
import { cheaperLifetime, pastRequests } from './cache-lifetime.ts'

export interface PlanOptions {
  readonly context: Pick<ContextReplay, 'system' | 'items'>
  readonly choice: ModelChoice
  /** Notes of the agent and its ancestors, the root first. */
  readonly identities: readonly AgentIdentity[]
  readonly config: Pick<Config, 'cacheLifetime'>
  /** The time of the request, ms since the epoch. */
  readonly now: number
}

/** Returns the request with what its provider's cache needs. */
export function withCachePlan(request: ModelRequest, options: PlanOptions): ModelRequest {
  const { context, identities } = options
  const plan: CachePlan = {
    key: identities[0]?.agentId ?? '',
    lifetime: requestLifetime(options),
    sharedSystem: (context.system ?? '').trim() === '' ? 0 : 1,
    points: cachePoints(request.messages),
  }
  return { ...request, cache: plan }
}

/** Returns the lifetime of the request's cache writes, for the providers that have several. */
export function requestLifetime({
  context,
  choice,
  config,
  now,
}: Pick<PlanOptions, 'context' | 'choice' | 'config' | 'now'>): CachePlan['lifetime'] {
  if (config.cacheLifetime !== 'auto') return config.cacheLifetime
  return cheaperLifetime(pastRequests(context.items, choice), now)
}
