import type { NewEvent } from '../../../shared/agent-event.ts'
import type { EngineApi } from '../../../shared/engine-api.ts'
import { mapOk, refuse, type Result } from '../../../shared/result.ts'
import { AGENT_KILLED } from '../agents/agent-tree.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { TurnLoop } from '../conversation/turn-loop.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { KeyedQueue } from '../keyed-queue.ts'

interface Dependencies {
  readonly registry: AgentRegistry
  readonly hub: EventHub
  readonly loop: TurnLoop
  readonly order: KeyedQueue
}

const BUSY = 'Wait until the turn has ended, or stop it. Then add the merged text.'
const NO_TEXT = 'There is no text to add.'

/** Records votes on answers and texts that were merged from them. */
export function createComparisonOperations({ registry, hub, loop, order }: Dependencies): EngineApi['comparisons'] {
  async function record(event: NewEvent): Promise<Result<null>> {
    const recorded = await hub.record({ events: [event] })
    return mapOk(recorded, () => null)
  }

  return {
    vote: async ({ answer, over, withdrawn }) => {
      if (registry.tree.get(answer.agent) === undefined) return refuse(`No agent: ${answer.agent}`)
      const data = { answer, over, ...(withdrawn && { withdrawn: true as const }) }
      return record({ agentId: answer.agent, turnId: null, kind: 'vote', content: null, data })
    },
    addMerge: ({ agentId, text, sources, merged }) =>
      order.run(agentId, async () => {
        const agent = registry.tree.get(agentId)
        if (agent === undefined) return refuse(`No agent: ${agentId}`)
        if (agent.status === 'killed') return refuse(AGENT_KILLED)
        if (loop.isBusy(agentId)) return refuse(BUSY)
        if (text.trim() === '') return refuse(NO_TEXT)
        return record({ agentId, turnId: null, kind: 'merge', content: text, data: { sources, merged } })
      }),
  }
}
