import { expect, it } from 'vitest'

import { newestTurn } from '../../../src/main/core/agents/newest-turn.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { eventLog } from '../../support/event-log-builder.ts'
import { untyped } from '../../support/untyped.ts'

/** Says how the newest turn of an agent with this log ended. */
async function of(events: readonly AgentEvent[]) {
  const read = async ({ upToId = Number.MAX_SAFE_INTEGER, limit = events.length }) =>
    ({ ok: true, value: events.filter(({ id }) => id <= upToId).slice(-limit) }) as const
  const found = await newestTurn('a', { events: read })
  return found.ok ? found.value : found.error
}

const turnId = 't'
const CALL = { type: 'tool_call', id: 'c', name: 'bash', arguments: {} }

it('is answered by an answer without calls, and by nothing else', async () => {
  const log = eventLog()
  const prompt = log.add({ kind: 'user', content: 'Go', turnId })
  const calls = log.add({ kind: 'assistant', content: '', turnId, data: untyped<never>({ blocks: [CALL] }) })
  const answer = log.add({
    kind: 'assistant',
    content: 'Done',
    turnId,
    data: { blocks: [{ type: 'text', text: 'Done' }] },
  })
  const stopped = log.add({ kind: 'interrupted', content: '', turnId, data: { reason: 'cancelled' } })
  expect(await of([prompt])).toBe('open')
  expect(await of([prompt, calls])).toBe('open')
  expect(await of([prompt, calls, answer])).toBe('answered')
  expect(await of([prompt, calls, answer, stopped])).toBe('open')
})

it('is found behind any number of events that belong to no turn', async () => {
  const log = eventLog()
  const answer = log.add({ kind: 'assistant', content: 'Done', turnId, data: {} })
  const marks = Array.from({ length: 120 }, (_, index) => log.mark(String(index)))
  expect(await of([answer, ...marks])).toBe('answered')
  expect(await of(marks)).toBe('none')
  expect(await of([])).toBe('none')
})
