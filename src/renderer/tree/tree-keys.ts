import type { AgentId } from '../../shared/ids.ts'
import type { TreeRow } from '../store/tree-rows.ts'

export type TreeAction =
  /** Moves the cursor of the tree. */
  | { readonly type: 'choose'; readonly agentId: AgentId }
  | { readonly type: 'toggle'; readonly agentId: AgentId }
  /** Gives the other versions of the place rows of their own, or folds them into this one. */
  | { readonly type: 'versions'; readonly agentId: AgentId; readonly place: string }
  | { readonly type: 'open'; readonly agentId: AgentId; readonly beside: boolean }
  | { readonly type: 'rename'; readonly agentId: AgentId }
  | { readonly type: 'menu'; readonly agentId: AgentId }
  /** Selects the agent for an action on several, or deselects it. */
  | { readonly type: 'select'; readonly agentId: AgentId }
  /** Moves the cursor, and selects all rows up to it. */
  | { readonly type: 'select_to'; readonly agentId: AgentId }
  | { readonly type: 'select_all'; readonly agentId: AgentId }
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

/** Returns the action of a key in the tree (ARIA tree pattern); null if the tree does not handle it. */
export function treeKeyAction(rows: readonly TreeRow[], current: AgentId | null, key: TreeKey): TreeAction | null {
  const index = rows.findIndex((row) => row.agent.id === current)
  const row = rows[index]
  if (row === undefined || key.altKey) return null
  const agentId = row.agent.id
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
      if (row.versions?.isOpen === false) return { type: 'versions', agentId, place: row.versions.place }
      if (!row.hasChildren) return null
      return row.expanded ? choose(rows[index + 1]) : { type: 'toggle', agentId }
    case 'ArrowLeft':
      if (row.expanded) return { type: 'toggle', agentId }
      if (row.versions?.isOpen === true) return { type: 'versions', agentId, place: row.versions.place }
      return choose(parentRow(rows, row))
    case ' ':
      return { type: key.shiftKey ? 'select_to' : 'select', agentId }
    case '*':
      return { type: 'expand_siblings', agentId }
    case 'a':
      return key.ctrlKey || key.metaKey ? { type: 'select_all', agentId } : null
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

function move(row: TreeRow | undefined, selects: boolean): TreeAction | null {
  return row !== undefined && selects ? { type: 'select_to', agentId: row.agent.id } : choose(row)
}

function choose(row: TreeRow | undefined): TreeAction | null {
  return row === undefined ? null : { type: 'choose', agentId: row.agent.id }
}

function parentRow(rows: readonly TreeRow[], row: TreeRow): TreeRow | undefined {
  return rows.find((each) => each.agent.id === row.agent.parentId)
}
