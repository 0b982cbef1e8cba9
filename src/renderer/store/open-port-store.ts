import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentId } from '../../shared/ids.ts'

/** A port of a background command that a pane shows. */
export interface OpenPort {
  /** The id of the command. */
  readonly id: string
  /** When the run of the command began whose port it is, ms since the epoch. */
  readonly startedAt: number
  readonly port: number
  /** Gives one frame access, once. */
  readonly address: string
}

interface OpenPortState {
  /** At most one for each agent. */
  readonly open: ReadonlyMap<AgentId, OpenPort>
}

export type OpenPortStore = StoreApi<OpenPortState>

export function createOpenPortStore(): OpenPortStore {
  return createStore(() => ({ open: new Map() }))
}

/** Shows a port in the pane of an agent; null: none. */
export function showPort(store: OpenPortStore, agentId: AgentId, shown: OpenPort | null): void {
  store.setState(({ open }) => {
    const others = [...open].filter(([other]) => other !== agentId)
    return { open: new Map(shown === null ? others : [...others, [agentId, shown]]) }
  })
}
