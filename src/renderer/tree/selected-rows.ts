import type { AgentId } from '../../shared/ids.ts'

/** The agents that are selected in the tree for an action on all of them. */
export interface Selection {
  readonly ids: ReadonlySet<AgentId>
  /** Where a range begins; null: nothing was selected yet. */
  readonly anchor: AgentId | null
}

export type SelectionAction =
  | { readonly type: 'toggle'; readonly agentId: AgentId }
  /** Selects from the anchor to the agent and nothing else. `from`: the anchor if there is none. */
  | {
      readonly type: 'range'
      readonly agentId: AgentId
      readonly from: AgentId | null
      readonly rows: readonly AgentId[]
    }
  | { readonly type: 'all'; readonly rows: readonly AgentId[] }
  | { readonly type: 'clear' }

export const NO_SELECTION: Selection = { ids: new Set(), anchor: null }

export function changeSelection(selection: Selection, action: SelectionAction): Selection {
  switch (action.type) {
    case 'toggle':
      return { ids: toggled(selection.ids, action.agentId), anchor: action.agentId }
    case 'range': {
      const anchor = selection.anchor ?? action.from ?? action.agentId
      return { ids: new Set(between(action.rows, anchor, action.agentId)), anchor }
    }
    case 'all':
      return { ids: new Set(action.rows), anchor: action.rows[0] ?? null }
    default:
      return NO_SELECTION
  }
}

function toggled(ids: ReadonlySet<AgentId>, agentId: AgentId): ReadonlySet<AgentId> {
  return new Set(ids.has(agentId) ? [...ids].filter((id) => id !== agentId) : [...ids, agentId])
}

/** Returns the rows from one to the other, both included; only the second if the first is not shown. */
function between(rows: readonly AgentId[], from: AgentId, to: AgentId): readonly AgentId[] {
  const [start, end] = [rows.indexOf(from), rows.indexOf(to)]
  if (start === -1) return [to]
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1)
}
