import { MAX_COMPARED } from '../../shared/comparison-size.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { AppModel } from '../app/app-model.ts'
import { agentName } from '../store/agent-name.ts'
import { activeComparison, comparisonOf, type Comparison } from '../store/comparison.ts'
import type { OpenDialog } from '../store/dialog-store.ts'
import { goToDivergence, hasReruns } from './first-divergence.ts'

export function compareCommands(app: AppModel) {
  const {
    actions: { compare },
    stores,
  } = app
  const { comparisons, dialogs, layout, tree } = stores
  const state = () => comparisons.getState()
  const focused = () => layout.getState().focused
  const nameOf = (id: AgentId) => agentName(tree.getState().agents.get(id) ?? { id, name: '' })
  /** The comparison that was shown last; null while one is shown. */
  const last = () => (state().active === null ? (state().list[0] ?? null) : null)
  const open = (dialog: OpenDialog) => dialogs.setState({ dialog })
  /** A command on the comparison that is shown. */
  const onActive = (find: (active: Comparison) => (() => void) | null) => ({
    getAction() {
      const active = activeComparison(state())
      return active === null ? null : find(active)
    },
  })
  return {
    'compare.choose': {
      getAction() {
        if (tree.getState().agents.size < 2) return null
        return () => dialogs.setState({ dialog: { type: 'compare' } })
      },
    },
    'compare.add': onActive(({ id, agents }) => {
      return agents.length >= MAX_COMPARED ? null : () => open({ type: 'add_column', comparison: id })
    }),
    'compare.merge': onActive(
      ({ id }) =>
        () =>
          open({ type: 'answers', comparison: id, task: 'merge' }),
    ),
    'compare.judge': onActive(
      ({ id }) =>
        () =>
          open({ type: 'answers', comparison: id, task: 'judge' }),
    ),
    'compare.divergence': onActive((active) => {
      return hasReruns(app, active) ? () => void goToDivergence(app, active) : null
    }),
    'compare.adopt': onActive((active) => {
      const agentId = [...active.agents, ...active.merges].find((id) => id === focused())
      return agentId === undefined ? null : () => void compare.adopt(active, agentId)
    }),
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
