import type { AgentId, EventId } from '../../shared/ids.ts'
import { isRerunLog, type RerunView } from '../../shared/rerun.ts'
import type { AppModel } from '../app/app-model.ts'
import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { showEvent } from './show-event.ts'

type Compared = Pick<Comparison, 'agents'>

/** Whether reruns are compared, as far as their logs are loaded. */
export function hasReruns({ stores: { views } }: AppModel, { agents }: Compared): boolean {
  return rerunsAmong(agents, views.getState().views).length > 0
}

function rerunsAmong(
  agents: readonly AgentId[],
  views: ReadonlyMap<AgentId, { readonly events: readonly { readonly kind: string }[] }>,
): readonly AgentId[] {
  return agents.filter((agentId) => isRerunLog(views.get(agentId)?.events ?? []))
}

/** Scrolls the columns of all reruns, and that of the original, to where the runs part. */
export async function goToDivergence(app: AppModel, { id, agents }: Comparison): Promise<void> {
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
