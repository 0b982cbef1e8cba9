import { expect, it } from 'vitest'

import { searchTerms, termsInEvent } from '../../../src/renderer/search/use-search.ts'

const TERMS: Readonly<Record<string, readonly string[]>> = {
  '': [],
  '  ': [],
  '""': [],
  word: ['word'],
  'two words': ['two', 'words'],
  '"Question 123"': ['Question 123'],
  '"Question 123': ['Question 123'],
  'a "b c" d': ['a', 'b c', 'd'],
  'tea OR coffee': ['tea', 'coffee'],
  'tea -milk': ['tea'],
  'tea -"with milk"': ['tea'],
  'gpt-5.4': ['gpt-5.4'],
  // Nothing else is left to look for.
  '-x': ['-x'],
  or: ['or'],
}

for (const [query, terms] of Object.entries(TERMS)) {
  it(`looks for ${JSON.stringify(terms)} in the query ${JSON.stringify(query)}`, () => {
    expect(searchTerms(query)).toEqual(terms)
  })
}

it('looks in an event for the query as it was typed if the event has it, else for its words', () => {
  expect(termsInEvent('question 123', 'This is Question 123, please')).toEqual(['question 123'])
  expect(termsInEvent('question 123', '123 is the question')).toEqual(['question', '123'])
  expect(termsInEvent('"question 123"', 'Question 123')).toEqual(['question 123'])
  expect(termsInEvent('"as quoted"', 'He said "as quoted"')).toEqual(['"as quoted"'])
  expect(termsInEvent(' ', 'any')).toEqual([])
})
