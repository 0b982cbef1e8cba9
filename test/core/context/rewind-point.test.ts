import { expect, it } from 'vitest'

import { rewindPoint } from '../../../src/main/core/commands/context-operations.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'

const from = { agentId: 'a', turnId: null } as const
const user: NewEvent = { ...from, kind: 'user', content: 'hi', data: null }
const answer: NewEvent = { ...from, kind: 'assistant', content: 'Hello', data: {} }
const result: NewEvent = { ...from, kind: 'tool_result', content: 'found', data: { tool_call_id: 'c' } }

const items: readonly AgentEvent[] = [user, answer, result, answer, user].map((event, index) => ({
  ...event,
  id: index + 1,
  sessionId: 1,
  createdAt: '',
}))

it('begins behind the message, and behind the results of its calls', () => {
  expect(rewindPoint(items, 1)).toEqual({ ok: true, targetId: 2 })
  expect(rewindPoint(items, 2)).toEqual({ ok: true, targetId: 4 })
})

it('refuses the end of the context, and what is not in it', () => {
  expect([rewindPoint(items, 5).ok, rewindPoint(items, 9).ok]).toEqual([false, false])
})
