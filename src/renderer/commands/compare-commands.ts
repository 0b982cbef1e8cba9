import type { AgentId } from '../../shared/ids.ts'
import { siblingGroups } from '../store/comparable-agents.ts'
import { activeComparison, comparisonOf } from '../store/comparison.ts'
import { agentName } from '../store/agent-name.ts'
import type { AppModel } from '../app/app-model.ts'
import type { CommandBody } from './window-command.ts'

export function compareCommands({ actions: { compare }, stores }: AppModel): readonly CommandBody[] {
  const { comparisons, dialogs, layout, tree } = stores
  const state = () => comparisons.getState()
  const focused = () => layout.getState().focused
  const nameOf = (id: AgentId) => agentName(tree.getState().agents.get(id) ?? { id, name: '' })
  const newest = () => (state().active === null ? (state().list[0] ?? null) : null)
  return [
    {
      id: 'compare.choose',
      title: 'Compare…',
      group: 'Agents',
      prepare() {
        if (siblingGroups(tree.getState().agents, focused()).length === 0) return null
        return () => dialogs.setState({ dialog: { type: 'compare' } })
      },
    },
    {
      id: 'compare.again',
      get title() {
        return `Back to the comparison of ${newest()?.agents.map(nameOf).join(', ') ?? ''}`
      },
      group: 'Agents',
      prepare() {
        const comparison = newest()
        return comparison === null ? null : () => compare.show(comparison.agents)
      },
    },
    {
      id: 'compare.leave',
      title: 'Leave the comparison, back to the panes',
      group: 'Agents',
      prepare: () => (activeComparison(state()) === null ? null : () => compare.leave()),
    },
    {
      id: 'compare.send',
      title: 'Send to all agents of this comparison',
      group: 'Agents',
      prepare() {
        const active = activeComparison(state())
        if (active !== null) return () => void compare.sendShared(active)
        const agentId = focused()
        if (agentId === null || comparisonOf(state(), agentId) === null) return null
        return () => void compare.sendFrom(agentId)
      },
    },
  ]
}
