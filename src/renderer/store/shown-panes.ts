import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { openAgents, type Layout } from './layout.ts'

type Agents = ReadonlyMap<AgentId, AgentSummary>

/**
 * Returns the columns that are shown where `fit` columns fit beside each other, from left to right: those whose panes
 * had the focus last. Focusing a hidden pane therefore shows it in place of the one that was not used for longest.
 */
export function shownColumns({ columns, focused, recent }: Layout, fit: number): Layout['columns'] {
  if (columns.length <= fit) return columns
  const places = new Map(recent.map((agentId, index) => [agentId, index]))
  const rank = (agentId: AgentId): number => (agentId === focused ? -1 : (places.get(agentId) ?? recent.length))
  const byUse = columns.toSorted((a, b) => Math.min(...a.map(rank)) - Math.min(...b.map(rank)))
  const shown = new Set(byUse.slice(0, fit))
  return columns.filter((column) => shown.has(column))
}

/** Returns the open agents whose tabs are shown where `fit` tabs fit, in the order of the panes. */
export function shownTabs(layout: Layout, fit: number): readonly AgentId[] {
  const tabs = openAgents(layout)
  // The button for the others takes the place of a tab.
  const columns = tabs.map((agentId) => [agentId])
  return shownColumns({ ...layout, columns }, tabs.length <= fit ? fit : Math.max(1, fit - 1)).flat()
}

/** Returns the open agents that are not in these columns. */
export function hiddenAgents(layout: Layout, shown: Layout['columns']): readonly AgentId[] {
  const visible = new Set(shown.flat())
  return openAgents(layout).filter((agentId) => !visible.has(agentId))
}

/** The panes that one command closes. */
export type PaneGroup = 'others' | 'idle' | 'finished' | 'all'

const TESTS: Readonly<Record<PaneGroup, (agent: AgentSummary, focused: AgentId | null) => boolean>> = {
  others: ({ id }, focused) => id !== focused,
  idle: ({ activity, status }) => activity.type === 'idle' && status !== 'killed',
  finished: ({ activity, status, lastMessageId }) =>
    status === 'killed' || (activity.type === 'idle' && lastMessageId !== undefined),
  all: () => true,
}

/**
 * Returns the open agents of a group. Idle: no turn runs or waits. Finished: the same, and there are messages; or
 * killed.
 */
export function panesOf(group: PaneGroup, layout: Layout, agents: Agents): readonly AgentId[] {
  return openAgents(layout).filter((agentId) => {
    const agent = agents.get(agentId)
    return agent !== undefined && TESTS[group](agent, layout.focused)
  })
}

/** Returns how many panes `reopen` would open. */
export function reopenable(layout: Layout): number {
  const open = new Set(openAgents(layout))
  return layout.closed.flat().filter((agentId) => !open.has(agentId)).length
}
