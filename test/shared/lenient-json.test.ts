import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { argumentsProblem, readArguments } from '../../src/shared/call-arguments.ts'
import type { JsonValue } from '../../src/shared/json.ts'
import { readLenient } from '../../src/shared/lenient-json.ts'

describe('arguments that are no JSON object', () => {
  it.each<[string, string, JsonValue]>([
    ['coded twice', JSON.stringify('{"a":1}'), { a: 1 }],
    ['coded three times', JSON.stringify(JSON.stringify('{"a":1}')), { a: 1 }],
    ['in a fence', '```json\n{"a":1}\n```', { a: 1 }],
    ['in a fence without a language, that does not end', '```\n{"a":1}', { a: 1 }],
    ['with a raw line end', '{"a":"x\ny"}', { a: 'x\ny' }],
    ['with a raw tab', '{"a":"x\ty"}', { a: 'x\ty' }],
    ['behind an empty object', '{}{"a":1}', { a: 1 }],
    ['before an empty object', '{"a":1}{}', { a: 1 }],
    ['twice', '{"a":1} {"a":1}', { a: 1 }],
    ['with commas at the ends', '{"a":[1,2,],}', { a: [1, 2] }],
    ['in single quotes', "{'a': 'b', 'c': ['d', 'e']}", { a: 'b', c: ['d', 'e'] }],
    ['in single quotes around double ones', `{'a': 'say "b"'}`, { a: 'say "b"' }],
    ['with literals of Python', '{"a": True, "b": False, "c": None}', { a: true, b: false, c: null }],
    ['with keys without quotes', '{a: 1, b_c: "d"}', { a: 1, b_c: 'd' }],
    ['with backslashes of a pattern', String.raw`{"a":"\d+\.\w"}`, { a: String.raw`\d+\.\w` }],
    ['behind a byte order mark', '\ufeff{"a":1}', { a: 1 }],
    ['with a key twice that has one value', "{'a':1,'a':1}", { a: 1 }],
    ['with a key of valid JSON twice that has one value', '{"a":1,"a":1}', { a: 1 }],
  ])('are read if they have one meaning: %s', (_, text, value) => {
    expect(readArguments(text)).toEqual({ arguments: value })
  })

  it.each([
    ['cut in a text', '{"a":"b', /line 1, column 6, at .*: the text that begins here does not end/],
    ['cut behind a value', '{"a":1', /at its end: it ends in the middle/],
    ['cut behind a key', '{"a"', /it ends in the middle/],
    ['two different objects', '{"a":1}{"a":2}', /column 8, .*another value begins/],
    ['a list', '[{"a":1}]', /not a list/],
    ['a number', '5', /not a number/],
    ['a text', '"ls"', /no value begins like this/],
    ['words around it', 'Here it is: {"a":1}', /no value begins like this/],
    ['an apostrophe in single quotes', "{'a': 'it's here'}", /may end here or go on/],
    ['a key twice with two values', "{'a':1,'a':2}", /twice, with different values/],
    ['a key of valid JSON twice with two values', '{"a":{"b":1,"b":2}}', /column 13, .*twice, with different values/],
    ['a number of another notation', '{"a":1_000}', /no value begins like this/],
    ['a missing comma', '{"a":1 "b":2}', /a comma or } is expected/],
    ['backslashes that may be escapes', String.raw`{"a":"C:\dir\new"}`, /this escape does not exist/],
    ['NaN', '{"a":NaN}', /no value begins like this/],
    ['an error in the third line', '{\n"a": 1,\n"b" 2}', /line 3, column 5/],
  ])('are refused with the place and the reason: %s', (_, text, problem) => {
    const read = readArguments(text)
    expect(read).toEqual({ arguments: {}, malformed_arguments: text })
    expect(argumentsProblem(read)).toMatch(problem)
  })

  const objects = fc.dictionary(
    fc.string({ minLength: 1 }).filter((key) => key !== '__proto__'),
    fc.jsonValue(),
    { minKeys: 1 },
  )

  it('keep their meaning in every wrapper', () => {
    const wrappers: readonly ((text: string) => string)[] = [
      (text) => JSON.stringify(text),
      (text) => `\`\`\`json\n${text}\n\`\`\``,
      (text) => `{}${text}`,
      (text) => text + text,
      (text) => `${text.slice(0, -1)},}`,
    ]
    fc.assert(
      fc.property(objects, fc.constantFrom(...wrappers), (value, wrap) => {
        expect(readLenient(wrap(JSON.stringify(value)))).toEqual({ ok: true, value: JSON.parse(JSON.stringify(value)) })
      }),
    )
  })

  it('are never read from a part of an object', () => {
    fc.assert(
      fc.property(objects, fc.nat(), (value, at) => {
        const text = JSON.stringify(value)
        expect(readLenient(text.slice(0, at % text.length)).ok && at % text.length > 0).toBe(false)
      }),
    )
  })

  it('never fail otherwise', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(readLenient(text)).toHaveProperty('ok')
      }),
    )
  })
})
