import { expect, it } from 'vitest'

import { createPatternMatch } from '../../../src/main/adapters/tools/foreign-patterns/pattern-thread.ts'

it('finds a pattern in an answer, and gives up one that would take for ever on it', async () => {
  const matches = createPatternMatch(500)
  expect(await matches('^yes$', 'no\nyes')).toBe(true)
  expect(await matches('^yes$', 'yes!')).toBe(false)
  expect(await matches('^(a+)+$', `${'a'.repeat(50)}!`)).toBeNull()
  expect(await matches('\\p{Lu}', 'É')).toBe(true)
})
