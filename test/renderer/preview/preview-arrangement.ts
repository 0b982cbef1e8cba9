import { implement } from '@orpc/server'

import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { AgentId } from '../../../src/shared/ids.ts'

/** The archive and the pinned agents of the preview. */
export function previewArrangement(
  agents: ReadonlyMap<AgentId, AgentSummary>,
  put: (agent: AgentSummary) => void,
  note: (name: string, input: unknown) => unknown,
) {
  const os = implement(contract).agents
  const ok = { ok: true as const, value: null }
  function arrange(list: 'archived' | 'pinned', agentIds: readonly AgentId[], isIn: boolean) {
    note(`agents.${list}`, { agentIds, isIn })
    for (const id of agentIds) {
      const agent = agents.get(id)
      if (agent === undefined) continue
      const { [list]: _before, ...others } = agent
      put(isIn ? { ...others, [list]: true } : others)
    }
    return ok
  }
  return {
    archive: os.archive.handler(({ input }) => arrange('archived', input.agentIds, input.archived)),
    pin: os.pin.handler(({ input }) => arrange('pinned', input.agentIds, input.pinned)),
  }
}
