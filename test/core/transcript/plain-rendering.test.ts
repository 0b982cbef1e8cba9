import { describe, expect, it } from 'vitest'

import type { FilePart, ModelRequest } from '../../../src/main/core/ports/provider-ports.ts'
import { plainRequest, plainSchema } from '../../../src/main/core/transcript/plain-rendering.ts'
import { checkTranscript } from '../../../src/main/core/transcript/check-transcript.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { plainRequestText } from '../../../src/shared/plain-request.ts'
import { PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import { call, TARGETS, text, thought } from './transcript-history.ts'

const picture: FilePart = {
  type: 'file',
  as: 'image',
  sha256: 's',
  name: 'cat.png',
  mediaType: 'image/png',
  bytes: 9,
}
const bare: ModelRequest = {
  model: 'm',
  thinkingLevel: 'med',
  system: ['Be brief.'],
  messages: [{ role: 'user', content: [text('Hello')] }],
  tools: [],
  maxOutputTokens: 100,
}
const read = { name: 'read', description: 'Reads', parameters: { type: 'object', properties: {} } } as const

describe.each(PROVIDER_NAMES)('the plain rendering for %s', (provider) => {
  const target = TARGETS[provider]

  it('has no files, calls, results, thinking, options and server tools, and breaks no rule', () => {
    const request: ModelRequest = {
      ...bare,
      files: new Map([['s', 'AAAA']]),
      messages: [
        { role: 'user', content: [picture, text('Look')] },
        { role: 'assistant', content: [thought('hm', target), text('I look.'), call('a', 'read', { path: 'x' })] },
        { role: 'tool', results: [{ callId: 'a', name: 'read', content: 'found', isError: true, files: [picture] }] },
      ],
      tools: [{ ...read, parameters: { type: 'object', anyOf: [{ required: ['a'] }] } }],
      options: { web_search: true, temperature: 1 },
      cache: { key: 'k', lifetime: '5m', sharedSystem: 1, points: [0] },
    }
    const plain = plainRequest(request, target)
    expect(plain?.leftOut).toEqual(['files', 'results', 'server_tools', 'thinking', 'options', 'tool_schemas'])
    const { messages: _, ...rest } = plain?.request ?? bare
    const { messages: __, ...others } = bare
    expect(rest).toEqual({ ...others, tools: [read] })
    const words = JSON.stringify(plain?.request.messages)
    for (const part of ['[File cat.png, not sent]', 'I look.', '[Called read with', '[Result of read]', 'found']) {
      expect(words).toContain(part)
    }
    expect(words).not.toMatch(/tool_call|"thinking"|sha256|callId/)
    expect(checkTranscript(plain?.request ?? bare, target)).toEqual([])
  })

  it('is none where there is nothing to leave out', () => {
    expect(plainRequest(bare, target)).toBeNull()
    expect(plainRequest({ ...bare, tools: [read] }, target)).toBeNull()
  })
})

describe('a reduced schema', () => {
  it.each<[string, JsonObject, JsonObject]>([
    ['no schema at all', {}, {}],
    ['alternatives at the root', { anyOf: [{ type: 'object' }] }, {}],
    ['an argument without a type', { properties: { a: {} } }, { a: { type: 'string' } }],
    ['several types', { properties: { a: { type: ['string', 'null'] } } }, { a: { type: 'string' } }],
    ['a boolean subschema', { properties: { a: true } }, { a: { type: 'string' } }],
    ['a reference', { properties: { a: { $ref: '#/$defs/A' } }, $defs: { A: {} } }, { a: { type: 'string' } }],
    [
      'a list without items',
      { properties: { a: { type: 'array' } } },
      { a: { type: 'array', items: { type: 'string' } } },
    ],
    [
      'a list of objects',
      { properties: { a: { type: 'array', items: { type: 'object', required: ['b'] } } } },
      { a: { type: 'array', items: { type: 'object' } } },
    ],
    [
      'a list of lists',
      { properties: { a: { type: 'array', items: { type: 'array' } } } },
      { a: { type: 'array', items: { type: 'string' } } },
    ],
    ['a nested object', { properties: { a: { type: 'object', properties: { b: {} } } } }, { a: { type: 'object' } }],
    ['a name that is refused', { properties: { 'a b': {}, c: {} } }, { c: { type: 'string' } }],
    [
      'limits and formats',
      { properties: { a: { type: 'integer', minimum: 1, format: 'x' } } },
      { a: { type: 'integer' } },
    ],
    ['an unknown type', { properties: { a: { type: 'date' } } }, { a: { type: 'string' } }],
  ])('of %s', (_, schema, properties) => {
    expect(plainSchema(schema)).toEqual({ type: 'object', properties })
  })

  it('keeps descriptions and what is required', () => {
    const a = { type: 'string', description: 'The path' }
    expect(plainSchema({ properties: { a }, required: ['a', 'b', 3] })).toEqual({
      type: 'object',
      properties: { a },
      required: ['a'],
    })
  })
})

it('is said in one line', () => {
  const data = { left_out: ['files', 'thinking'], refusal: 'OpenAI said: No.', kept: '/data/a.json' } as const
  expect(plainRequestText(data)).toBe(
    'The provider refused the request, so it was sent once more without files (named in notes), earlier thinking. OpenAI said: No. Both requests are in /data/a.json, for a bug report.',
  )
  expect(plainRequestText({ left_out: ['files'] })).toBe('Sent without files (named in notes), as the answer before.')
})
