import { implement } from '@orpc/server'

import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { contract } from '../../../src/shared/contract.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { ok } from '../../../src/shared/result.ts'

/** Background commands of the preview: all print the same, and end when they are stopped. */
export function previewBackground(
  change: (agentId: AgentId, changed: Partial<AgentSummary>) => void,
  note: (operation: string, input: unknown) => void,
) {
  const { agents } = implement(contract)
  return {
    backgroundOutput: agents.backgroundOutput.handler(() => ok('watching src/ …\n✓ 214 modules in 1.2 s\n')),
    openPort: agents.openPort.handler(({ input }) => {
      note('agents.openPort', input)
      return ok('/sandbox')
    }),
    restartBackground: agents.restartBackground.handler(({ input: { agentId, id } }) => {
      note('agents.restartBackground', { agentId, id })
      return ok(null)
    }),
    endBackground: agents.endBackground.handler(({ input: { agentId, id } }) => {
      note('agents.endBackground', { agentId, id })
      change(agentId, { background: [] })
      return ok(null)
    }),
  }
}
