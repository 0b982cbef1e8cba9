import { createContext, use } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { ToolResults } from './stream-items.ts'

/** A message whose menu is open. */
export interface OpenMessageMenu {
  readonly event: AgentEvent
  /** What "Copy" copies. */
  readonly text: string
  /** The button that it hangs on, and where the focus goes back to. */
  readonly anchor: HTMLElement
}

/** What the parts of a pane's stream share: whose stream it is, and what its tool calls came to. */
export interface PaneStreamContext {
  readonly agentId: AgentId
  readonly results: ToolResults
  /** The act on the context that can be undone; null: there is none among the loaded events. */
  readonly lastAct: EventId | null
  /** A turn runs: calls without a result are under way. */
  readonly running: boolean
  /** Opens the menu of a message at its button. Always the same function. */
  openMenu(menu: OpenMessageMenu): void
}

const StreamContext = createContext<PaneStreamContext | null>(null)

export const PaneStreamProvider = StreamContext.Provider

export function usePaneStream(): PaneStreamContext {
  const context = use(StreamContext)
  if (context === null) throw new Error('No pane: wrap the component in a PaneStreamProvider')
  return context
}
