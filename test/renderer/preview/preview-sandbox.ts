import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { ok } from '../../../src/shared/result.ts'
import type { AgentSandbox, SandboxLevel } from '../../../src/shared/sandbox.ts'

/** How far the commands of the preview's agents are confined: as in the engine, from the nearest ancestor. */
export function previewSandbox(
  parentOf: (agentId: AgentId) => AgentId | null,
  note: (operation: string, input: unknown) => void,
) {
  const { agents } = implement(contract)
  const levels = new Map<AgentId, SandboxLevel>()

  function look(agentId: AgentId): AgentSandbox {
    for (let id: AgentId | null = agentId; id !== null; id = parentOf(id)) {
      const level = levels.get(id)
      if (level !== undefined) return { level, chosenFor: id, profile: null }
    }
    return { level: 'workspace', chosenFor: null, profile: null }
  }

  return {
    sandbox: agents.sandbox.handler(({ input }) => ok(look(input.agentId))),
    setSandbox: agents.setSandbox.handler(({ input: { agentId, level } }) => {
      note('agents.setSandbox', { agentId, level })
      if (level === null) levels.delete(agentId)
      else levels.set(agentId, level)
      return ok(look(agentId))
    }),
  }
}
