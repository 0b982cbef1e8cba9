import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId } from '../../shared/ids.ts'

interface NoticeState {
  /** Above an agent's prompt box: why something was refused. What was done stands in the log. */
  readonly byAgent: ReadonlyMap<AgentId, string>
  /** What screen readers say next: states, never the stream. */
  readonly announcement: string
  /** A failure that belongs to no pane, for example a setting that could not be kept. */
  readonly failure: string | null
}

export interface Notices extends StoreApi<NoticeState> {
  show(agentId: AgentId, text: string): void
  dismiss(agentId: AgentId): void
  /** For a dialog, which would hide the pane: the words about the agent, which stand there no more; null: there are none. */
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
      const words = store.getState().byAgent.get(agentId) ?? null
      dismiss(agentId)
      return words
    },
    announce: (announcement) => store.setState({ announcement }),
    fail: (failure) => store.setState({ failure }),
  }
}
