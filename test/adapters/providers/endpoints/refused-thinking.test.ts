import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'

import type { ThinkingShape } from '../../../../src/shared/endpoints/endpoint-quirks.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'
import { endpointAt } from '../../../support/endpoint-at.ts'
import { eventsOf, helloRequest } from '../../../support/provider-outcome.ts'
import { type DialectServer, startDialect } from '../../../support/provider-simulator/start-dialect.ts'
import { startSimulator } from '../../../support/provider-simulator/start-simulator.ts'
import type { Simulator } from '../../../support/provider-simulator/simulator.ts'

/** What a server refuses of thinking is learned by one refusal, in every shape that endpoints have. */

let simulator: Simulator
let server: DialectServer | undefined

beforeAll(async () => {
  simulator = await startSimulator()
})
afterAll(() => simulator.close())
afterEach(async () => {
  await server?.close()
  server = undefined
})

const FIELDS = ['model', 'messages', 'stream', 'stream_options', 'temperature', 'tools']

interface Case {
  readonly thinking: ThinkingShape
  readonly level: 'none' | 'high'
  /** The fields of thinking that the server knows. */
  readonly fields: readonly string[]
  readonly refuses?: (body: JsonObject) => string | null
}

/** Asks a model of an endpoint three times; returns what was refused, and the last body. */
async function askThrice({ thinking, level, fields, refuses = () => null }: Case) {
  const dialect = {
    path: '/chat/completions',
    api: 'chat',
    model: 'm',
    key: 'bearer',
    fields: [...FIELDS, ...fields],
    refuses,
  } as const
  server = await startDialect(dialect, simulator)
  const entry = { name: 'team', kind: 'openai-chat', base_url: server.baseUrl, key: 'endpoint-key' } as const
  const provider = await endpointAt({ ...entry, quirks: { thinking } })
  const request = helloRequest('openai', { model: 'team/m', thinkingLevel: level })
  for (const _ of ['learns', 'knows', 'knows']) {
    simulator.enqueue('local', { type: 'script', blocks: [{ type: 'text', text: 'Yes.' }] })
    const events = await eventsOf(provider, request)
    expect(events.at(-1)).toMatchObject({ type: 'done' })
  }
  return { refused: server.refused, body: server.bodies.at(-1) ?? {} }
}

const NO_FIELDS: readonly (readonly [ThinkingShape, 'none' | 'high'])[] = [
  ['effort', 'high'],
  ['gateway', 'high'],
  ['switch_kept', 'none'],
  ['switch_kept', 'high'],
  ['budget_field', 'none'],
  ['budget_field', 'high'],
  ['enabled', 'none'],
  ['enabled', 'high'],
  ['template', 'none'],
  ['template', 'high'],
]

it.each(NO_FIELDS)('a server without fields of thinking refuses %s at %s once', async (thinking, level) => {
  const { refused, body } = await askThrice({ thinking, level, fields: [] })
  expect(refused).toHaveLength(1)
  expect(Object.keys(body).filter((key) => !FIELDS.includes(key))).toEqual([])
})

it('a server that knows only the effort keeps it', async () => {
  const { refused, body } = await askThrice({ thinking: 'switch_effort', level: 'high', fields: ['reasoning_effort'] })
  expect(refused).toEqual(['thinking: Extra inputs are not permitted'])
  expect(body).toMatchObject({ reasoning_effort: 'high' })
})

it('a server that keeps no earlier thinking still thinks', async () => {
  const { refused, body } = await askThrice({
    thinking: 'switch_kept',
    level: 'high',
    fields: ['thinking'],
    refuses: ({ thinking }) =>
      JSON.stringify(thinking).includes('clear_thinking') ? 'thinking.clear_thinking: unknown field' : null,
  })
  expect(refused).toHaveLength(1)
  expect(body).toMatchObject({ thinking: { type: 'enabled' } })
})

it.each<[string, Case, JsonObject]>([
  [
    'always thinks, by a switch',
    {
      thinking: 'budget_field',
      level: 'none',
      fields: ['enable_thinking', 'thinking_budget'],
      refuses: (body) => (body['enable_thinking'] === true ? null : 'enable_thinking must be true for this model'),
    },
    { enable_thinking: true },
  ],
  [
    'never thinks, by a switch',
    {
      thinking: 'budget_field',
      level: 'high',
      fields: ['enable_thinking', 'thinking_budget'],
      refuses: (body) =>
        body['enable_thinking'] === true ? 'parameter.enable_thinking must be set to false for this call' : null,
    },
    { enable_thinking: false },
  ],
  [
    'always reasons',
    {
      thinking: 'enabled',
      level: 'none',
      fields: ['reasoning'],
      refuses: (body) =>
        JSON.stringify(body['reasoning']) === '{"enabled":false}'
          ? 'Reasoning is mandatory for this endpoint and cannot be disabled.'
          : null,
    },
    { reasoning: { enabled: true } },
  ],
])('a model that %s is asked so after one refusal', async (_, situation, expected) => {
  const { refused, body } = await askThrice(situation)
  expect(refused).toHaveLength(1)
  expect(body).toMatchObject(expected)
})
