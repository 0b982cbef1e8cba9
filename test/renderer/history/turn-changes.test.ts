import { expect, it } from 'vitest'

import { figuresText } from '../../../src/shared/change-figures.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { CheckpointCause, FileAttribution } from '../../../src/shared/file-changes.ts'
import { changedAfter, changesShown, restorable } from '../../../src/renderer/history/turn-changes.ts'

const base = { agentId: 'a', sessionId: 1, createdAt: '' }

function checkpoint(id: number, callId: string, paths: readonly string[], cause: CheckpointCause = 'call'): AgentEvent {
  const files = paths.map((path) => ({ path, status: 'modified' as const, added: 2, removed: 1 }))
  const states = { store: 'git' as const, folder: '/f', before: '1', after: '2', own: true as const }
  const data = { cause, ...states, tool_call_id: callId, files }
  return { ...base, id, turnId: 't', kind: 'checkpoint', content: null, data }
}

const attributed = (event: AgentEvent, whose: Omit<FileAttribution, 'cause'>): AgentEvent =>
  event.kind === 'checkpoint' ? { ...event, data: { ...event.data, ...whose } } : event

function answer(id: number, turnId = 't'): AgentEvent {
  return { ...base, id, turnId, kind: 'assistant', content: '', data: {} }
}

it('sums the changes of a turn at its last response, and finds those of a call', () => {
  const events = [answer(1), checkpoint(2, 'c1', ['a', 'b']), checkpoint(3, 'c2', ['b']), answer(4), answer(5, 'other')]
  const { turns, calls } = changesShown('a', events)
  expect([...turns.keys()]).toEqual([4])
  expect(figuresText(turns.get(4)?.figures ?? { files: 0, added: 0, removed: 0 })).toBe('2 files changed +6 −3')
  expect(calls.get('c2')?.paths).toEqual({ own: ['b'], unsure: [] })
})

it('leaves out changes from outside and those of other agents', () => {
  const inherited = { ...checkpoint(2, 'c1', ['a']), agentId: 'parent' }
  const { turns, calls } = changesShown('a', [answer(1), inherited, checkpoint(3, 'c2', ['b'], 'outside')])
  expect([turns.size, calls.size]).toEqual([0, 0])
})

it('counts what another agent wrote meanwhile nowhere, and the rest of what a command left as uncertain', () => {
  const command = checkpoint(2, 'c1', ['mine', 'b', 'precious'])
  const events = [answer(1), attributed(command, { own: ['mine'], others: ['precious'] }), answer(3)]
  const { turns, calls } = changesShown('a', events)
  for (const shown of [turns.get(3), calls.get('c1')])
    expect([shown?.figures.files, shown?.unsure.files]).toEqual([1, 1])
  expect(calls.get('c1')?.paths).toEqual({ own: ['mine'], unsure: ['b'] })
  expect(changesShown('a', [attributed(command, { own: [], others: true }), answer(3)]).turns.size).toBe(0)
})

it('offers the files of the moment that a rewind returned to, until other files are changed', () => {
  const rewind = { ...base, id: 5, turnId: null, kind: 'rewind' as const, content: null, data: { target_id: 3 } }
  const before = [answer(1), checkpoint(2, 'c1', ['a']), checkpoint(3, 'c2', ['b']), checkpoint(4, 'c3', ['b', 'c'])]
  expect(restorable('a', [...before, rewind], rewind)).toEqual({ since: 2, files: 2 })
  expect(restorable('a', [...before, rewind, checkpoint(6, 'c4', ['d'])], rewind)).toBeNull()
  expect(restorable('a', [...before, rewind, checkpoint(6, '', ['b', 'c'], 'restore')], rewind)).toBeNull()
  expect(restorable('a', [answer(1), rewind], rewind)).toBeNull()
  expect(changedAfter('a', before, 2)).toEqual({ since: 2, files: 2 })
  expect(changedAfter('a', before, 4)).toBeNull()
  expect(changedAfter('b', before, 2)).toBeNull()
  const clear = { ...base, id: 5, turnId: null, kind: 'clear' as const, content: null, data: null }
  expect(restorable('a', [...before, clear], clear)).toEqual({ since: 0, files: 3 })
})
