import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId } from '../../shared/ids.ts'

interface NoticeState {
  /** Messages above the agents' prompt boxes: why an input was refused. Results are in the log instead. */
  readonly byAgent: ReadonlyMap<AgentId, string>
  /** The next announcement for screen readers: states, never streamed text. */
  readonly announcement: string
  /** A failure that belongs to no pane, for example a setting that could not be saved. */
  readonly failure: string | null
}

export interface Notices extends StoreApi<NoticeState> {
  show(agentId: AgentId, text: string): void
  dismiss(agentId: AgentId): void
  /** Removes and returns the agent's message, to show it in a dialog that hides the pane; null if there is none. */
  take(agentId: AgentId): string | null
  announce(text: string): void
  fail(text: string | null): void
}

export function createNotices(): Notices {
  const store = createStore<NoticeState>(() => ({ byAgent: new Map(), announcement: '', failure: null }))
  function dismiss(agentId: AgentId): void {
    const { byAgent } = store.getState()
    if (!byAgent.has(agentId)) return
    const rest = new Map(byAgent)
    rest.delete(agentId)
    store.setState({ byAgent: rest })
  }
  return {
    ...store,
    show: (agentId, text) => store.setState(({ byAgent }) => ({ byAgent: new Map(byAgent).set(agentId, text) })),
    dismiss,
    take(agentId) {
      const text = store.getState().byAgent.get(agentId) ?? null
      dismiss(agentId)
      return text
    },
    announce: (announcement) => store.setState({ announcement }),
    fail: (failure) => store.setState({ failure }),
  }
}
