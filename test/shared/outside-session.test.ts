import { describe, expect, it } from 'vitest'

import { callsOutside } from '../../src/shared/outside-session.ts'

describe('callsOutside', () => {
  const commands = [{ name: 'review' }, { name: 'fork' }, { name: 'mcp:ask' }]

  it.each([
    ['/review', true],
    ['/review all of it\nand more', true],
    ['/mcp:ask', true],
    ['/reviews', false],
    ['/fork "go"', false],
    ['//review', false],
    [' /review', false],
    ['review', false],
    ['text\n/review', false],
  ])('%j → %s', (text, expected) => {
    expect(callsOutside(text, commands)).toBe(expected)
  })
})
