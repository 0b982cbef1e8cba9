import { useCallback, type RefObject } from 'react'

import { assertNever } from '../../shared/assert-never.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { LayoutStore } from '../store/layout-store.ts'
import { useStores } from '../hooks/app-context.ts'
import { rowElement } from './row-element.ts'
import type { TreeAction } from './tree-keys.ts'

/** Returns a stable function that executes actions of the tree. */
export function useTreeActions(
  list: RefObject<HTMLElement | null>,
  choose: (agentId: AgentId) => void,
  openMenu: (agentId: AgentId) => void,
  select: (agentId: AgentId) => void,
): (action: TreeAction) => void {
  const { layout, dialogs } = useStores()
  return useCallback(
    (action) => {
      const { agentId } = action
      choose(agentId)
      switch (action.type) {
        case 'choose':
          rowElement(list.current, agentId)?.focus()
          return
        case 'toggle':
          layout.dispatch({ type: 'toggle_collapsed', agentId })
          return
        case 'open':
          openAgent(layout, action)
          return
        case 'menu':
          openMenu(agentId)
          return
        case 'select':
          select(agentId)
          return
        case 'kill':
          dialogs.setState({ dialog: { type: 'kill', agentId } })
          return
        case 'rename':
          dialogs.setState({ dialog: { type: 'rename', agentId } })
          return
        default:
          assertNever(action)
      }
    },
    [layout, dialogs, list, choose, openMenu, select],
  )
}

function openAgent(
  { getState, dispatch }: LayoutStore,
  { agentId, beside }: Extract<TreeAction, { type: 'open' }>,
): void {
  const { focused } = getState()
  if (!beside || focused === null) dispatch({ type: 'show', agentId })
  else dispatch({ type: 'open', agents: [agentId], focus: true, beside: focused })
}
