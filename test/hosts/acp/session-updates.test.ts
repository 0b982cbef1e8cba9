import { expect, it } from 'vitest'

import { SessionUpdates } from '../../../src/main/hosts/acp/session-updates.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import { untyped } from '../../support/untyped.ts'

const AGENT = '00000000-0000-4000-8000-000000000001'

function event(change: Pick<NewEvent, 'kind' | 'content' | 'data'>): AgentEvent {
  const base = { id: 1, sessionId: 1, createdAt: '2026-11-23T00:00:00.000Z', agentId: AGENT, turnId: null }
  return untyped<AgentEvent>({ ...base, ...change })
}

const answer = (...blocks: readonly object[]): AgentEvent =>
  event({ kind: 'assistant', content: null, data: untyped<never>({ blocks }) })
const CALL = { type: 'tool_call', id: 'c1', name: 'file_read', arguments: { path: 'a.ts', offset: 3 } } as const

it('sends a text once, whether or not it was streamed', () => {
  const updates = new SessionUpdates('/project')
  updates.live({ type: 'start', model: 'm' })
  const streamed = updates.live({ type: 'text_delta', blockIndex: 0, text: 'One ' })
  const rest = updates.recorded(answer({ type: 'text', text: 'One two' }))
  const next = updates.recorded(answer({ type: 'thinking', text: 'Hm' }, { type: 'text', text: 'Three' }))
  const texts = [...streamed, ...rest, ...next].map((update) => 'content' in update && update.content)
  expect(texts).toEqual(['One ', 'two', 'Hm', 'Three'].map((text) => ({ type: 'text', text })))
  expect(next.map((update) => update.sessionUpdate)).toEqual(['agent_thought_chunk', 'agent_message_chunk'])
  const ids = [...streamed, ...rest, ...next].map((update) => 'messageId' in update && update.messageId)
  expect(new Set(ids).size).toBe(2)
  expect(ids[0]).toBe(ids[1])
})

it('announces a call once, completes it, and ends it with the turn otherwise', () => {
  const updates = new SessionUpdates('/project')
  const begun = updates.live({ type: 'tool_call_start', blockIndex: 0, id: 'c1', name: 'file_read' })
  expect(begun).toMatchObject([{ sessionUpdate: 'tool_call', toolCallId: 'c1', kind: 'read', status: 'pending' }])
  expect(updates.recorded(answer(CALL))).toMatchObject([
    { sessionUpdate: 'tool_call_update', title: 'file_read: a.ts', locations: [{ path: '/project/a.ts', line: 3 }] },
  ])
  updates.live({ type: 'tool_output_delta', id: 'c1', text: 'one ' })
  expect(updates.live({ type: 'tool_output_delta', id: 'c1', text: 'two' })).toMatchObject([
    { status: 'in_progress', content: [{ content: { text: 'one two' } }] },
  ])
  const result = { tool_call_id: 'c1', is_error: true }
  expect(updates.recorded(event({ kind: 'tool_result', content: 'gone', data: result }))).toMatchObject([
    { toolCallId: 'c1', status: 'failed', content: [{ content: { text: 'gone' } }] },
  ])
  updates.recorded(answer({ ...CALL, id: 'c2' }))
  expect(updates.live({ type: 'turn_ended', turnId: 't', outcome: 'cancelled' })).toMatchObject([
    { toolCallId: 'c2', status: 'failed' },
  ])
})

it('does not announce the calls of an interrupted answer, which never run', () => {
  const updates = new SessionUpdates('/project')
  const data = untyped<never>({ reason: 'cancelled', blocks: [{ type: 'text', text: 'Half' }, CALL] })
  const sent = updates.recorded(event({ kind: 'interrupted', content: 'Half', data }))
  expect(sent.map((update) => update.sessionUpdate)).toEqual(['agent_message_chunk'])
})

it('says what a request was sent without, and which thinking did not arrive', () => {
  const plain = { left_out: ['files', 'thinking'], refusal: 'Anthropic said: no.' }
  const texts = (data: object, kind: 'assistant' | 'error' = 'assistant') =>
    new SessionUpdates('/project')
      .recorded(event({ kind, content: 'Hi', data: { blocks: [], ...data } }))
      .flatMap((update) => ('content' in update ? [update.content] : []))
  const refused =
    'The provider refused the request, so it was sent once more without files (named in notes), earlier thinking. Anthropic said: no.'
  expect(texts({ plain })).toEqual([{ type: 'text', text: refused }])
  expect(texts({ plain }, 'error')).toEqual([{ type: 'text', text: refused }])
  expect(texts({ plain: { left_out: ['files'] } })).toEqual([])
  expect(texts({ thinking_withheld: [{ reason: 'model_mismatch', count: 2 }] })).toEqual([
    { type: 'text', text: 'The provider kept earlier thinking from the model: model_mismatch.' },
  ])
  expect(texts({ files_not_sent: { count: 3, reason: 'Anthropic takes 100 pictures' } })).toEqual([
    { type: 'text', text: '3 older files were not sent: Anthropic takes 100 pictures.' },
  ])
  expect(texts({})).toEqual([])
})
