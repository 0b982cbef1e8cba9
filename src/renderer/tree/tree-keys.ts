import type { AgentId } from '../../shared/ids.ts'
import type { TreeRow } from '../store/tree-rows.ts'
import { isGroupRow, rowId, type GroupRow, type OutlineRow } from './row-groups.ts'

export type TreeAction =
  /** Moves the cursor of the tree. */
  | { readonly type: 'choose'; readonly rowId: string }
  | { readonly type: 'toggle'; readonly rowId: string }
  /** Gives the other versions of the place rows of their own, or folds them into this one. */
  | { readonly type: 'versions'; readonly agentId: AgentId; readonly place: string }
  | { readonly type: 'open'; readonly agentId: AgentId; readonly beside: boolean }
  | { readonly type: 'rename'; readonly agentId: AgentId }
  | { readonly type: 'menu'; readonly agentId: AgentId }
  /** Selects the agent for an action on several, or deselects it. */
  | { readonly type: 'select'; readonly agentId: AgentId }
  /** Moves the cursor, and selects all rows up to it. */
  | { readonly type: 'select_to'; readonly agentId: AgentId }
  | { readonly type: 'select_all' }
  /** Expands all siblings of the agent. */
  | { readonly type: 'expand_siblings'; readonly agentId: AgentId }
  | { readonly type: 'kill'; readonly agentId: AgentId }

export interface TreeKey {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

/**
 * Returns the action of a key in the tree (ARIA tree pattern); null if the tree does not handle it. `current`: the id of
 * a row.
 */
export function treeKeyAction(rows: readonly OutlineRow[], current: string | null, key: TreeKey): TreeAction | null {
  const index = rows.findIndex((row) => rowId(row) === current)
  const row = rows[index]
  if (row === undefined || key.altKey) return null
  switch (key.key) {
    case 'ArrowDown':
      return move(rows[index + 1], key.shiftKey)
    case 'ArrowUp':
      return move(rows[index - 1], key.shiftKey)
    case 'Home':
      return choose(rows[0])
    case 'End':
      return choose(rows.at(-1))
    case 'ArrowRight':
      return expand(rows, index)
    case 'ArrowLeft':
      return collapse(rows, index)
    default:
      return isGroupRow(row) ? groupAction(row, key) : agentAction(row, key)
  }
}

function agentAction(row: TreeRow, key: TreeKey): TreeAction | null {
  const agentId = row.agent.id
  switch (key.key) {
    case ' ':
      return { type: key.shiftKey ? 'select_to' : 'select', agentId }
    case '*':
      return { type: 'expand_siblings', agentId }
    case 'a':
      return key.ctrlKey || key.metaKey ? { type: 'select_all' } : null
    case 'Enter':
      return { type: 'open', agentId, beside: key.ctrlKey || key.metaKey }
    case 'Delete':
      return row.agent.status === 'killed' ? null : { type: 'kill', agentId }
    case 'ContextMenu':
      return { type: 'menu', agentId }
    case 'F10':
      return key.shiftKey ? { type: 'menu', agentId } : null
    case 'F2':
      return { type: 'rename', agentId }
    default:
      return null
  }
}

function groupAction(row: GroupRow, key: TreeKey): TreeAction | null {
  if (key.key === 'Enter' || key.key === ' ') return { type: 'toggle', rowId: row.groupId }
  return key.key === 'a' && (key.ctrlKey || key.metaKey) ? { type: 'select_all' } : null
}

function expand(rows: readonly OutlineRow[], index: number): TreeAction | null {
  const row = rows[index]
  if (row === undefined) return null
  if (!isGroupRow(row) && row.versions?.isOpen === false)
    return { type: 'versions', agentId: row.agent.id, place: row.versions.place }
  if (!isGroupRow(row) && !row.hasChildren) return null
  return row.expanded ? choose(rows[index + 1]) : { type: 'toggle', rowId: rowId(row) }
}

function collapse(rows: readonly OutlineRow[], index: number): TreeAction | null {
  const row = rows[index]
  if (row === undefined) return null
  if (row.expanded) return { type: 'toggle', rowId: rowId(row) }
  if (!isGroupRow(row) && row.versions?.isOpen === true)
    return { type: 'versions', agentId: row.agent.id, place: row.versions.place }
  return choose(rows.slice(0, index).findLast(({ level }) => level < row.level))
}

function move(row: OutlineRow | undefined, selects: boolean): TreeAction | null {
  if (row !== undefined && selects && !isGroupRow(row)) return { type: 'select_to', agentId: row.agent.id }
  return choose(row)
}

function choose(row: OutlineRow | undefined): TreeAction | null {
  return row === undefined ? null : { type: 'choose', rowId: rowId(row) }
}
