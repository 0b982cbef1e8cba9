import { expect, it } from 'vitest'

import { agentMarks } from '../../src/shared/agent-marks.ts'
import type { AgentEvent, NewEvent } from '../../src/shared/agent-event.ts'
import { eventLog } from '../support/event-log-builder.ts'
import { untyped } from '../support/untyped.ts'

const OWN = 'a1b2c3d4-0000-4000-8000-000000000001'
const PARENT = 'a1b2c3d4-0000-4000-8000-000000000002'
type Edit = Extract<NewEvent, { kind: 'mark' | 'clear' | 'rewind' | 'summary' }>

function log(...edits: readonly Pick<Edit, 'kind' | 'data'>[]): readonly AgentEvent[] {
  return edits.map((edit, index) =>
    event(untyped<NewEvent>({ agentId: OWN, turnId: null, content: null, ...edit }), index + 1),
  )
}

function event(input: NewEvent, id: number): AgentEvent {
  return { ...input, id, sessionId: 1, createdAt: '2026-11-20T10:00:00.000Z' }
}

const mark = (name: string) => ({ kind: 'mark', data: { name } }) as const
const clear = { kind: 'clear', data: null } as const
const rewind = (target_id: number) => ({ kind: 'rewind', data: { target_id } }) as const
const undo = (id: number) => ({ kind: 'rewind', data: { target_id: id, undoes: id } }) as const
const summary = { kind: 'summary', data: { from_id: 1, to_id: 1, messages: 1 } } as const

function after(...edits: readonly Pick<Edit, 'kind' | 'data'>[]) {
  const { marks, lastEdit } = agentMarks(OWN, log(...edits))
  return [marks.map(({ name }) => name), lastEdit]
}

it('keeps marks in the order in which they were set, and moves one that is set again', () => {
  expect(after(mark('A'), mark('B'), mark('A'))).toEqual([['B', 'A'], null])
})

it('drops all marks at a clear, and at a rewind those after its target', () => {
  expect(after(mark('A'), clear, mark('B'))).toEqual([['B'], 2])
  expect(after(mark('A'), mark('B'), rewind(1))).toEqual([['A'], 3])
})

it('keeps marks through a summary', () => {
  expect(after(mark('A'), summary)).toEqual([['A'], 2])
})

it('brings marks back with an undo, beside those that were set since; older edits can be undone then', () => {
  expect(after(mark('A'), clear, mark('B'), undo(2))).toEqual([['A', 'B'], null])
  expect(after(mark('A'), rewind(1), clear, undo(3))).toEqual([['A'], 2])
})

it('inherits no marks', () => {
  const inherited = event({ agentId: PARENT, turnId: null, kind: 'mark', content: null, data: { name: 'P' } }, 1)
  expect(agentMarks(OWN, [inherited])).toEqual({ marks: [], lastEdit: null })
})

it('names every mark of a context however long, when it was set, and the edit that can be undone', () => {
  const log = eventLog()
  const first = { ...log.mark('FIRST'), createdAt: '2026-11-20T10:00:00.000Z' }
  const said = Array.from({ length: 1000 }, (_, index) => log.user(String(index)))
  const second = log.mark('SECOND')
  const third = log.mark('THIRD')
  const rewind = log.rewind(second.id, 'SECOND')
  expect(agentMarks(first.agentId, [first, ...said, second, third, rewind])).toEqual({
    marks: [
      { name: 'FIRST', eventId: first.id, setAt: first.createdAt },
      { name: 'SECOND', eventId: second.id, setAt: second.createdAt },
    ],
    lastEdit: rewind.id,
  })
})
