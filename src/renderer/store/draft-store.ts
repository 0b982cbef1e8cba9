import { createStore, type StoreApi } from 'zustand/vanilla'

import type { Draft } from '../../shared/contract.ts'
import type { AgentId } from '../../shared/ids.ts'
import { createDelayedWrites, type DelayScheduler } from './delayed-writes.ts'
import type { EngineClient } from './engine-connection.ts'

/** The unsent text of each prompt box that was shown. */
interface DraftState {
  readonly texts: ReadonlyMap<AgentId, string>
  /** Boxes of which some text was not typed: no line of it is a command. */
  readonly pasted: ReadonlySet<AgentId>
}

export interface Drafts extends StoreApi<DraftState> {
  /** Fetches the kept draft, unless something was typed since the start. */
  load(agentId: AgentId): Promise<void>
  /** Empty: nothing was typed yet. */
  of(agentId: AgentId): Draft
  /** `asText`: what stands in the box now is text alone, or typed; when missing, what it was. An empty box is typed in. */
  type(agentId: AgentId, text: string, asText?: boolean): void
  /** Hands everything that is not kept yet to the engine: on blur, and when the window goes. */
  flush(): void
}

export function createDrafts(client: EngineClient, delay: DelayScheduler): Drafts {
  const store = createStore<DraftState>(() => ({ texts: new Map(), pasted: new Set() }))
  const writes = createDelayedWrites<Draft>((agentId, draft) => {
    // A draft that can't be kept now is kept with the next key; the text itself is still on the screen.
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

/** The same set where nothing changes. */
function withAgent(agents: ReadonlySet<AgentId>, agentId: AgentId, isIn: boolean): ReadonlySet<AgentId> {
  if (agents.has(agentId) === isIn) return agents
  return isIn ? new Set([...agents, agentId]) : new Set([...agents].filter((id) => id !== agentId))
}
