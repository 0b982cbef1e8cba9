import { expect, it } from 'vitest'

import { undoConflicts } from '../../../src/renderer/changes/undo-conflicts.ts'
import type { ListedChange } from '../../../src/shared/file-changes.ts'

const file = (path: string, fields: Partial<ListedChange> = {}): ListedChange => ({
  path,
  status: 'modified',
  added: 1,
  removed: 1,
  state: 'as_left',
  ...fields,
})

const FILES = [
  file('left'),
  file('since', { state: 'changed_since' }),
  file('both', { alsoOutside: true }),
  file('outside', { outside: true }),
  file('undone', { state: 'undone' }),
]

const conflict = (path: string) => ({ path, when: 'since', agent: null }) as const

it('leaves out what stands in the way, and what was undone or never the agent’s', () => {
  expect(undoConflicts(FILES, undefined, [conflict('since')])).toEqual({
    changed: [conflict('since')],
    others: ['left', 'both'],
  })
})

it('takes files that are named at their word', () => {
  expect(undoConflicts(FILES, ['both', 'since'], [conflict('since')]).others).toEqual(['both'])
})

it('no longer shows a file that was put back meanwhile', () => {
  expect(undoConflicts(FILES, undefined, [conflict('undone')]).changed).toEqual([])
})

it('takes what has changed since for the reason if the error names no file', () => {
  expect(undoConflicts(FILES, undefined, []).changed).toEqual([conflict('since')])
})
