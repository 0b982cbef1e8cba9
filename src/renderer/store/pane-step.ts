import type { AgentId } from '../../shared/ids.ts'
import type { Layout, PaneSide } from './layout.ts'

/** Returns where a step in a direction moves an open pane; null at the end. */
export function stepOf(
  layout: Layout,
  agentId: AgentId,
  direction: 'left' | 'right' | 'up' | 'down',
): { readonly target: AgentId; readonly side: PaneSide } | null {
  const index = layout.columns.findIndex((column) => column.includes(agentId))
  const column = layout.columns[index]
  if (column === undefined) return null
  if (direction === 'up' || direction === 'down') {
    const target = column[column.indexOf(agentId) + (direction === 'up' ? -1 : 1)]
    return target === undefined ? null : { target, side: direction === 'up' ? 'above' : 'below' }
  }
  // A pane in a stack first moves to a column of its own, then past the neighbour.
  const mate = column.find((id) => id !== agentId)
  const target = mate ?? layout.columns[index + (direction === 'left' ? -1 : 1)]?.[0]
  return target === undefined ? null : { target, side: direction }
}
