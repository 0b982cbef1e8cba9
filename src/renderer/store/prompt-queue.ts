import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { EngineClient } from './engine-connection.ts'
import {
  added,
  changed,
  claimed,
  parseQueue,
  released,
  removed,
  type PromptQueue,
  type QueueStep,
} from './queued-prompt.ts'

/** Prompts that were typed while a turn ran, in the order in which they are to be sent. */
export interface QueueState {
  readonly queues: ReadonlyMap<AgentId, PromptQueue>
}

/**
 * The engine keeps one queue an agent for all windows. What is changed here shows at once, and is carried over to whatever
 * the queue has become by then; what could not be carried over is tried again with the next change.
 */
export interface PromptQueues {
  readonly store: StoreApi<QueueState>
  of(agentId: AgentId): PromptQueue
  /** Shows what is kept now; resolves when it is shown. */
  load(agentId: AgentId): Promise<void>
  add(agentId: AgentId, text: string): void
  change(agentId: AgentId, id: string, text: string): void
  remove(agentId: AgentId, id: string): void
  /** Takes a prompt to send it; answers whether it is ours: of several windows one gets it, and without the engine none. */
  claim(agentId: AgentId, id: string): Promise<boolean>
  /** Puts a prompt that was not sent back in its place. */
  release(agentId: AgentId, id: string): void
  /** Tries again to carry over what could not be. */
  flush(): void
}

const EMPTY: PromptQueue = []
/** So often another window comes first before this one gives up for now. */
const MOST_TRIES = 20

export function createPromptQueues(client: EngineClient): PromptQueues {
  const store = createStore<QueueState>(() => ({ queues: new Map() }))
  const waiting = new Map<AgentId, readonly QueueStep[]>()
  const running = new Map<AgentId, Promise<unknown>>()
  const of = (agentId: AgentId) => store.getState().queues.get(agentId) ?? EMPTY
  const waitingOf = (agentId: AgentId) => waiting.get(agentId) ?? []

  function show(agentId: AgentId, queue: PromptQueue): void {
    store.setState(({ queues }) => ({ queues: new Map(queues).set(agentId, queue) }))
  }

  /** One after the other. `last` comes behind what waits and is not tried again; answers whether it changed the queue. */
  function sync(agentId: AgentId, last?: QueueStep): Promise<boolean> {
    const work = async (): Promise<boolean> => {
      const steps = waitingOf(agentId)
      const kept = await carryOver(client, agentId, last === undefined ? steps : [...steps, last]).catch(() => null)
      if (kept === null) return false
      const later = waitingOf(agentId).slice(steps.length)
      waiting.set(agentId, later)
      const shown = later.reduce((queue, step) => step(queue), kept.queue)
      show(agentId, shown)
      return kept.lastChanged
    }
    const next = (running.get(agentId) ?? Promise.resolve()).then(work)
    running.set(agentId, next)
    return next
  }

  function apply(agentId: AgentId, step: QueueStep): void {
    show(agentId, step(of(agentId)))
    waiting.set(agentId, [...waitingOf(agentId), step])
    void sync(agentId)
  }

  return {
    store,
    of,
    load: async (agentId) => void (await sync(agentId)),
    add: (agentId, text) => apply(agentId, added({ id: crypto.randomUUID(), text, sending: false })),
    change: (agentId, id, text) => apply(agentId, changed(id, text)),
    remove: (agentId, id) => apply(agentId, removed(id)),
    claim: (agentId, id) => sync(agentId, claimed(id)),
    release: (agentId, id) => apply(agentId, released(id)),
    flush() {
      for (const [agentId, steps] of waiting) if (steps.length > 0) void sync(agentId)
    },
  }
}

/** Does the steps to what is kept now; null: it could not be done, and nothing was changed. */
async function carryOver(
  client: EngineClient,
  agentId: AgentId,
  steps: readonly QueueStep[],
): Promise<{ queue: PromptQueue; lastChanged: boolean } | null> {
  const key = `queue:${agentId}`
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const kept = await client.settings.get({ key })
    const before = parseQueue(kept)
    let queue = before
    let lastChanged = false
    for (const step of steps) {
      const next = step(queue)
      lastChanged = next !== queue
      queue = next
    }
    if (queue === before) return { queue, lastChanged }
    const replaced = await client.settings.replace({ key, expected: kept ?? null, value: queue })
    if (!replaced.ok) return null
    if (replaced.value) return { queue, lastChanged }
  }
  return null
}

/** A turn of the agent runs, or waits to go on. */
export function isBusy(agent: AgentSummary | undefined): boolean {
  return agent !== undefined && agent.activity.type !== 'idle' && agent.activity.type !== 'failed'
}
