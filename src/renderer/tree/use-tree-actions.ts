import type { RefObject } from 'react'
import { flushSync } from 'react-dom'

import { assertNever } from '../../shared/assert-never.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { LayoutStore } from '../store/layout-store.ts'
import { useStores } from '../hooks/app-context.ts'
import type { TreeRow } from '../store/tree-rows.ts'
import { agentRows, type OutlineRow } from './row-groups.ts'
import type { SelectionAction } from './selected-rows.ts'
import type { TreeAction } from './tree-keys.ts'

interface TreeActionTargets {
  readonly rows: readonly OutlineRow[]
  /** The id of the row of the cursor. */
  readonly current: string | null
  /** Moves the cursor. */
  choose(rowId: string): void
  openMenu(agentId: AgentId): void
  select(action: SelectionAction): void
  toggleVersions(place: string): void
}

/** Returns a function that executes actions of the tree. */
export function useTreeActions(
  list: RefObject<HTMLElement | null>,
  { rows, current, choose, openMenu, select, toggleVersions }: TreeActionTargets,
): (action: TreeAction) => void {
  const { layout, dialogs } = useStores()
  const ids = () => agentRows(rows).map(({ agent }) => agent.id)
  function focusRow(id: string): void {
    // Of many rows, only those in view and the one of the cursor are rendered.
    flushSync(() => choose(id))
    rowElement(list.current, id)?.focus()
  }
  return (action) => {
    if (action.type === 'select_all') {
      select({ type: 'all', rows: ids() })
      return
    }
    focusRow('rowId' in action ? action.rowId : action.agentId)
    switch (action.type) {
      case 'choose':
        return
      case 'toggle':
        layout.dispatch({ type: 'toggle_collapsed', id: action.rowId })
        return
      case 'versions':
        toggleVersions(action.place)
        return
      case 'expand_siblings':
        layout.dispatch({
          type: 'set_collapsed',
          ids: withoutSiblings(layout.getState().collapsed, agentRows(rows), action.agentId),
        })
        return
      case 'open':
        select({ type: 'clear' })
        openAgent(layout, action)
        dialogs.setState(({ dialog }) => (dialog.type === 'tree' ? { dialog: { type: 'none' } } : {}))
        return
      case 'menu':
        openMenu(action.agentId)
        return
      case 'select':
        select({ type: 'toggle', agentId: action.agentId })
        return
      case 'select_to':
        select({ type: 'range', agentId: action.agentId, from: current, rows: ids() })
        return
      case 'kill':
        dialogs.setState({ dialog: { type: 'kill', agentIds: [action.agentId] } })
        return
      case 'rename':
        dialogs.setState({ dialog: { type: 'rename', agentId: action.agentId } })
        return
      default:
        assertNever(action)
    }
  }
}

/** Returns the collapsed agents without the siblings of the agent and the agent itself. */
function withoutSiblings(collapsed: readonly string[], rows: readonly TreeRow[], agentId: AgentId): readonly string[] {
  const parent = rows.find(({ agent }) => agent.id === agentId)?.agent.parentId
  const siblings = new Set(rows.filter(({ agent }) => agent.parentId === parent).map(({ agent }) => agent.id))
  return collapsed.filter((id) => !siblings.has(id))
}

function openAgent(
  { getState, dispatch }: LayoutStore,
  { agentId, beside }: Extract<TreeAction, { type: 'open' }>,
): void {
  const { focused } = getState()
  if (!beside || focused === null) dispatch({ type: 'show', agentId })
  else dispatch({ type: 'open', agents: [agentId], focus: true, beside: focused })
}

/** Returns the row of an agent or a group in the tree, if it is rendered. `id`: as of `rowId`. */
export function rowElement(tree: HTMLElement | null, id: string | null): HTMLElement | null {
  return id === null ? null : (tree?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`) ?? null)
}

/** Returns the id of the row that has the focus. */
export function rowOfTarget(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? null) : null
}
