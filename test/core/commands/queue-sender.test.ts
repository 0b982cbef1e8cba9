import { expect, it } from 'vitest'

import { AgentTree } from '../../../src/main/core/agents/agent-tree.ts'
import { QueueSender } from '../../../src/main/core/commands/queue-sender.ts'
import { KeyedQueue } from '../../../src/main/core/keyed-queue.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { ok } from '../../../src/shared/result.ts'
import { agentRecord } from '../../support/agent-summary.ts'
import { eventLog } from '../../support/event-log-builder.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'
import { untyped } from '../../support/untyped.ts'
import type { CommandServices } from '../../../src/main/core/commands/command-services.ts'
import type { InputRunner } from '../../../src/main/core/commands/input-runner.ts'

const agent = agentRecord({ queuedPrompts: 1 })

interface Situation {
  readonly events: readonly AgentEvent[]
  readonly isOccupied?: boolean
  readonly isKilled?: boolean
  readonly stays?: boolean
}

/** Whether the first of two queued prompts is sent by itself in a situation, and what was sent. */
async function sent({ events, isOccupied = false, isKilled = false, stays = true }: Situation) {
  const prompts: string[] = []
  const tree = new AgentTree()
  tree.put({ ...agent, status: isKilled ? 'killed' : 'running' })
  const inputs = {
    isOccupied: () => isOccupied,
    beginQueued: async (_: string, { text }: { readonly text: string }) => {
      prompts.push(text)
      return ok(null)
    },
    finish: async () => ok(null),
  }
  const used = {
    tree,
    queues: {
      list: async () =>
        ok([
          { id: '1', text: 'first' },
          { id: '2', text: 'second' },
        ]),
    },
    order: new KeyedQueue(),
    store: { events: async () => ok(events) },
    clock: { now: () => 0, sleep: () => Promise.resolve() },
    logger: createRecordingLogger(),
    staysOpen: stays,
  }
  // The sender uses nothing else of the services.
  const sender = new QueueSender(untyped<CommandServices>(used), untyped<InputRunner>(inputs))
  return { now: await sender.sendNext('a'), prompts }
}

const log = eventLog()
const prompt = log.add({ kind: 'user', content: 'Go', turnId: 't' })
const answer = log.add({ kind: 'assistant', content: 'Done', turnId: 't', data: {} })
const stopped = log.add({ kind: 'interrupted', content: '', turnId: 't', data: { reason: 'cancelled' } })
const failed = log.add({ kind: 'error', content: 'no', turnId: 't', data: { category: 'SERVER', retryable: true } })

const NOTHING = { now: false, prompts: [] }

it('sends the first prompt after an answer, and to an agent without a turn', async () => {
  expect(await sent({ events: [prompt, answer] })).toEqual({ now: true, prompts: ['first'] })
  expect(await sent({ events: [] })).toEqual({ now: true, prompts: ['first'] })
})

it('sends nothing after a stop, a failure, or a turn without an answer', async () => {
  expect(await sent({ events: [prompt, answer, stopped] })).toEqual(NOTHING)
  expect(await sent({ events: [prompt, failed] })).toEqual(NOTHING)
  expect(await sent({ events: [prompt] })).toEqual(NOTHING)
})

it('sends nothing to an agent that is busy or killed, nor from an engine that exits', async () => {
  const events = [prompt, answer]
  expect(await sent({ events, isOccupied: true })).toEqual(NOTHING)
  expect(await sent({ events, isKilled: true })).toEqual(NOTHING)
  expect(await sent({ events, stays: false })).toEqual(NOTHING)
})
