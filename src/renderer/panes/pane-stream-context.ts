import { createContext, use } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { ToolResults } from './stream-items.ts'

/** What the parts of a pane's stream share: whose stream it is, and what its tool calls came to. */
export interface PaneStreamContext {
  readonly agentId: AgentId
  readonly results: ToolResults
  /** A turn runs: calls without a result are under way. */
  readonly running: boolean
}

const StreamContext = createContext<PaneStreamContext | null>(null)

export const PaneStreamProvider = StreamContext.Provider

export function usePaneStream(): PaneStreamContext {
  const context = use(StreamContext)
  if (context === null) throw new Error('No pane: wrap the component in a PaneStreamProvider')
  return context
}
