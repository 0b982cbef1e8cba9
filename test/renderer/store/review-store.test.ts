import { expect, it } from 'vitest'

import { fileKey, hunkKey, markReviewed, parseReviews } from '../../../src/renderer/store/review-store.ts'

const AGENT = '11111111-1111-4111-8111-111111111111'

it('marks changes as reviewed and takes the marks away', () => {
  const marked = markReviewed({ kept: ['a'], comments: [] }, ['b', 'c'], true)
  expect(marked.kept).toEqual(['a', 'b', 'c'])
  expect(markReviewed(marked, ['a', 'b'], true).kept).toEqual(['c', 'a', 'b'])
  expect(markReviewed(marked, ['a', 'b'], false).kept).toEqual(['c'])
})

it('drops the oldest marks', () => {
  const { kept } = markReviewed(
    { kept: Array.from({ length: 5_000 }, (_, index) => `k${index}`), comments: [] },
    ['new'],
    true,
  )
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([5_000, 'k1', 'new'])
})

it('has another key for another change', () => {
  const file = { path: 'a.ts', contents: { before: '1', after: '2' } }
  expect(fileKey(AGENT, { ...file })).toBe(fileKey(AGENT, file))
  expect(fileKey(AGENT, { ...file, contents: { before: '1', after: '3' } })).not.toBe(fileKey(AGENT, file))
  expect(fileKey('other', file)).not.toBe(fileKey(AGENT, file))
  expect(hunkKey(AGENT, 'a.ts', { lines: ['-a', '+b'] })).not.toBe(hunkKey(AGENT, 'a.ts', { lines: ['-a', '+c'] }))
})

it('reads what it saved, and nothing else', () => {
  expect(parseReviews({ kept: ['a'] })).toMatchObject({ kept: ['a'], comments: [] })
  const comments = [{ id: '1', agentId: AGENT, path: 'a', line: 1, endLine: 2, quote: ['x'], text: 'y' }]
  expect(parseReviews({ kept: [], comments })).toMatchObject({ kept: [], comments })
  expect(parseReviews({ kept: [1] })).toBeNull()
  expect(parseReviews(null)).toBeNull()
})
