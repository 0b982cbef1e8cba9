import { expect, it } from 'vitest'

import type { ChangeSpan } from '../../../src/main/core/changes/change-spans.ts'
import { plannedUndo, type UndoRequest } from '../../../src/main/core/changes/plan-undo.ts'
import type { Checkpoints, FileVersion, TextChanges } from '../../../src/main/core/ports/checkpoint-ports.ts'

const version = (hash: string): FileVersion => ({ mode: 'file', hash })

/** Two changed files and a new one. */
const CHECKPOINTS: Checkpoints = {
  save: () => Promise.reject(new Error('Not used')),
  difference: () =>
    Promise.resolve({
      ok: true,
      value: [
        { path: 'a', before: version('a1'), after: version('a2'), added: 1, removed: 1 },
        { path: 'b', before: version('b1'), after: version('b2'), added: 1, removed: 1 },
        { path: 'new', before: null, after: version('n'), added: 1, removed: 0 },
      ],
    }),
  read: (_, versions) => Promise.resolve({ ok: true, value: versions.map(({ hash }) => Buffer.from(hash)) }),
  current: () => Promise.reject(new Error('Not used')),
  replace: () => Promise.reject(new Error('Not used')),
  close: () => Promise.resolve(),
}

const TEXT_CHANGES: TextChanges = {
  versionOf: (_, like) => like,
  isVersion: () => true,
  hunks: () => null,
  withoutHunks: () => null,
}

/** Returns what an undo writes; `outside`: paths that were also changed from outside. */
async function plan(outside: readonly string[], own: readonly string[] | null, request: Partial<UndoRequest> = {}) {
  const span: ChangeSpan = {
    place: { store: 'git', folder: '/work' },
    before: '1',
    after: '2',
    own: own === null ? null : new Set(own),
    outside: new Set(outside),
    skipped: [],
    shared: false,
  }
  const planned = await plannedUndo(
    span,
    { scope: { type: 'agent' }, ...request },
    {
      checkpoints: CHECKPOINTS,
      textChanges: TEXT_CHANGES,
    },
  )
  if (!planned.ok) return planned.error
  const { replacements, conflicts } = planned.value
  return { conflicts, files: replacements.map(({ path, wanted }) => [path, wanted && String(wanted.content)]) }
}

it('takes back what the agent changed, and removes what it made', async () => {
  expect(await plan([], ['a', 'new'])).toEqual({
    conflicts: [],
    files: [
      ['a', 'a1'],
      ['new', null],
    ],
  })
})

it('writes nothing if a file of the agent was changed from outside as well, unless the file is named', async () => {
  expect(await plan(['b'], ['a', 'b'])).toEqual({ conflicts: ['b'], files: [] })
  expect(await plan(['b'], ['a', 'b'], { paths: ['b'] })).toEqual({ conflicts: [], files: [['b', 'b1']] })
})

it('leaves alone what changed from outside where the files of the agent are not known', async () => {
  expect(await plan(['b'], null)).toEqual({
    conflicts: [],
    files: [
      ['a', 'a1'],
      ['new', null],
    ],
  })
})
