import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  canonicalJson,
  isNestedTooDeep,
  isValueTooDeep,
  type JsonObject,
  type JsonValue,
  MAX_JSON_DEPTH,
  parseJson,
  wellFormedJson,
} from '../../src/shared/json.ts'
import { untyped } from '../support/untyped.ts'

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

describe('canonical JSON', () => {
  it('has the keys of all objects in the order of UTF-16 code units', () => {
    const value = { b: [{ z: 1, a: 2 }], aa: { y: null, x: 'text' }, Z: true, é: 0, a: 0, '\u{1F600}': 0, '\uFB33': 0 }
    expect(JSON.stringify(canonicalJson(value))).toBe(
      '{"Z":true,"a":0,"aa":{"x":"text","y":null},"b":[{"a":2,"z":1}],"é":0,"\u{1F600}":0,"\uFB33":0}',
    )
  })

  it('keeps lists in their order', () => {
    expect(canonicalJson([3, 1, [2, 'b', 'a']])).toEqual([3, 1, [2, 'b', 'a']])
  })

  it('replaces halves of surrogate pairs in keys and texts', () => {
    expect(canonicalJson({ 'b\uD800': 'x\uDC00', a: ['\uD83D'] })).toEqual({ a: ['\uFFFD'], 'b\uFFFD': 'x\uFFFD' })
    expect(JSON.stringify(wellFormedJson({ b: '\uD800', a: 1 }))).toBe('{"b":"\uFFFD","a":1}')
  })

  it('is the same object if nothing changes', () => {
    const sorted = { '2': 0, '10': 0, '!': 0, '04': 0, '4294967295': 0, a: { b: [{ c: 1, d: 2 }] }, b: 'text' }
    expect(canonicalJson(sorted)).toBe(sorted)
    const unsorted = { b: 1, a: 2 }
    expect(wellFormedJson(unsorted)).toBe(unsorted)
    expect(canonicalJson(unsorted)).not.toBe(unsorted)
  })

  it('keeps a key that is named like a prototype', () => {
    const value = canonicalJson(untyped<JsonObject>(JSON.parse('{"b":1,"__proto__":{"d":1,"c":2}}')))
    expect(JSON.stringify(value)).toBe('{"__proto__":{"c":2,"d":1},"b":1}')
  })

  it('is equal text for equal values, and is its own canonical form', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer(), (any, seed) => {
        const value = untyped<JsonValue>(any)
        const canonical = canonicalJson(value)
        expect(canonical).toEqual(value)
        expect(JSON.stringify(canonicalJson(shuffled(value, seed)))).toBe(JSON.stringify(canonical))
        expect(canonicalJson(canonical)).toBe(canonical)
      }),
    )
  })
})

/** The same value with the keys of its objects in another order. */
function shuffled(value: JsonValue, seed: number): JsonValue {
  if (Array.isArray(value)) return value.map((item: JsonValue) => shuffled(item, seed))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, item]): [string, JsonValue] => [key, shuffled(item, seed)])
  const turn = entries.length === 0 ? 0 : Math.abs(seed) % entries.length
  return Object.fromEntries([...entries.slice(turn), ...entries.slice(0, turn)].reverse())
}
