import { expect, it } from 'vitest'

import { endpointStates } from '../../../src/main/adapters/providers/endpoints/endpoint-probe.ts'
import { EndpointLists, firstUsable } from '../../../src/main/core/models/endpoint-lists.ts'
import { DEFAULT_CONFIG } from '../../../src/shared/config.ts'
import { withImplied } from '../../../src/shared/endpoints/endpoint.ts'
import { err, ok, refuse } from '../../../src/shared/result.ts'
import type { ModelInfo } from '../../../src/shared/model-info.ts'
import { fakeCredentials } from '../../support/fake-credentials.ts'

const HOUR_MS = 60 * 60_000
const DOWN = { category: 'UNKNOWN', message: 'Groq is down', retryable: false } as const
const { signal } = new AbortController()

function model(id: string, endsOn: string | null = null): ModelInfo {
  const figures = { contextWindow: null, maxOutput: null, prices: [], thinking: null }
  return { provider: 'endpoint', id, name: id, endsOn, ...figures }
}

/** Returns the lists of the services whose keys are in the environment, and what was asked. */
function listsOf(environment: Record<string, string>, defaultProvider: string | null = null) {
  const asked: string[] = []
  const server = { now: 0, isDown: false, waits: false }
  const config = { ...DEFAULT_CONFIG, defaultProvider, endpoints: withImplied([], environment) }
  const lists = new EndpointLists({
    config,
    clock: { now: () => server.now, sleep: () => Promise.resolve() },
    endpoints: {
      states: () => endpointStates(config, { credentials: fakeCredentials(), environment }),
      try: async () => refuse('not here'),
    },
    providers: {
      create: async (_name, wish) => {
        const name = wish?.model ?? ''
        asked.push(name)
        if (server.waits) return new Promise(() => undefined)
        return server.isDown ? err(DOWN) : ok(listing([model(name.replace('/model', '/whisper-1')), model(name)]))
      },
    },
  })
  return { lists, asked, server }
}

function listing(models: readonly ModelInfo[]) {
  return {
    name: 'endpoint',
    endpoint: 'chat',
    stream: () => ({ async *[Symbol.asyncIterator]() {} }),
    render: () => null,
    listModels: async () => ok(models),
  } as const
}

it('asks a service whose variable is set once, and again after an hour', async () => {
  const { lists, asked, server } = listsOf({ GROQ_API_KEY: 'k' })
  const ids = async () => (await lists.all(signal)).get('groq')?.models.map(({ id }) => id)
  expect(await ids()).toEqual(['groq/whisper-1', 'groq/model'])
  await ids()
  expect(asked).toEqual(['groq/model'])
  server.now = HOUR_MS
  await ids()
  expect(asked).toEqual(['groq/model', 'groq/model'])
})

it('keeps what it knows when an endpoint fails, says why, and asks again a minute later', async () => {
  const { lists, asked, server } = listsOf({ GROQ_API_KEY: 'k' })
  await lists.all(signal)
  server.isDown = true
  expect(await lists.renew('groq')).toEqual(DOWN)
  expect((await lists.all(signal)).get('groq')).toMatchObject({ problem: DOWN, models: [{}, { id: 'groq/model' }] })
  expect(asked.length).toBe(2)
  server.now = HOUR_MS / 60
  await lists.all(signal)
  expect(asked.length).toBe(3)
})

it('does not wait long for an endpoint that does not answer', async () => {
  const { lists, server } = listsOf({ GROQ_API_KEY: 'k' })
  server.waits = true
  expect([...(await lists.all(signal)).keys()]).toEqual([])
  expect(await lists.firstModel()).toBeNull()
})

it.each([
  [{}, null, null],
  [{ CEREBRAS_API_KEY: 'k', GROQ_API_KEY: 'k' }, null, 'groq/model'],
  [{ CEREBRAS_API_KEY: 'k', GROQ_API_KEY: 'k' }, 'cerebras', 'cerebras/model'],
  [{ GROQ_API_KEY: 'k' }, 'openai', null],
] as const)('with %j and the default %s, new agents begin with %s', async (environment, named, first) => {
  expect(await listsOf(environment, named).lists.firstModel()).toBe(first)
})

it.each([
  ['team/text-embedding-3-large'],
  ['team/openai/whisper-large-v3'],
  ['team/meta-llama/llama-guard-4-12b'],
  ['team/BAAI/bge-m3'],
  ['team/playai-tts'],
  ['team/black-forest-labs/flux-1'],
])('does not begin with %s', (id) => {
  expect(firstUsable([model(id)], '2026-11-30')).toBeNull()
})

it('begins with a model that is still served', () => {
  const models = [model('team/old', '2026-11-29'), model('team/deepseek-v4'), model('team/new')]
  expect(firstUsable(models, '2026-11-30')?.id).toBe('team/deepseek-v4')
})
