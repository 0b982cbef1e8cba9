import { expect, it } from 'vitest'

import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import { agentMarks } from '../../../src/shared/agent-marks.ts'
import { rewindRows } from '../../../src/renderer/agent/rewind-rows.ts'

const OWN = 'a1b2c3d4-0000-4000-8000-000000000001'

function log(...inputs: readonly NewEvent[]): readonly AgentEvent[] {
  return inputs.map((input, index) => ({
    ...input,
    id: index + 1,
    sessionId: 1,
    createdAt: '2026-11-20T10:00:00.000Z',
  }))
}

const says = (content: string): NewEvent => ({ agentId: OWN, turnId: null, kind: 'user', content, data: null })
const answers: NewEvent = { agentId: OWN, turnId: 't', kind: 'assistant', content: 'Yes.', data: {} }
const mark = (name: string): NewEvent => ({ agentId: OWN, turnId: null, kind: 'mark', content: null, data: { name } })
const clear: NewEvent = { agentId: OWN, turnId: null, kind: 'clear', content: null, data: null }
const changes = (...paths: readonly string[]): NewEvent => ({
  agentId: OWN,
  turnId: 't',
  kind: 'checkpoint',
  content: null,
  data: {
    cause: 'call',
    store: 'git',
    folder: '/work',
    before: '0'.repeat(40),
    after: '1'.repeat(40),
    files: paths.map((path) => ({ path, status: 'modified', added: 1, removed: 0 })),
  },
})

function shown(events: readonly AgentEvent[]): readonly string[] {
  return rewindRows(OWN, events, agentMarks(OWN, events).marks).map((row) =>
    row.type === 'mark' ? `mark ${row.mark.name}` : `${row.event.content} (${row.files})`,
  )
}

it('lists prompts with the files of their turns, and marks among them, newest first', () => {
  const events = log(
    says('One'),
    answers,
    changes('a.ts', 'b.ts'),
    changes('a.ts'),
    mark('HERE'),
    says('Two'),
    answers,
    says('Three'),
    changes('c.ts'),
  )
  expect(shown(events)).toEqual(['Three (1)', 'Two (0)', 'mark HERE', 'One (2)'])
})

it('lists nothing of before a clear, and the prompts again after its undo', () => {
  const cleared = [says('One'), mark('HERE'), answers, clear]
  expect(shown(log(...cleared))).toEqual([])
  expect(shown(log(...cleared, says('Two')))).toEqual(['Two (0)'])
  const undo: NewEvent = {
    agentId: OWN,
    turnId: null,
    kind: 'rewind',
    content: null,
    data: { target_id: 4, undoes: 4 },
  }
  expect(shown(log(...cleared, undo))).toEqual(['mark HERE', 'One (0)'])
})

it('leaves out prompts without a text', () => {
  expect(shown(log(says('One'), says(' ')))).toEqual(['One (0)'])
})
