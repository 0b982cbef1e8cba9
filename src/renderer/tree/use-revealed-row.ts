import { useEffect, useRef, type RefObject } from 'react'

import { useStores } from '../hooks/app-context.ts'
import { useLayout } from '../hooks/use-stores.ts'
import { agentPath } from '../store/tree-rows.ts'

/**
 * Opens the ancestors of the agent in the focused pane and scrolls to its row (`index`; -1: none) when it changes, and
 * when the row moves while the tree is not in use.
 */
export function useRevealedRow(list: RefObject<HTMLElement | null>, index: number, rowHeight: number): void {
  const { layout, tree } = useStores()
  const focused = useLayout((state) => state.focused)
  const revealed = useRef<string | null>(null)

  useEffect(() => {
    if (focused === null) return
    const above = new Set(agentPath(tree.getState().agents, focused).map(({ id }) => id))
    above.delete(focused)
    const { collapsed } = layout.getState()
    const open = collapsed.filter((id) => !above.has(id))
    if (open.length < collapsed.length) layout.dispatch({ type: 'set_collapsed', agents: open })
  }, [focused, layout, tree])

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
