import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { isNestedTooDeep, isValueTooDeep, MAX_JSON_DEPTH, parseJson } from '../../../src/shared/json.ts'

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

describe('JSON from outside', () => {
  it('is taken up to the limit', () => {
    expect(parseJson(nested(MAX_JSON_DEPTH))).toHaveLength(1)
    expect(isValueTooDeep(JSON.parse(nested(MAX_JSON_DEPTH)))).toBe(false)
  })

  it('is refused beyond it, before anything walks through it', () => {
    for (const text of [nested(MAX_JSON_DEPTH + 1), '['.repeat(200_000), `${'{"a":'.repeat(200_000)}1`]) {
      expect(() => parseJson(text)).toThrow(SyntaxError)
      expect(isNestedTooDeep(text)).toBe(true)
    }
    expect(isValueTooDeep(JSON.parse(nested(100_000)))).toBe(true)
  })

  it('may hold any number of brackets in strings', () => {
    const text = JSON.stringify({ a: '['.repeat(1_000), b: '\\"[{'.repeat(1_000) })
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it('is parsed as JSON.parse does, whatever it holds', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), fc.string({ maxLength: 300, unit: 'binary' }), (json, text) => {
        expect(parseJson(json)).toEqual(JSON.parse(json))
        const quoted = JSON.stringify(['['.repeat(150), text, '['.repeat(150)])
        expect(parseJson(quoted)).toEqual(JSON.parse(quoted))
      }),
    )
  })
})
