import { expect, it } from 'vitest'

import { jsonText } from '../../src/shared/json-text.ts'
import { visibleText } from '../../src/shared/visible-text.ts'

it('escapes what a terminal obeys and what ends a line elsewhere, and stays the same value', () => {
  const value = { text: '\u0007\u001b[31m \u007f \u0085 \u009b2J \u2028 \u2029 \u202e \u2066 é ✓ 👩\u200d👧 \u{e0061}' }
  const json = jsonText(value)
  expect(json).toBe(
    String.raw`{"text":"\u0007\u001b[31m \u007f \u0085 \u009b2J \u2028 \u2029 \u202e \u2066 é ✓ 👩\u200d👧 \udb40\udc61"}`,
  )
  expect(JSON.parse(json)).toEqual(value)
  expect(visibleText(json)).toBe(json)
  expect(jsonText({ a: [1] }, 2)).toBe('{\n  "a": [\n    1\n  ]\n}')
})
