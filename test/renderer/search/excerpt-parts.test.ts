import { expect, it } from 'vitest'

import { excerptParts } from '../../../src/renderer/search/search-dialog.tsx'

const marked = (excerpt: string, query: string) =>
  excerptParts(excerpt, query)
    .map(({ text, isMatch }) => (isMatch ? `[${text}]` : text))
    .join('')

it('sets off every word that was looked for, whatever the case', () => {
  expect(marked('A Token is no token.', 'token IS')).toBe('A [Token] [is] no [token].')
})

it('takes signs as signs', () => {
  expect(marked('f(x) costs $5.00', '(x) $5.00 "')).toBe('f[(x)] costs [$5.00]')
  expect(marked('a/b-c', 'b-c')).toBe('a/[b-c]')
})

it('sets off nothing without words', () => {
  expect(marked('as it is', ' " ')).toBe('as it is')
})
