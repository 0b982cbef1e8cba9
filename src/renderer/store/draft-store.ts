import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Draft } from '../../shared/contract/settings.ts'
import type { AgentId } from '../../shared/ids.ts'
import { createDelayedWrites, type DelayScheduler } from './delayed-writes.ts'
import type { EngineClient } from './engine-connection.ts'

/** The unsent text of each prompt box that has been shown. */
interface DraftState {
  readonly texts: ReadonlyMap<AgentId, string>
  /** Agents whose box contains text that was not typed, so that none of its lines is a command. */
  readonly pasted: ReadonlySet<AgentId>
}

export interface Drafts extends StoreApi<DraftState> {
  /** Loads the saved draft, unless text was typed since the start. */
  load(agentId: AgentId): Promise<void>
  /** Returns the draft; empty if no text was typed yet. */
  of(agentId: AgentId): Draft
  /**
   * Sets the text. `asText`: whether it is plain text or typed text; missing: unchanged. An empty box is always typed
   * text.
   */
  type(agentId: AgentId, text: string, asText?: boolean): void
  /** Saves all pending drafts immediately: on blur, and when the window closes. */
  flush(): void
}

export function createDrafts(client: EngineClient, delay: DelayScheduler): Drafts {
  const store = createStore<DraftState>(() => ({ texts: new Map(), pasted: new Set() }))
  const writes = createDelayedWrites<Draft>((agentId, draft) => {
    // A failed write is repeated by the next change; the text itself is still on the screen.
    client.drafts.set({ agentId, ...draft }).catch(() => undefined)
  }, delay)

  function put(agentId: AgentId, { text, asText }: Draft): void {
    store.setState(({ texts, pasted }) => ({
      texts: new Map(texts).set(agentId, text),
      pasted: withAgent(pasted, agentId, asText),
    }))
  }

  const of = (agentId: AgentId): Draft => {
    const { texts, pasted } = store.getState()
    return { text: texts.get(agentId) ?? '', asText: pasted.has(agentId) }
  }

  return {
    ...store,
    async load(agentId) {
      if (store.getState().texts.has(agentId)) return
      const draft = await client.drafts.get({ agentId }).catch(() => NO_DRAFT)
      if (!store.getState().texts.has(agentId)) put(agentId, draft)
    },
    of,
    type(agentId, text, asText = of(agentId).asText) {
      const draft = { text, asText: asText && text !== '' }
      put(agentId, draft)
      writes.put(agentId, draft)
    },
    flush: writes.flush,
  }
}

const NO_DRAFT: Draft = { text: '', asText: false }

/** Returns the same set if nothing changes. */
function withAgent(agents: ReadonlySet<AgentId>, agentId: AgentId, isIn: boolean): ReadonlySet<AgentId> {
  if (agents.has(agentId) === isIn) return agents
  return isIn ? new Set([...agents, agentId]) : new Set([...agents].filter((id) => id !== agentId))
}
