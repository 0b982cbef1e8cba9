import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId } from '../../shared/ids.ts'
import { createDelayedWrites, type DelayScheduler } from './delayed-writes.ts'
import type { EngineClient } from './engine-connection.ts'

/** The unsent text of each prompt box that was shown. */
export interface DraftState {
  readonly texts: ReadonlyMap<AgentId, string>
}

export interface Drafts {
  readonly store: StoreApi<DraftState>
  /** Fetches the kept draft, unless something was typed since the start. */
  load(agentId: AgentId): Promise<void>
  type(agentId: AgentId, text: string): void
  /** Hands everything that is not kept yet to the engine: on blur, and when the window goes. */
  flush(): void
}

export function createDrafts(client: EngineClient, delay: DelayScheduler): Drafts {
  const store = createStore<DraftState>(() => ({ texts: new Map() }))
  const writes = createDelayedWrites<string>((agentId, text) => {
    // A draft that can't be kept now is kept with the next key; the text itself is still on the screen.
    client.drafts.set({ agentId, text }).catch(() => undefined)
  }, delay)

  function put(agentId: AgentId, text: string): void {
    store.setState(({ texts }) => ({ texts: new Map(texts).set(agentId, text) }))
  }

  return {
    store,
    async load(agentId) {
      if (store.getState().texts.has(agentId)) return
      const text = await client.drafts.get({ agentId }).catch(() => '')
      if (!store.getState().texts.has(agentId)) put(agentId, text)
    },
    type(agentId, text) {
      put(agentId, text)
      writes.put(agentId, text)
    },
    flush: writes.flush,
  }
}
