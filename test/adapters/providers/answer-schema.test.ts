import { expect, it, test } from 'vitest'

import { claudeSchema } from '../../../src/main/adapters/providers/answer-schema.ts'
import type { JsonObject } from '../../../src/shared/json.ts'

test('closes every object and leaves out limits of values', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, pattern: '^a', format: 'email' },
      size: { type: 'integer', minimum: 0, description: 'In pixels.' },
      parts: { type: 'array', maxItems: 3, items: { type: 'object', properties: { id: { $ref: '#/$defs/id' } } } },
      kind: { oneOf: [{ const: 'a' }, { enum: ['b', 'c'], format: 'regex' }] },
    },
    required: ['name'],
    $defs: { id: { type: 'string' } },
  }
  expect(claudeSchema(schema)).toEqual({
    type: 'object',
    additionalProperties: false,
    properties: {
      name: { type: 'string', format: 'email' },
      size: { type: 'integer', description: 'In pixels.' },
      parts: {
        type: 'array',
        items: { type: 'object', additionalProperties: false, properties: { id: { $ref: '#/$defs/id' } } },
      },
      kind: { anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }] },
    },
    required: ['name'],
    $defs: { id: { type: 'string' } },
  })
})

it.each<readonly [string, JsonObject]>([
  ['an answer that is not an object', { type: 'array', items: { type: 'string' } }],
  ['properties without a name', { type: 'object', additionalProperties: { type: 'number' } }],
  ['patterns of names', { type: 'object', patternProperties: { '^a': {} } }],
  ['an open object inside', { type: 'object', properties: { a: { type: 'object', additionalProperties: true } } }],
  ['a reference elsewhere', { type: 'object', properties: { a: { $ref: 'https://example.org/a.json' } } }],
  [
    'a recursive definition',
    {
      type: 'object',
      properties: { tree: { $ref: '#/$defs/node' } },
      $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
    },
  ],
])('cannot be used for %s', (_name, schema) => {
  expect(claudeSchema(schema)).toBeNull()
})
