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

it('leaves out what changed since, and what was undone or never the agent’s', () => {
  expect(undoConflicts(FILES, undefined)).toEqual({ changed: ['since', 'both'], others: ['left'] })
})

it('takes files that are named at their word', () => {
  expect(undoConflicts(FILES, ['both', 'since'])).toEqual({ changed: ['since'], others: ['both'] })
})
