import { describe, expect, it } from 'vitest'

import {
  parseCommentPlace,
  parseReviewComments,
  placedComment,
  reviewPrompt,
} from '../../src/shared/review-comments.ts'

const FILE = 'one\ntwo\nthree\ntwo\nfour\n'
const comment = (line: number, endLine: number, quote?: readonly string[]) => ({
  path: 'a.txt',
  line,
  endLine,
  text: 'Why?',
  ...(quote !== undefined && { quote }),
})

describe('placedComment', () => {
  it.each([
    ['the lines as they are now', comment(2, 3), FILE, 'as_seen', 2, ['two', 'three']],
    ['lines at their place', comment(2, 3, ['two', 'three']), FILE, 'as_seen', 2, ['two', 'three']],
    ['lines that moved', comment(1, 2, ['three', 'two']), FILE, 'moved', 3, ['three', 'two']],
    ['lines that moved in a file with other line ends', comment(1, 1, ['four']), 'x\r\nfour\r\n', 'moved', 2, ['four']],
    ['lines that are there twice', comment(1, 1, ['two']), FILE, 'changed', 1, ['two']],
    ['lines that are gone', comment(2, 2, ['zwei']), FILE, 'changed', 2, ['zwei']],
    ['lines of a file that is gone', comment(2, 2, ['two']), null, 'changed', 2, ['two']],
  ] as const)('finds %s', (_, given, content, state, line, quote) =>
    expect(placedComment(given, content)).toMatchObject({ state, line, quote }),
  )
  it('keeps removed lines as they were', () =>
    expect(placedComment({ ...comment(2, 2, ['old']), side: 'old' }, FILE)).toMatchObject({ state: 'old', line: 2 }))
  it.each([
    [comment(6, 6), FILE],
    [comment(1, 6), FILE],
    [comment(1, 1), null],
  ])('finds no lines beyond the file: %j', (given, content) => expect(placedComment(given, content)).toBeNull())
})

it('writes one prompt in which no quoted line ends its fence', () => {
  const placed = [comment(1, 1, ['```']), comment(2, 2, ['x'])].flatMap((each) => placedComment(each, '```\ny\n') ?? [])
  expect(reviewPrompt(placed)).toBe(
    'I have reviewed the changes and have 2 comments. Address each of them.\n\n' +
      '1. a.txt, line 1:\n\n````\n```\n````\n\nWhy?\n\n' +
      '2. a.txt, line 2 (these lines have changed since the comment was written):\n\n```\nx\n```\n\nWhy?',
  )
})

describe('comments as text', () => {
  it.each([
    ['a.ts:3', { path: 'a.ts', line: 3 }],
    ['src/a b:c.ts:3-12', { path: 'src/a b:c.ts', line: 3, endLine: 12 }],
    ['C:\\a.ts:1', { path: 'C:\\a.ts', line: 1 }],
  ])('reads the place %s', (text, place) => expect(parseCommentPlace(text)).toEqual(place))
  it.each(['a.ts', 'a.ts:0', ':3', 'a.ts:-1', 'a.ts:x', 'a.ts:1-'])('takes %s for no place', (text) =>
    expect(parseCommentPlace(text)).toBeNull(),
  )
  it('reads Markdown and JSON', () => {
    const read = [
      { path: 'a.ts', line: 3, endLine: 4, text: 'One\n\n## two' },
      { path: 'b.ts', line: 9, text: 'Three' },
    ]
    expect(parseReviewComments('\n## a.ts:3-4\n\nOne\n\n## two\n\n# b.ts:9\nThree\n')).toEqual(read)
    expect(parseReviewComments(JSON.stringify(read))).toEqual(read)
    expect(parseReviewComments(JSON.stringify({ comments: read }))).toEqual(read)
  })
  it.each([
    '',
    'Hello',
    'Hello\n## a.ts:1\nx',
    '## a.ts:1\n',
    '[',
    '[]',
    '{"comments":[{"path":"a"}]}',
    '[{"path":"a","line":4,"endLine":2,"text":"x"}]',
  ])('takes %j for none', (text) => expect(parseReviewComments(text)).toBeNull())
})
