import { implement } from '@orpc/server'

import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { KEEP_WARM_MS, type KeepWarmState } from '../../../src/shared/keep-warm.ts'
import { type LimitReturnState, MOST_RETURNS } from '../../../src/shared/limit-return.ts'
import { ok } from '../../../src/shared/result.ts'

interface PreviewParts {
  readonly note: (name: string, input: unknown) => unknown
  readonly agents: ReadonlyMap<AgentId, AgentSummary>
}

const USD_PER_HOUR = { agent: 0.021, subtree: 0.064 }

/** What users have agents do by themselves. */
export function previewOrders(parts: PreviewParts) {
  return { keepWarm: previewKeepWarm(parts), limitReturn: previewLimitReturn(parts.note) }
}

/** Orders to keep agents warm, for Claude only. Nothing is sent. */
function previewKeepWarm({ note, agents }: PreviewParts) {
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

/** When the limit of every agent that failed at one resets, ms since the epoch. */
const RESETS_AT = Date.parse('2026-11-30T14:05:00Z')

/** Agents that wait for the end of a limit. */
function previewLimitReturn(note: PreviewParts['note']) {
  const os = implement(contract)
  const on = new Set<AgentId>()
  const state = (agentId: AgentId): LimitReturnState => {
    return { isOn: on.has(agentId), resetsAt: RESETS_AT, times: 0, most: MOST_RETURNS, problem: null }
  }
  return {
    get: os.limitReturn.get.handler(({ input }) => ok(state(input.agentId))),
    set: os.limitReturn.set.handler(({ input: { agentId, isOn } }) => {
      note('limitReturn.set', { agentId, isOn })
      if (isOn) on.add(agentId)
      else on.delete(agentId)
      return ok(state(agentId))
    }),
    waits: os.limitReturn.waits.handler(() => ok([...on].map((agentId) => ({ agentId, resetsAt: RESETS_AT })))),
  }
}
