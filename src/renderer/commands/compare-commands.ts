import { MAX_COMPARED } from '../../shared/comparison-size.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { isRerunLog, type RerunView } from '../../shared/rerun.ts'
import type { AppModel } from '../app/app-model.ts'
import { agentName } from '../store/agent-name.ts'
import { activeComparison, comparisonOf, type Comparison } from '../store/comparison.ts'
import type { OpenDialog } from '../store/dialog-store.ts'
import { texts } from '../text/texts.ts'
import { showEvent } from './show-event.ts'

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

type Compared = Pick<Comparison, 'agents'>

/** Whether reruns are compared, as far as their logs are loaded. */
function hasReruns({ stores: { views } }: AppModel, { agents }: Compared): boolean {
  return rerunsAmong(agents, views.getState().views).length > 0
}

function rerunsAmong(
  agents: readonly AgentId[],
  views: ReadonlyMap<AgentId, { readonly events: readonly { readonly kind: string }[] }>,
): readonly AgentId[] {
  return agents.filter((agentId) => isRerunLog(views.get(agentId)?.events ?? []))
}

/** Scrolls the columns of all reruns, and that of the original, to where the runs part. */
async function goToDivergence(app: AppModel, { id, agents }: Comparison): Promise<void> {
  const { comparisons, layout, toasts, views } = app.stores
  const ids = rerunsAmong(agents, views.getState().views)
  const found = await Promise.all(ids.map((agentId) => app.actions.reruns.view(agentId)))
  const { focused } = layout.getState()
  const places = divergencePlaces(
    found.flatMap((view) => (view.ok ? [view.value] : [])),
    focused,
  )
  const first = places.keys().next().value
  if (first === undefined) {
    toasts.show(texts.compare.rerun.none)
    return
  }
  comparisons.dispatch({ type: 'tab', id, tab: 'answers' })
  // A narrow window shows one column.
  if (focused === null || !places.has(focused)) layout.dispatch({ type: 'focus', agentId: first })
  const shown = [...places].filter(([agentId]) => agents.includes(agentId))
  await Promise.all(shown.map(([agentId, eventId]) => showEvent(app, agentId, eventId)))
}

/**
 * Returns the answer at which each agent parts from another run. An original of several reruns parts from the focused
 * one, or from the first.
 */
function divergencePlaces(reruns: readonly RerunView[], focused: AgentId | null): ReadonlyMap<AgentId, EventId> {
  const isFocused = ({ agentId }: RerunView): boolean => agentId === focused
  const places = new Map<AgentId, EventId>()
  for (const { agentId, original, divergence } of reruns.toSorted(
    (a, b) => Number(isFocused(b)) - Number(isFocused(a)),
  )) {
    if (divergence === null) continue
    places.set(agentId, divergence.answers.again)
    if (!places.has(original.agentId)) places.set(original.agentId, divergence.answers.original)
  }
  return places
}
