import type { AgentId } from '../../shared/ids.ts'
import { useLayout, useWindowView } from './use-stores.ts'

/** The agent that the window shows: that of the focused pane, or the race whose board has the place of the panes. Null: none. */
export function useChosenAgent(): AgentId | null {
  const focused = useLayout((layout) => layout.focused)
  const race = useWindowView(({ view }) => (view.type === 'race' && view.attempt === null ? view.agentId : null))
  return race ?? focused
}
