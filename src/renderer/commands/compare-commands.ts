import type { AgentId } from '../../shared/ids.ts'
import type { AppModel } from '../app/app-model.ts'
import { agentName } from '../store/agent-name.ts'
import { siblingGroups } from '../store/comparable-agents.ts'
import { activeComparison, comparisonOf } from '../store/comparison.ts'

export function compareCommands({ actions: { compare }, stores }: AppModel) {
  const { comparisons, dialogs, layout, tree } = stores
  const state = () => comparisons.getState()
  const focused = () => layout.getState().focused
  const nameOf = (id: AgentId) => agentName(tree.getState().agents.get(id) ?? { id, name: '' })
  /** The comparison that was shown last; null while one is shown. */
  const last = () => (state().active === null ? (state().list[0] ?? null) : null)
  return {
    'compare.choose': {
      getAction() {
        if (siblingGroups(tree.getState().agents, focused()).length === 0) return null
        return () => dialogs.setState({ dialog: { type: 'compare' } })
      },
    },
    'compare.again': {
      getDetail: () => last()?.agents.map(nameOf).join(', ') ?? null,
      getAction() {
        const comparison = last()
        return comparison === null ? null : () => compare.show(comparison.agents)
      },
    },
    'compare.leave': {
      getAction: () => (activeComparison(state()) === null ? null : () => compare.leave()),
    },
    'compare.send': {
      getAction() {
        const active = activeComparison(state())
        if (active !== null) return () => void compare.sendShared(active)
        const agentId = focused()
        if (agentId === null || comparisonOf(state(), agentId) === null) return null
        return () => void compare.sendFrom(agentId)
      },
    },
  }
}
