import { createContext, use } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { ToolResults } from './stream-items.ts'
import type { ChangesShown } from './turn-changes.ts'
import type { TurnCosts } from './turn-costs.ts'

/** A message whose menu is open. */
export interface OpenMessageMenu {
  readonly event: AgentEvent
  /** The text that "Copy" copies. */
  readonly text: string
  /** The button to which the menu is anchored and to which the focus returns. */
  readonly anchor: HTMLElement
}

/** Values that the parts of a pane's stream share: the agent and the results of its tool calls. */
export interface PaneStreamContext {
  readonly agentId: AgentId
  readonly results: ToolResults
  /** Calls that waited for the user's answer when their engine ended. */
  readonly unanswered: ReadonlySet<string>
  readonly turnCosts: TurnCosts
  readonly changes: ChangesShown
  /** The context change that can be undone; null if there is none among the loaded events. */
  readonly lastEdit: EventId | null
  /** Whether a turn is running: calls without a result are then still running. */
  readonly running: boolean
  /** Opens the menu of a message at its button. A stable function. */
  openMenu(menu: OpenMessageMenu): void
}

const StreamContext = createContext<PaneStreamContext | null>(null)

export const PaneStreamProvider = StreamContext.Provider

export function usePaneStream(): PaneStreamContext {
  const context = use(StreamContext)
  if (context === null) throw new Error('No pane: wrap the component in a PaneStreamProvider')
  return context
}
