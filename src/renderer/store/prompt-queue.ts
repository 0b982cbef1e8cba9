import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { createDelayedWrites, type DelayScheduler } from './delayed-writes.ts'
import type { EngineClient } from './engine-connection.ts'

/** Prompts that were typed while a turn ran, in the order in which they are to be sent. */
export interface QueueState {
  readonly queues: ReadonlyMap<AgentId, readonly string[]>
}

export interface PromptQueues {
  readonly store: StoreApi<QueueState>
  of(agentId: AgentId): readonly string[]
  /** Fetches what was kept, unless something was queued since the start. */
  load(agentId: AgentId): Promise<void>
  add(agentId: AgentId, text: string): void
  insert(agentId: AgentId, index: number, text: string): void
  change(agentId: AgentId, index: number, text: string): void
  remove(agentId: AgentId, index: number): void
  /** Hands everything that is not kept yet to the engine. */
  flush(): void
}

const EMPTY: readonly string[] = []
const keptSchema = z.array(z.string())

export function createPromptQueues(client: EngineClient, delay: DelayScheduler): PromptQueues {
  const store = createStore<QueueState>(() => ({ queues: new Map() }))
  const writes = createDelayedWrites<readonly string[]>((agentId, value) => {
    // What can't be kept now is kept with the next change; the queue itself is still on the screen.
    client.settings.set({ key: settingKey(agentId), value }).catch(() => undefined)
  }, delay)
  const of = (agentId: AgentId) => store.getState().queues.get(agentId) ?? EMPTY

  function show(agentId: AgentId, queue: readonly string[]): void {
    store.setState(({ queues }) => ({ queues: new Map(queues).set(agentId, queue) }))
  }

  function put(agentId: AgentId, queue: readonly string[]): void {
    show(agentId, queue)
    writes.put(agentId, queue)
  }

  return {
    store,
    of,
    async load(agentId) {
      if (store.getState().queues.has(agentId)) return
      const kept = keptSchema.safeParse(await client.settings.get({ key: settingKey(agentId) }).catch(() => null))
      if (kept.success && !store.getState().queues.has(agentId)) show(agentId, kept.data)
    },
    add: (agentId, text) => put(agentId, [...of(agentId), text]),
    insert: (agentId, index, text) => put(agentId, of(agentId).toSpliced(index, 0, text)),
    change: (agentId, index, text) => put(agentId, of(agentId).with(index, text)),
    remove: (agentId, index) => put(agentId, of(agentId).toSpliced(index, 1)),
    flush: writes.flush,
  }
}

function settingKey(agentId: AgentId): string {
  return `queue:${agentId}`
}

/** A turn of the agent runs, or waits to go on. */
export function isBusy(agent: AgentSummary | undefined): boolean {
  return agent !== undefined && agent.activity.type !== 'idle' && agent.activity.type !== 'failed'
}
