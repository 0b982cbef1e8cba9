import fc from 'fast-check'
import { expect, it } from 'vitest'

import { instructionEvents, instructionsInForce } from '../../../src/main/core/instructions/instruction-events.ts'
import type { InstructionFile } from '../../../src/main/core/ports/project-ports.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'

function file(path: string, sha256: string, more: Partial<InstructionFile> = {}): InstructionFile {
  return {
    path,
    origin: 'project',
    text: `text ${sha256}`,
    sha256,
    bytes: 9,
    cutBytes: 0,
    importedBy: null,
    notes: [],
    ...more,
  }
}

let id = 0
const recorded = (events: readonly NewEvent[]): readonly AgentEvent[] =>
  events.map((event) => ({ ...event, id: ++id, sessionId: 1, createdAt: '' }))

const inForce = (context: readonly AgentEvent[]): readonly string[] =>
  [...new Set([...instructionsInForce(context).values()].map(({ data }) => data.sha256))].toSorted()

it('a new file gives an event, a known one none, a changed one an event that replaces, a removed one an end', () => {
  const first = recorded(instructionEvents('a', [], [file('/p/AGENTS.md', '1')]))
  expect(first).toMatchObject([
    { kind: 'instructions', content: 'text 1', data: { path: '/p/AGENTS.md', sha256: '1' } },
  ])
  expect(instructionEvents('a', first, [file('/p/AGENTS.md', '1')])).toEqual([])
  const changed = instructionEvents('a', first, [file('/p/AGENTS.md', '2')])
  expect(changed).toMatchObject([{ content: 'text 2', data: { replaces: true } }])
  expect(instructionEvents('a', [...first, ...recorded(changed)], [])).toMatchObject([
    { content: null, data: { path: '/p/AGENTS.md', sha256: '2' } },
  ])
})

it('the same bytes under another path, as in a worktree, give no event', () => {
  const known = recorded(instructionEvents('a', [], [file('/p/AGENTS.md', '1')]))
  expect(instructionEvents('b', known, [file('/tree/AGENTS.md', '1')])).toEqual([])
})

it('counts invisible characters and keeps what was cut and not imported', () => {
  const [event] = instructionEvents(
    'a',
    [],
    [file('/p/AGENTS.md', '1', { text: 'a\u200Bb\u202E', cutBytes: 7, notes: ['@x.md does not exist'] })],
  )
  expect(event?.data).toMatchObject({ hidden_characters: 2, cut_bytes: 7, notes: ['@x.md does not exist'] })
})

it('after any sequence of changes the texts in force are those of the files, and a second look changes nothing', () => {
  const someFiles = fc.uniqueArray(
    fc.record({ path: fc.constantFrom('/a', '/b', '/c'), sha: fc.constantFrom('1', '2', '3') }),
    {
      selector: ({ path }) => path,
    },
  )
  fc.assert(
    fc.property(fc.array(someFiles, { maxLength: 8 }), (steps) => {
      let context: readonly AgentEvent[] = []
      for (const step of steps) {
        const files = step.map(({ path, sha }) => file(path, sha))
        context = [...context, ...recorded(instructionEvents('a', context, files))]
        expect(inForce(context)).toEqual([...new Set(files.map(({ sha256 }) => sha256))].toSorted())
        expect(instructionEvents('a', context, files)).toEqual([])
      }
    }),
  )
})
