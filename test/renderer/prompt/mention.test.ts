import { describe, expect, it } from 'vitest'

import type { FolderFile } from '../../../src/shared/contract/folder.ts'
import { mentionAt, mentionCompletion } from '../../../src/renderer/prompt/mention.ts'

describe('mentionAt', () => {
  it.each([
    ['@', 1, { from: 0, to: 1, query: '' }],
    ['Look at @sr', 11, { from: 8, to: 11, query: 'sr' }],
    ['Look at @src/add.ts now', 12, { from: 8, to: 12, query: 'src' }],
    ['first line\n@a', 13, { from: 11, to: 13, query: 'a' }],
    ['//literal @a', 12, { from: 10, to: 12, query: 'a' }],
  ])('finds the path before the cursor in %o', (text, cursor, mention) => {
    expect(mentionAt(text, cursor, false)).toEqual(mention)
  })

  it.each([
    ['me@example.org', 14],
    ['@src/add.ts ', 12],
    ['/send @a', 8],
    ['Hello', 5],
  ])('finds none in %o', (text, cursor) => {
    expect(mentionAt(text, cursor, false)).toBeNull()
  })

  it('finds one in plain text that looks like a command', () => {
    expect(mentionAt('/send @a', 8, true)).toEqual({ from: 6, to: 8, query: 'a' })
  })
})

describe('mentionCompletion', () => {
  const files: FolderFile[] = [
    { kind: 'folder', path: 'src/', bytes: null },
    { kind: 'file', path: 'src/add.ts', bytes: 64_400 },
  ]

  it('completes a folder without a space behind it, so that its files follow', () => {
    const completion = mentionCompletion({ from: 8, to: 11, query: 'sr' }, files)
    expect(completion).toMatchObject({ from: 8, to: 11, preselected: 0 })
    expect(completion?.options.map(({ text, detail }) => [text, detail])).toEqual([
      ['@src/', 'folder'],
      ['@src/add.ts ', '64 kB'],
    ])
  })

  it('completes servers and forms of addresses without a space, and resources with their titles', () => {
    const found: FolderFile[] = [
      { kind: 'server', path: 'notes:', bytes: null },
      { kind: 'form', path: 'notes:note://{id}', bytes: null, title: 'A note' },
      { kind: 'resource', path: 'notes:note://7', bytes: 1_000, title: 'Shopping' },
    ]
    const options = mentionCompletion({ from: 0, to: 2, query: 'n' }, found)?.options
    expect(options?.map(({ text, detail }) => [text, detail])).toEqual([
      ['@notes:', 'MCP server'],
      ['@notes:note://{id}', 'A note'],
      ['@notes:note://7 ', 'Shopping · 1 kB'],
    ])
  })

  it('preselects nothing before the first letter, so that Enter sends', () => {
    expect(mentionCompletion({ from: 0, to: 1, query: '' }, files)?.preselected).toBe(-1)
    expect(mentionCompletion({ from: 0, to: 2, query: 'x' }, [])).toBeNull()
  })
})
