import { expect, it } from 'vitest'

import { comparedFiles, relationText } from '../../../src/renderer/compare/compared-changes.ts'
import type { ChangeList } from '../../../src/shared/file-changes.ts'

/** A list of files, each `PATH CONTENT`; without content it is not stored. */
const list = (...files: readonly string[]): ChangeList => ({
  folder: '/p',
  files: files.map((text) => {
    const [path = '', after] = text.split(' ')
    const contents = after === undefined ? {} : { contents: { before: '', after } }
    return { path, status: 'modified' as const, added: 1, removed: 1, ...contents }
  }),
  skipped: [],
  shared: false,
  unrecorded: [],
})

const relations = (lists: readonly (ChangeList | null)[]) =>
  comparedFiles(lists).map((file) => `${file.path}: ${relationText(file, ['A', 'B', 'C'].slice(0, lists.length))}`)

it('puts the same file of two agents in one row, and says how they are related', () => {
  expect(relations([list('a 1', 'b 1', 'c 1'), list('d 1', 'b 1', 'c 2')])).toEqual([
    'a: Only in A',
    'b: Same in both',
    'c: Different',
    'd: Only in B',
  ])
})

it('names the agents where not all of them changed a file', () => {
  expect(relations([list('a 1', 'b 1', 'c 1'), list('c 1'), list('a 1', 'b 2', 'c 1')])).toEqual([
    'a: Same in A and C',
    'b: Different in A and C',
    'c: Same in all',
  ])
})

it('calls no files alike whose contents are not known', () => {
  expect(relations([list('a'), list('a')])).toEqual(['a: Different'])
  expect(relations([list('a 1'), null])).toEqual(['a: Only in A'])
})
