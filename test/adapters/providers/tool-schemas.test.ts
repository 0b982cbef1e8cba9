import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'

import { PROVIDER_ADAPTERS } from '../../../src/main/adapters/providers/provider-table.ts'
import { projectTool } from '../../../src/main/core/transcript/project-tools.ts'
import type { ToolDefinition } from '../../../src/shared/content.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../src/shared/json.ts'
import { type ApiProviderName, PROVIDER_NAMES, PROVIDERS } from '../../../src/shared/providers.ts'
import { acceptedSchema } from '../../../src/shared/tool-schema/plain-schema.ts'
import { withoutAliases } from '../../../src/shared/tool-schema/property-alias.ts'
import { ANTHROPIC_TOOLS, PLAIN_TOOLS } from '../../../src/shared/tool-schema/tool-rules.ts'
import { TARGETS } from '../../core/transcript/transcript-history.ts'
import { assembleTranscript } from '../../../src/main/core/transcript/assemble-transcript.ts'
import { checkRequest, type Rejection } from '../../support/provider-simulator/check-request.ts'
import { IssuedItems } from '../../support/provider-simulator/issued-items.ts'
import { randomToolSchema } from '../../support/random-tool-schema.ts'
import type { WireFormat } from '../../support/provider-simulator/wire-format.ts'

/** Schemas of tools as servers declare them, judged by the rules that the simulator refuses requests by. */

vi.setConfig({ testTimeout: 600_000 })
const numRuns = Number(process.env['SCHEMA_RUNS'] ?? 100)

const WIRES: Readonly<Partial<Record<ApiProviderName, WireFormat>>> = {
  anthropic: 'anthropic',
  openai: 'responses',
  google: 'gemini',
  xai: 'responses',
  meta: 'responses',
}
const ADAPTERS = new Map(
  PROVIDER_NAMES.map((name) => [
    name,
    PROVIDER_ADAPTERS[name].create({ key: 'key', baseUrl: undefined, idleTimeoutMs: 1 }),
  ]),
)

/** Why a provider refuses a request with these tools; undefined: it does not. */
function refusal(provider: ApiProviderName, tools: readonly ToolDefinition[]): Rejection | undefined {
  const adapter = ADAPTERS.get(provider)
  const target = { ...TARGETS[provider], endpoint: adapter?.endpoint ?? '' }
  const prompt = {
    id: 1,
    sessionId: 1,
    agentId: 'a',
    turnId: 't',
    createdAt: '',
    kind: 'user',
    content: 'Hello',
  } as const
  const { request } = assembleTranscript({
    context: [{ ...prompt, data: { attachments: [] } }],
    target,
    system: [],
    tools,
  })
  const body = adapter?.render(request)
  if (!isJsonObject(body)) throw new Error('a body that is no object')
  const sent = { index: 0, path: '', headers: {}, stream: true, version: 'v1', rejectedBy: undefined } as const
  return checkRequest(
    {
      ...sent,
      host: provider,
      wire: WIRES[provider] ?? 'chat',
      body,
      bodyText: JSON.stringify(body),
      model: request.model,
    },
    { issued: new IssuedItems(), verifiedOrganisation: true },
  )
}

const tool = (parameters: JsonObject, description = 'Does it.'): ToolDefinition => ({
  name: 'server__tool',
  description,
  parameters,
})

const OBJECT: JsonObject = { type: 'object', properties: { a: { type: 'string' } } }
const inside = (schema: JsonValue): JsonObject => ({ type: 'object', properties: { a: schema } })
const nested = (depth: number): JsonObject =>
  depth === 0 ? { type: 'string' } : { type: 'object', properties: { next: nested(depth - 1) }, required: ['next'] }

/** What servers declare, and what a model must still be told of it. */
const FORMS: readonly (readonly [string, JsonObject, readonly string[]])[] = [
  [
    'allOf at the root',
    { allOf: [inside({ type: 'string' }), { properties: { b: { type: 'integer' } } }] },
    ['a', 'b'],
  ],
  ['oneOf with a tag', { oneOf: [inside({ const: 'x' }), inside({ const: 'y' })] }, ['a', '"x"', '"y"']],
  ['a reference at the root', { $ref: '#/$defs/in', $defs: { in: inside({ type: 'string' }) } }, ['a']],
  ['not at the root', { ...OBJECT, not: { required: ['b'] } }, ['a']],
  ['if and else at the root', { ...OBJECT, if: { required: ['a'] }, else: { required: ['b'] } }, ['a']],
  ['enum at the root', { ...OBJECT, enum: [{ a: 'x' }] }, ['a']],
  ['no type at the root', { properties: { a: {} } }, ['a']],
  ['a list of types at the root', { ...OBJECT, type: ['object', 'null'] }, ['a']],
  ['an array at the root', { type: 'array', items: { type: 'string' } }, []],
  ['properties as a list', { type: 'object', properties: [{ name: 'a' }], required: 'a' }, []],
  ['draft 4 bounds', inside({ type: 'integer', minimum: 1, exclusiveMinimum: true, maximum: 9 }), ['9']],
  ['an array without items', inside({ type: 'array' }), ['a']],
  ['a tuple of draft 7', inside({ type: 'array', items: [{ type: 'string' }, true], additionalItems: false }), ['a']],
  [
    'a tuple of draft 2020',
    inside({ type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }] }),
    ['string'],
  ],
  ['boolean subschemas', { type: 'object', properties: { a: true, b: false } }, ['a']],
  ['required without a property', { ...OBJECT, required: ['a', 'missing', 7, null] }, ['a', 'missing']],
  ['an unknown type', inside({ type: 'any', description: 'Anything.' }), ['Anything.']],
  ['types of another language', inside({ type: 'str', enum: ['x'] }), ['string', 'x']],
  ['null in an enum', inside({ type: ['string', 'null'], enum: ['x', null] }), ['x']],
  ['an empty text in an enum', inside({ enum: ['', 'x'] }), ['x']],
  ['an empty enum', inside({ type: 'string', enum: [] }), ['string']],
  ['numbers in an enum of texts', inside({ type: 'string', enum: [1, 2] }), ['string']],
  ['an enum of everything', inside({ enum: [1, 'x', true, null, [1], { a: 1 }] }), ['x']],
  ['formats of OpenAPI', inside({ type: 'string', format: 'byte', nullable: true, example: 'x' }), ['string']],
  ['a pattern with a look-ahead', inside({ type: 'string', pattern: '^(?!-)[a-z]+$' }), ['^(?!-)[a-z]+$']],
  ['a pattern that is none', inside({ type: 'string', pattern: '([' }), ['string']],
  ['lengths that are none', inside({ type: 'string', minLength: -1, maxLength: '9', description: 7 }), ['string']],
  [
    'names that are no identifiers',
    { type: 'object', properties: { 'filter[name]': {}, ['x'.repeat(80)]: {}, '': {} } },
    [],
  ],
  [
    'names of JavaScript',
    { type: 'object', properties: { constructor: { type: 'string' }, toString: {} } },
    ['constructor'],
  ],
  ['a recursive definition', { ...inside({ $ref: '#/$defs/n' }), $defs: { n: inside({ $ref: '#/$defs/n' }) } }, ['a']],
  ['recursion at the root', inside({ $ref: '#' }), ['a']],
  [
    'references in a circle',
    { ...inside({ $ref: '#/$defs/x' }), $defs: { x: { $ref: '#/$defs/y' }, y: { $ref: '#/$defs/x' } } },
    ['a'],
  ],
  ['a reference to nothing', inside({ $ref: '#/$defs/lost', description: 'Lost.' }), ['Lost.']],
  ['a reference to elsewhere', inside({ $ref: 'https://example.org/s.json' }), ['a']],
  [
    'a definition with a slash',
    { ...inside({ $ref: '#/$defs/a~1b' }), $defs: { 'a/b': { type: 'integer' } } },
    ['integer'],
  ],
  ['a union beside a type', inside({ type: 'string', anyOf: [{ enum: ['x'] }, { pattern: '^y' }] }), ['x', '^y']],
  ['a union that nothing satisfies', inside({ anyOf: [{ not: {} }, { type: 'string' }] }), ['string']],
  [
    'alternatives by what they require',
    { ...OBJECT, properties: { a: {}, b: {} }, anyOf: [{ required: ['a'] }, { required: ['b'] }] },
    ['a', 'b', 'one of these forms'],
  ],
  ['patterns of names', inside({ type: 'object', patternProperties: { '^x': { type: 'integer' } } }), ['a']],
  ['a depth of 60', inside(nested(60)), ['next']],
  [
    '5,000 properties',
    {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 5_000 }, (_, at) => [`p${at}`, { type: 'string', description: 'x'.repeat(30) }]),
      ),
    },
    ['p0', 'p1'],
  ],
  ['an enum of 3,000 values', inside({ enum: Array.from({ length: 3_000 }, (_, at) => `value ${at}`) }), ['value 1']],
  ['halves of characters and controls', inside({ type: 'string', title: '\uD800', description: 'a\u0000b' }), ['a b']],
  [
    'values in place of schemas',
    { type: 'object', properties: { a: 'string', b: null, c: ['x'], d: 7 } },
    ['a', 'b', 'c', 'd'],
  ],
  [
    'definitions that grow without end',
    {
      ...inside({ $ref: '#/$defs/n' }),
      $defs: {
        n: {
          type: 'object',
          properties: Object.fromEntries(
            Array.from({ length: 30 }, (_, at) => [
              `p${at}`,
              { anyOf: [{ $ref: '#/$defs/n' }, { $ref: '#/$defs/m' }] },
            ]),
          ),
        },
        m: { allOf: [{ $ref: '#/$defs/n' }] },
      },
    },
    ['a'],
  ],
]

describe.each(PROVIDER_NAMES.map((name) => [name] as const))('%s', (provider) => {
  it.each(FORMS)('accepts %s', (_form, schema, words) => {
    expect(refusal(provider, [tool(schema)])).toBeUndefined()
    const { parameters, description } = projectTool(tool(schema), PROVIDERS[provider].tools)
    for (const word of words) expect(`${description} ${JSON.stringify(parameters)}`).toContain(word)
  })

  it('accepts descriptions of any length, which lose nothing up to 20,000 characters', () => {
    const long = `${'word '.repeat(3_000)}the end`
    expect(refusal(provider, [tool(OBJECT, long), { ...tool(OBJECT, ''), name: 'other' }])).toBeUndefined()
    const { description, parameters } = projectTool(tool(OBJECT, long), PROVIDERS[provider].tools)
    const words = typeof parameters['description'] === 'string' ? parameters['description'] : ''
    expect(`${description}${words}`.replaceAll(/…/g, ' ').split(/\s+/)).toEqual(long.split(' '))
    expect(projectTool(tool(OBJECT, 'x'.repeat(100_000)), PROVIDERS[provider].tools).description.length).toBeLessThan(
      20_001,
    )
  })

  it('accepts whatever a server declares', () => {
    fc.assert(
      fc.property(fc.array(fc.integer().map(randomToolSchema), { minLength: 1, maxLength: 3 }), (schemas) => {
        const tools = schemas.map((schema, at) => ({ ...tool(schema), name: `server__${at}` }))
        expect(refusal(provider, tools)).toBeUndefined()
      }),
      { numRuns: numRuns / 5 },
    )
  })
})

/** Schemas whose every keyword is valid, and values that may satisfy them. */
const validSchema = fc
  .letrec<{ node: JsonObject; leaf: JsonObject }>((tie) => ({
    leaf: fc.oneof(
      fc.constantFrom<JsonObject>(
        {},
        { type: 'string' },
        { type: 'string', enum: ['x', 'y'] },
        { const: 'x' },
        { enum: ['x', 1, null] },
        { type: ['string', 'null'] },
        { type: 'integer', minimum: 0, exclusiveMaximum: 2 },
        { type: 'number', multipleOf: 1 },
        { type: 'boolean' },
        { type: 'string', pattern: '^x' },
        { $ref: '#/$defs/leaf' },
        { $ref: '#/$defs/node' },
      ),
    ),
    node: fc.oneof(
      { depthSize: 'small', maxDepth: 4 },
      tie('leaf'),
      fc.record({ type: fc.constant('array'), items: tie('node') }),
      fc.record({ anyOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(tie('node'), { minLength: 1, maxLength: 3 }), description: fc.constant('One.') }),
      fc.record({ allOf: fc.array(tie('node'), { minLength: 1, maxLength: 2 }) }),
      fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('node')),
        required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
        additionalProperties: fc.constantFrom(true, false),
      }),
      fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(fc.constantFrom('a', 'b'), tie('node')),
        anyOf: fc.array(
          fc.record({
            properties: fc.dictionary(fc.constantFrom('a', 'c'), tie('node')),
            required: fc.uniqueArray(fc.constantFrom('a', 'b', 'c')),
            additionalProperties: fc.constant(false),
          }),
          { minLength: 1, maxLength: 3 },
        ),
      }),
    ),
  }))
  .node.map((node): JsonObject => ({
    type: 'object',
    properties: { a: node },
    $defs: {
      leaf: { type: 'string' },
      node: { type: 'object', properties: { a: { $ref: '#/$defs/node' }, b: { type: 'integer' } } },
    },
  }))
const anyArgument: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<JsonValue>('x', 'y', 'z', 0, 1, 1.5, null, true),
    fc.array(tie('value'), { maxLength: 2 }),
    tie('object'),
  ),
  object: fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')),
})).value
const anyArguments = fc.dictionary(fc.constantFrom('a', 'b', 'c'), anyArgument)

describe('the form that is sent', () => {
  it('accepts every call that the schema of the server accepts', () => {
    const ajv = new Ajv2020({ strict: false })
    let accepted = 0
    fc.assert(
      fc.property(validSchema, fc.array(anyArguments, { minLength: 8, maxLength: 8 }), (schema, calls) => {
        const isCallOf = ajv.compile(schema)
        const isCallOfPlain = ajv.compile(acceptedSchema(schema, PLAIN_TOOLS))
        for (const args of calls.filter((each) => isCallOf(each))) {
          accepted += 1
          expect(isCallOfPlain(args), `${JSON.stringify(args)} by ${JSON.stringify(schema)}`).toBe(true)
        }
      }),
      { numRuns },
    )
    expect(accepted).toBeGreaterThan(numRuns / 10)
  })

  it('is the same object for the same definition, and the same text for an equal one', () => {
    const [first, second] = [tool(inside({ anyOf: [true] })), tool(inside({ anyOf: [true] }))]
    expect(projectTool(first, ANTHROPIC_TOOLS)).toBe(projectTool(first, ANTHROPIC_TOOLS))
    expect(JSON.stringify(projectTool(second, ANTHROPIC_TOOLS))).toBe(
      JSON.stringify(projectTool(first, ANTHROPIC_TOOLS)),
    )
  })

  it('names arguments by aliases where their names are refused, and calls get the names back', () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { 'filter[name]': { type: 'string' }, rows: { type: 'array', items: inside({ 'x y': 1 }) } },
      required: ['filter[name]'],
      $defs: { deep: { type: 'object', properties: { 'page size': { type: 'integer' } } } },
    }
    const { properties, required } = acceptedSchema(schema, ANTHROPIC_TOOLS)
    const [alias = ''] = Object.keys(isJsonObject(properties) ? properties : {})
    expect(alias).toMatch(/^filter_name_[\w.-]+$/)
    expect(required).toEqual([alias])
    expect(withoutAliases({ [alias]: 'x', rows: [{ [alias]: 1 }] }, schema)).toEqual({
      'filter[name]': 'x',
      rows: [{ 'filter[name]': 1 }],
    })
    const args = { rows: [], other: 1 }
    expect(withoutAliases(args, schema)).toBe(args)
  })
})
