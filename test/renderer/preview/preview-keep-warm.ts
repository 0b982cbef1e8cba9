import { implement } from '@orpc/server'

import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { KEEP_WARM_MS, type KeepWarmState } from '../../../src/shared/keep-warm.ts'
import { ok } from '../../../src/shared/result.ts'

interface PreviewParts {
  readonly note: (name: string, input: unknown) => unknown
  readonly agents: ReadonlyMap<AgentId, AgentSummary>
}

const USD_PER_HOUR = { agent: 0.021, subtree: 0.064 }

/** Orders to keep agents warm, for Claude only. Nothing is sent. */
export function previewKeepWarm({ note, agents }: PreviewParts) {
  const os = implement(contract)
  const orders = new Map<AgentId, KeepWarmState['order']>()
  const state = (agentId: AgentId): KeepWarmState => {
    const isClaude = agents.get(agentId)?.choice?.provider === 'anthropic'
    return {
      order: orders.get(agentId) ?? null,
      ended: null,
      refusal: isClaude ? null : 'Only the caches of Claude models can be kept warm.',
      usdPerHour: isClaude ? USD_PER_HOUR : { agent: null, subtree: null },
    }
  }
  return {
    get: os.keepWarm.get.handler(({ input }) => ok(state(input.agentId))),
    set: os.keepWarm.set.handler(({ input: { agentId, scope } }) => {
      note('keepWarm.set', { agentId, scope })
      orders.set(agentId, scope === null ? null : { agentId, scope, until: Date.now() + KEEP_WARM_MS })
      return ok(state(agentId))
    }),
  }
}
