import fc from 'fast-check'
import { expect, it } from 'vitest'

import { overwrittenLines } from '../../src/shared/visible-text.ts'

it.each([
  ['a\nb', 'a\nb'],
  ['a\r\nb\r\n', 'a\nb\n'],
  ['a\r\r\nb', 'a\nb'],
  [' 10 %\r 50 %\r100 %\ndone', '100 %\ndone'],
  ['loading...\rok', 'okading...'],
  ['first\r', 'first'],
  ['\rfirst', 'first'],
])('shows %j as %j', (output, shown) => {
  expect(overwrittenLines(output)).toBe(shown)
})

it('leaves nothing to show as a code point, and keeps the lines', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'bc', '\r', '\n', '\r\n')), (parts) => {
      const output = parts.join('')
      const shown = overwrittenLines(output)
      expect(shown).not.toContain('\r')
      expect(shown.split('\n').length).toBe(output.split('\n').length)
    }),
  )
})
