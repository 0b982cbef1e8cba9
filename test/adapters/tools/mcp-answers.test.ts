import { describe, expect, it } from 'vitest'

import { AnswerReader } from '../../../src/main/adapters/tools/mcp/answers/answer-reader.ts'
import { usableAnswer } from '../../../src/main/adapters/tools/mcp/answers/usable-answer.ts'
import { tellingLines } from '../../../src/main/adapters/tools/mcp/connect-server.ts'
import type { JsonObject, JsonValue } from '../../../src/shared/json.ts'

const FINE = { name: 'fine', inputSchema: { type: 'object' } }
const OBJECT = { type: 'object' }

describe('a list of tools', () => {
  it.each<readonly [string, JsonValue, JsonObject]>([
    ['no schema', { name: 'a' }, { name: 'a', inputSchema: OBJECT }],
    ['null as its schema', { name: 'a', inputSchema: null }, { name: 'a', inputSchema: OBJECT }],
    [
      'a schema without a type',
      { name: 'a', inputSchema: { anyOf: [{}] } },
      { name: 'a', inputSchema: { anyOf: [{}], ...OBJECT } },
    ],
    [
      'an invalid schema of its output',
      { name: 'a', inputSchema: OBJECT, outputSchema: 7 },
      { name: 'a', inputSchema: OBJECT },
    ],
    [
      'a description that is a list',
      { name: 'a', description: ['x'], inputSchema: OBJECT },
      { name: 'a', inputSchema: OBJECT },
    ],
    [
      'annotations that are a text',
      { name: 'a', annotations: 'x', inputSchema: OBJECT },
      { name: 'a', inputSchema: OBJECT },
    ],
    [
      'a hint that is a text',
      { name: 'a', annotations: { readOnlyHint: 'yes' }, inputSchema: OBJECT },
      { name: 'a', inputSchema: OBJECT },
    ],
    ['icons without an address', { name: 'a', icons: [{}], inputSchema: OBJECT }, { name: 'a', inputSchema: OBJECT }],
    ['null as its data', { name: 'a', _meta: null, inputSchema: OBJECT }, { name: 'a', inputSchema: OBJECT }],
    [
      'boolean subschemas and numbers in required',
      { name: 'a', inputSchema: { properties: { x: true, y: false }, required: ['x', 1] } },
      { name: 'a', inputSchema: { properties: { x: {}, y: { not: {} } }, required: ['x'], ...OBJECT } },
    ],
  ])('keeps a tool with %s', (_, row, kept) => {
    const { value, leftOut } = usableAnswer('tools/list', { tools: [FINE, row] })
    expect({ value, leftOut }).toEqual({ value: { tools: [FINE, kept] }, leftOut: [] })
  })

  it('leaves out rows without a name alone, and names them', () => {
    const tools = [null, FINE, { name: '' }, { name: 7, inputSchema: OBJECT }, 'x']
    expect(usableAnswer('tools/list', { tools, nextCursor: null })).toEqual({
      value: { tools: [FINE] },
      leftOut: [
        'tool 1 of 5: it is no object',
        'tool 3 of 5: it has no name',
        'tool 4 of 5: it has no name',
        'tool 5 of 5: it is no object',
      ],
    })
    expect(usableAnswer('tools/list', { tools: {} })).toEqual({
      value: { tools: [] },
      leftOut: ['its list of tools is no list'],
    })
  })

  it('is like those of prompts and resources', () => {
    expect(
      usableAnswer('prompts/list', { prompts: [{ name: 'p', arguments: [{ name: 'x', required: 'no' }, 7] }, {}] }),
    ).toEqual({
      value: { prompts: [{ name: 'p', arguments: [{ name: 'x' }] }] },
      leftOut: ['prompt 2 of 2: it has no name'],
    })
    expect(usableAnswer('resources/list', { resources: [{ uri: 'a:b', size: 'big' }, { name: 'x' }] })).toEqual({
      value: { resources: [{ uri: 'a:b', name: 'a:b' }] },
      leftOut: ['resource 2 of 2 (x): it has no address'],
    })
  })
})

describe('a result', () => {
  const text = (words: string) => ({ type: 'text', text: words })
  it.each<readonly [string, JsonValue, readonly JsonObject[]]>([
    ['a text as content', 'useful', [text('useful')]],
    ['one part as content', text('useful'), [text('useful')]],
    ['null as content', null, []],
    ['a number as text', [{ type: 'text', text: 42 }], [text('42')]],
    ['an object as text', [{ type: 'text', text: { a: 1 } }], [text('{"a":1}')]],
    [
      'null as text',
      [text('useful'), { type: 'text', text: null }],
      [text('useful'), text('[part 2 is a text without words; it is left out]')],
    ],
    [
      'an unknown kind',
      [{ type: 'video' }],
      [text('[part 1 is of the kind "video", which is not known; it is left out]')],
    ],
    ['an unknown kind with a text', [{ type: 'markdown', text: '# x' }], [text('# x')]],
    ['texts in place of parts', ['a', 7, null], [text('a'), text('7'), text('[part 3 is empty; it is left out]')]],
    [
      'a data URL',
      [{ type: 'image', data: 'data:image/gif;base64,AA==' }],
      [{ type: 'image', data: 'AA==', mimeType: 'image/gif' }],
    ],
    [
      'a picture that is none',
      [{ type: 'image', data: '(400 bytes)' }],
      [text('[part 1 is of the kind image, and its data is not base64; it is left out]')],
    ],
    [
      'a resource without an address',
      [{ type: 'resource', resource: { text: 'x' } }],
      [{ type: 'resource', resource: { uri: 'resource:', text: 'x' } }],
    ],
    [
      'a file as a kind of its own',
      [
        { type: 'blob', data: 'AA==', mimeType: 'image/png' },
        { type: 'blob', blob: 'AA==', mimeType: 'application/pdf', uri: 'a:b.pdf' },
      ],
      [
        { type: 'image', data: 'AA==', mimeType: 'image/png' },
        { type: 'resource', resource: { uri: 'a:b.pdf', mimeType: 'application/pdf', blob: 'AA==' } },
      ],
    ],
    [
      'a resource of which only the address came',
      [
        { type: 'resource', resource: { uri: 'a:b', text: '' } },
        { type: 'resource', resource: { uri: 'a:c', mimeType: 'text/plain' } },
      ],
      [text('[resource a:b, without contents]'), text('[resource a:c, without contents]')],
    ],
    [
      'an empty text beside the bytes of a resource',
      [{ type: 'resource', resource: { uri: 'a:b', text: '', blob: 'AA==' } }],
      [{ type: 'resource', resource: { uri: 'a:b', blob: 'AA==' } }],
    ],
    [
      'a link without a name',
      [{ type: 'resource_link', uri: 'a:b' }],
      [{ type: 'resource_link', uri: 'a:b', name: 'a:b' }],
    ],
  ])('with %s keeps what can be used', (_, content, kept) => {
    expect(usableAnswer('tools/call', { content }).value).toEqual({ content: kept })
  })

  it('that has failed in other words has failed, and a list as structured content is its text', () => {
    expect(usableAnswer('tools/call', { isError: 'true', structuredContent: [1] }).value).toEqual({
      isError: true,
      content: [text('[1]')],
    })
  })
})

describe('a message', () => {
  const read = (message: JsonValue) => {
    const reader = new AnswerReader(() => undefined)
    reader.sent({ jsonrpc: '2.0', id: 1, method: 'tools/call' })
    const answer: unknown = JSON.parse(reader.read(JSON.stringify(message)))
    return answer
  }
  it.each<readonly [string, JsonObject, JsonObject]>([
    [
      'null as its result',
      { result: null },
      { error: { code: -32_603, message: 'it answered with null as its result' } },
    ],
    [
      'a text as its result',
      { result: 'x' },
      { error: { code: -32_603, message: 'it answered with "x" as its result' } },
    ],
    ['no result', {}, { error: { code: -32_603, message: 'it answered without a result' } }],
    ['a text as its error', { error: 'no' }, { error: { code: -32_603, message: 'no' } }],
    ['an error without a code', { error: { message: 'no' } }, { error: { code: -32_603, message: 'no' } }],
    ['null beside its result', { error: null, result: { content: [] } }, { result: { content: [] } }],
    ['null as its data', { result: { _meta: null, content: [] } }, { result: { content: [] } }],
  ])('with %s is an answer at once', (_, given, expected) => {
    expect(read({ jsonrpc: '2.0', id: 1, ...given })).toEqual({ jsonrpc: '2.0', id: 1, ...expected })
    expect(read({ id: '1', ...given })).toEqual({ jsonrpc: '2.0', id: 1, ...expected })
  })

  it.each<readonly [string, JsonObject]>([
    ['null as its id', { jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'no' } }],
    ['no id', { error: { code: -32_700, message: 'no' } }],
  ])('with an error and %s is about the only request', (_, given) => {
    expect(read(given)).toEqual({ jsonrpc: '2.0', id: 1, error: { code: -32_700, message: 'no' } })
    const reader = new AnswerReader(() => undefined)
    reader.sent([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call' })))
    expect(JSON.parse(reader.read(JSON.stringify(given), 2))).toMatchObject({ id: 2 })
    expect(JSON.parse(reader.read(JSON.stringify(given)))).not.toHaveProperty('id', 1)
  })

  it('that is no answer stays as it is', () => {
    for (const text of ['no JSON', '{"level":30}', '{"jsonrpc":"2.0","id":1,"method":"ping"}', '7', '']) {
      expect(new AnswerReader(() => undefined).read(text)).toBe(text)
    }
  })
})

it.each([
  ['Error: API key missing\n    at main (a.js:1:2)\n\nNode.js v24.1.0\n', 'Error: API key missing'],
  [
    'npm error code E404\nnpm error 404 not found: x\nnpm error A complete log of this run',
    'npm error 404 not found: x',
  ],
  ['starting\nlistening\n', 'listening'],
  ['Traceback:\n  File "a.py"\nValueError: TOKEN is required\n', 'ValueError: TOKEN is required'],
  ['', ''],
])('of %j the telling words are %j', (text, told) => {
  expect(tellingLines(text)).toBe(told)
})
