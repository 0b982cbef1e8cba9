import type { AgentId } from '../../shared/ids.ts'
import type { AgentTreeStore } from './agent-tree-store.ts'
import type { LayoutStore } from './layout-store.ts'

/** The focused agents in order, like the history of a browser. */
export interface PaneHistory {
  /** Returns the agent to go to; null if there is none in that direction. */
  peek(step: 1 | -1): AgentId | null
  /** Shows that agent, in its own pane if it is open, else in the focused one. */
  go(step: 1 | -1): void
}

const MAX_VISITS = 100

/** Records the focus of the layout from now on. */
export function createPaneHistory(layout: LayoutStore, tree: AgentTreeStore): PaneHistory {
  let visits: readonly AgentId[] = []
  let index = -1

  layout.subscribe(({ focused }) => {
    if (focused === null || visits[index] === focused) return
    visits = [...visits.slice(0, index + 1), focused].slice(-MAX_VISITS)
    index = visits.length - 1
  })

  function find(step: 1 | -1): number | null {
    const { agents } = tree.getState()
    const { focused } = layout.getState()
    for (let at = index + step; at >= 0 && at < visits.length; at += step) {
      const agentId = visits[at]
      if (agentId !== undefined && agentId !== focused && agents.has(agentId)) return at
    }
    return null
  }

  return {
    peek(step) {
      const at = find(step)
      return at === null ? null : (visits[at] ?? null)
    },
    go(step) {
      const at = find(step)
      const agentId = at === null ? undefined : visits[at]
      if (at === null || agentId === undefined) return
      index = at
      layout.dispatch({ type: 'show', agentId })
    },
  }
}
