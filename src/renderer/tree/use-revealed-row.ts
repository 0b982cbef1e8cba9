import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useChosenAgent } from '../hooks/use-agent.ts'
import { agentPath } from '../store/tree-rows.ts'

interface RevealedRow {
  /** The row of the agent in the focused pane; -1: none. */
  readonly index: number
  /** px */
  readonly rowHeight: number
  /** Returns the id of the group of an agent at the top; null: the tree has no groups. */
  groupIdOf(root: AgentSummary): string | null
}

/**
 * Opens the group and the ancestors of the agent in the focused pane and scrolls to its row when it changes, and
 * when the row moves while the tree is not in use.
 */
export function useRevealedRow(
  list: RefObject<HTMLElement | null>,
  { index, rowHeight, groupIdOf }: RevealedRow,
): void {
  const { layout, tree } = useStores()
  const focused = useChosenAgent()
  const revealed = useRef<string | null>(null)

  const open = useEffectEvent((agentId: AgentId) => {
    const path = agentPath(tree.getState().agents, agentId)
    const groups = path.slice(0, 1).map((root) => groupIdOf(root))
    const above = new Set([...groups, ...path.map(({ id }) => id).filter((id) => id !== agentId)])
    const { collapsed } = layout.getState()
    const ids = collapsed.filter((id) => !above.has(id))
    if (ids.length < collapsed.length) layout.dispatch({ type: 'set_collapsed', ids })
  })
  useEffect(() => {
    if (focused !== null) open(focused)
  }, [focused])

  useEffect(() => {
    const view = list.current
    if (view === null || index === -1) return
    const isNew = revealed.current !== focused
    revealed.current = focused
    if (!isNew && view.closest('nav')?.matches(':hover, :focus-within') === true) return
    const top = index * rowHeight
    const end = top + rowHeight - view.clientHeight
    if (top < view.scrollTop) view.scrollTo({ top })
    else if (end > view.scrollTop) view.scrollTo({ top: end })
  }, [list, index, focused, rowHeight])
}
