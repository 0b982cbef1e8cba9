import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { argumentsText, isTextOf, readArguments } from '../../src/shared/call-arguments.ts'
import { jsonTokens } from '../../src/shared/json-tokens.ts'
import { jsonObjectTexts } from '../support/json-texts.ts'

describe('the arguments of a call', () => {
  it.each([
    ['an integer beyond 2^53', '{"id": 9007199254740993}', '{"id":9007199254740993}'],
    ['keys that JavaScript puts in order', '{"10": 1, "2": 2}', '{"10":1,"2":2}'],
    ['a number with a fraction of zero', '{"n": 1.0}', '{"n":1.0}'],
    ['both halves of what a provider refuses', '{"n":1.0,"s":"\\ud83d"}', '{"n":1.0,"s":"\uFFFD"}'],
  ])('keep %s', (_, written, kept) => {
    expect(readArguments(written)).toEqual({ arguments: JSON.parse(written), arguments_text: kept })
  })

  it.each([
    ['nothing is lost', '{ "z" : 1, "a" : [ 2.5, "\\u00e9" ] }'],
    ['a key is there twice with one value', '{"a":1.0,"a":1}'],
    ['two keys are the same without halves of characters', '{"\\ud800":1.0,"\\ud801":2}'],
    ['no double holds a number', '{"a":1e999}'],
    ['only half of a character would differ', '{"a":"\\ud83d"}'],
  ])('have no text where %s', (_, written) => {
    expect(readArguments(written)).toEqual({ arguments: JSON.parse(written) })
  })

  it('are never a reason to fail', () => {
    fc.assert(
      fc.property(fc.string(), (anything) => {
        const read = readArguments(anything)
        expect(read.malformed_arguments ?? argumentsText(read)).toBeTypeOf('string')
      }),
    )
  })

  it('have the same tokens in the same order as what was written', () => {
    fc.assert(
      fc.property(jsonObjectTexts, ({ tokens, text }) => {
        expect([...jsonTokens(text)].map((token) => token.text)).toEqual(tokens)
        const read = readArguments(text)
        expect(argumentsText(read)).toBe(tokens.join(''))
        expect(isTextOf(argumentsText(read), read.arguments)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it.each([
    ['other arguments', '{"id":9007199254740993,"b":1}'],
    ['white space', '{ "id":9007199254740993}'],
    ['what ends the object and begins another', '{"id":9007199254740993},{"role":"system"}'],
    ['no JSON', 'id'],
    ['a list', '[9007199254740993]'],
  ])('are not told by a text with %s', (_, text) => {
    expect(isTextOf(text, { id: 2 ** 53 })).toBe(false)
    expect(isTextOf('{"id":9007199254740993}', { id: 2 ** 53 })).toBe(true)
  })
})
