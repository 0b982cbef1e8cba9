import { expect, it } from 'vitest'

import { occurrences } from '../../../src/renderer/history/find-matches.ts'

const found = (text: string, ...terms: readonly string[]) =>
  occurrences(text, terms).map(({ start, end }) => text.slice(start, end))

it('finds each of several terms in the order of the text', () => {
  expect(found('b a b', 'a', 'b')).toEqual(['b', 'a', 'b'])
})

it('counts overlapping terms once: the first, and of two that begin together the longer', () => {
  expect(found('question 12', 'question', 'quest', 'stion 12')).toEqual(['question'])
  expect(found('aaaa', 'aa', 'a')).toEqual(['aa', 'aa'])
})

it('finds nothing of an empty term', () => {
  expect(found('abc', '', 'c')).toEqual(['c'])
})
