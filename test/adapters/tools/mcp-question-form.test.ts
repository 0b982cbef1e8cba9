import { describe, expect, it } from 'vitest'

import { questionForm } from '../../../src/main/adapters/tools/mcp/question-form.ts'

const form = (properties: object, required: readonly string[] = []) => ({ type: 'object', properties, required })
const problemOf = (schema: unknown): string => {
  const made = questionForm(schema)
  return made.ok ? '' : made.error.message
}

it('makes a field of each kind that the protocol has', () => {
  const choices = { enum: ['a', 'b'] }
  const made = questionForm(
    form(
      {
        name: {
          type: 'string',
          title: 'Your name',
          description: 'In full',
          minLength: 1,
          maxLength: 9,
          default: 'Ada',
        },
        mail: { type: 'string', format: 'email' },
        odd: { type: 'string', format: 'unheard-of' },
        age: { type: 'integer', minimum: 1, maximum: 99, default: 30 },
        score: { type: 'number', default: 1.5 },
        agree: { type: 'boolean', default: true },
        plain: { type: 'string', ...choices, default: 'b' },
        titled: { type: 'string', oneOf: [{ const: 'a', title: 'First' }] },
        old: { type: 'string', ...choices, enumNames: ['First', 'Second'], default: 'not offered' },
        several: { type: 'array', items: choices, minItems: 1, maxItems: 2, default: ['b', 'b', 'not offered'] },
        severalTitled: { type: 'array', items: { anyOf: [{ const: 'a', title: 'First' }] } },
      },
      ['name'],
    ),
  )
  const texts = (name: string) => ({ name, title: name, description: '', isRequired: false })
  const options = [
    { value: 'a', title: 'a' },
    { value: 'b', title: 'b' },
  ]
  const first = [{ value: 'a', title: 'First' }]
  expect(made.ok && made.value).toEqual({
    patterns: null,
    fields: [
      {
        type: 'text',
        name: 'name',
        title: 'Your name',
        description: 'In full',
        isRequired: true,
        minLength: 1,
        maxLength: 9,
        default: 'Ada',
      },
      { ...texts('mail'), type: 'text', format: 'email' },
      { ...texts('odd'), type: 'text' },
      { ...texts('age'), type: 'number', isInteger: true, minimum: 1, maximum: 99, default: 30 },
      { ...texts('score'), type: 'number', isInteger: false, default: 1.5 },
      { ...texts('agree'), type: 'boolean', default: true },
      { ...texts('plain'), type: 'one', options, default: 'b' },
      { ...texts('titled'), type: 'one', options: first },
      { ...texts('old'), type: 'one', options: [first[0], { value: 'b', title: 'Second' }] },
      { ...texts('several'), type: 'several', options, minItems: 1, maxItems: 2, default: ['b'] },
      { ...texts('severalTitled'), type: 'several', options: first },
    ],
  })
})

describe('refuses a form', () => {
  it.each([
    ['of another type', { type: 'string' }],
    ['that is no schema', null],
    ['with a nested object', form({ a: form({}) })],
    ['with a list without options', form({ a: { type: 'array', items: { type: 'string' } } })],
    ['with too many fields', form(Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, {}])))],
    ['with too many options', form({ a: { type: 'string', enum: Array.from({ length: 201 }, String) } })],
    ['with a description that hides the form', form({ a: { type: 'string', description: 'a'.repeat(2_001) } })],
    ['with a huge pattern', form({ a: { type: 'string', pattern: 'a'.repeat(1_001) } })],
  ])('%s', (_, schema) => {
    expect(problemOf(schema)).not.toBe('')
  })

  it.each([
    { password: { type: 'string' } },
    { value: { type: 'string', title: 'API key' } },
    { apiKey: { type: 'string' } },
    { value: { type: 'string', description: 'Your GitHub token.' } },
    { access_token: { type: 'string' } },
    { 'pass\u200Bword': { type: 'string' } },
    { value: { type: 'string', title: 'ＰＡＳＳＷＯＲＤ' } },
    { PIN: { type: 'integer' } },
  ])('that asks for a secret: %j', (properties) => {
    expect(problemOf(form(properties))).toMatch(/^The field .* asks for something secret/)
  })

  it('but not one with words that only look alike', () => {
    const properties = { passport: { type: 'string' }, maxTokens: { type: 'integer' }, pinned: { type: 'boolean' } }
    expect(problemOf(form(properties))).toBe('')
  })
})

it('keeps patterns apart: no expression of a server is compiled here', () => {
  const made = questionForm(form({ a: { type: 'string', pattern: '(' } }))
  expect(made.ok && made.value.patterns).toEqual({
    type: 'object',
    properties: { a: { type: 'string', pattern: '(' } },
  })
})
