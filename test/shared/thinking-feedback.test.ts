import { expect, it } from 'vitest'

import { tokensInText, tokenText } from '../../src/shared/thinking-feedback.ts'

it.each([0, 1, 999, 1_000, 43_008, 1_000_000])('reads a budget of %d tokens as it is shown', (tokens) => {
  expect(tokensInText(tokenText(tokens))).toBe(tokens)
})

it.each([
  'off',
  'medium',
  'tokens',
  ' tokens',
  '64,000',
  '64000 tokens',
  '-1,0 tokens',
  '1e3 tokens',
  'Infinity tokens',
])('finds no budget in “%s”', (text) => expect(tokensInText(text)).toBeNull())
