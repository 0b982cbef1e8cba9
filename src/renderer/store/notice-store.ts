import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId } from '../../shared/ids.ts'

/** Words above a prompt box: why a submit was refused, or an answer that the log doesn't hold. */
export interface Notice {
  readonly tone: 'refused' | 'answer'
  readonly text: string
}

export interface NoticeState {
  readonly byAgent: ReadonlyMap<AgentId, Notice>
  /** What screen readers say next: states, never the stream. */
  readonly announcement: string
  /** A failure that belongs to no pane, for example a setting that could not be kept. */
  readonly failure: string | null
}

export interface Notices {
  readonly store: StoreApi<NoticeState>
  show(agentId: AgentId, notice: Notice): void
  dismiss(agentId: AgentId): void
  announce(text: string): void
  fail(text: string | null): void
}

export function createNotices(): Notices {
  const store = createStore<NoticeState>(() => ({ byAgent: new Map(), announcement: '', failure: null }))
  return {
    store,
    show: (agentId, notice) => store.setState(({ byAgent }) => ({ byAgent: new Map(byAgent).set(agentId, notice) })),
    dismiss(agentId) {
      const { byAgent } = store.getState()
      if (!byAgent.has(agentId)) return
      const rest = new Map(byAgent)
      rest.delete(agentId)
      store.setState({ byAgent: rest })
    },
    announce: (announcement) => store.setState({ announcement }),
    fail: (failure) => store.setState({ failure }),
  }
}
