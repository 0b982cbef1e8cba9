import { useMemo, useState } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import { agentMarks } from '../../shared/agent-marks.ts'
import type { AgentId } from '../../shared/ids.ts'
import { notAnsweredCalls } from './call-state.ts'
import type { OpenMessageMenu, PaneStreamContext } from './pane-stream-context.ts'
import { toolResults } from './stream-items.ts'
import { changesShown } from './turn-changes.ts'
import { turnCosts } from './turn-costs.ts'

interface StreamState {
  readonly context: PaneStreamContext
  /** The message whose menu is open; null: none. */
  readonly menu: OpenMessageMenu | null
  closeMenu(): void
}

/** Returns what the parts of an agent's stream share, from all of its loaded events. */
export function useStreamContext(agentId: AgentId, events: readonly AgentEvent[], running: boolean): StreamState {
  const [menu, setMenu] = useState<OpenMessageMenu | null>(null)
  const context = useMemo(() => {
    const { lastEdit } = agentMarks(agentId, events)
    const shared = {
      results: toolResults(events),
      unanswered: notAnsweredCalls(events),
      turnCosts: turnCosts(events),
      changes: changesShown(agentId, events),
    }
    return { agentId, running, lastEdit, ...shared, openMenu: setMenu }
  }, [agentId, running, events])
  return { context, menu, closeMenu: () => setMenu(null) }
}
