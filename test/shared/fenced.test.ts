import { expect, it } from 'vitest'

import { fenced } from '../../src/shared/fenced.ts'

it('fences a text with more backticks than the text has in a row', () => {
  expect(fenced('a `b` ``c``')).toBe('```\na `b` ``c``\n```')
  expect(fenced('````\nquoted\n````', 'md')).toBe('`````md\n````\nquoted\n````\n`````')
})

it('fences a text with a million runs of backticks', () => {
  expect(fenced('` '.repeat(1_000_000))).toMatch(/^```\n` /)
})
