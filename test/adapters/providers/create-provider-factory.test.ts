import { expect, it } from 'vitest'

import { createProviderFactory } from '../../../src/main/adapters/providers/create-provider-factory.ts'
import type { Config, CredentialStore } from '../../../src/main/core/ports/config-ports.ts'
import type { ProviderFactory } from '../../../src/main/core/ports/provider-ports.ts'
import { playAnswers } from '../../support/play-recording.ts'
import type { Playback } from '../../support/play-recording.ts'
import { providerFor } from '../../support/provider-outcome.ts'
import type { ProviderApi } from '../../support/provider-outcome.ts'

const CONFIG: Config = {
  providers: {},
  outsideAgents: {},
  hooks: {},
  profiles: {},
  defaultProvider: null,
  maxOutputTokens: 4096,
  toolSearchAbove: 20_000,
  maxToolTurns: 50,
  maxAgentDepth: 8,
  maxChildrenPerTurn: 20,
  maxRunningTurns: 50,
  maxAgentsMade: 50,
  maxTurnsWithoutUser: 100,
  maxRequestsSent: 500,
  cacheLifetime: 'auto',
  maxAttachmentBytes: 1_000_000,
  maxCheckpointFileBytes: 1_000_000,
  maxOutputSize: 1_048_576,
  maxResultTokens: 12_000,
  backupEveryHours: 24,
  toolOutputDays: 0,
  backupFolder: null,
  listenAddress: '127.0.0.1',
  listenPort: 1984,
  historySize: 100,
  databaseUrl: null,
  workspace: null,
  proxy: null,
  onlyHosts: null,
  modelCatalogUrl: null,
  renewModelsAtStart: false,
  updates: 'stable',
  updateFeed: null,
  updateRegistry: null,
  sandbox: 'workspace',
  sandboxDomains: [],
  toolEnvironment: [],
  editor: null,
  prices: {},
  maxCostPerDay: null,
  maxCostPerMonth: null,
  askAboveUsd: null,
  toolServers: {},
  pools: {},
  endpoints: [],
}

function keyStore(key: string | null): CredentialStore {
  const unused = async () => ({ ok: false, error: { category: 'UNKNOWN', message: '', retryable: false } }) as const
  return {
    key: async () => key,
    list: async () => [],
    plan: async () => ({ place: 'file', reason: null }),
    set: unused,
    remove: unused,
    endpointKey: async () => null,
    setEndpointKey: unused,
    removeEndpointKey: unused,
    keychainState: () => ({ state: 'ok', message: '' }),
    onKeychainStateChange: () => () => undefined,
  }
}

function factory(key: string | null, changes: Partial<Config> = {}, environment = {}): ProviderFactory {
  return createProviderFactory({ credentials: keyStore(key), config: { ...CONFIG, ...changes }, environment })
}

it.each([
  ['anthropic', 'ANTHROPIC_API_KEY', 'https://console.anthropic.com/settings/keys'],
  ['openai', 'OPENAI_API_KEY', 'https://platform.openai.com/api-keys'],
  ['google', 'GOOGLE_API_KEY', 'https://aistudio.google.com/apikey'],
] as const)('says how to get a key for %s', async (name, variable, page) => {
  expect(await factory(null).create(name)).toEqual({
    ok: false,
    error: {
      category: 'AUTH',
      message: `No credentials for ${name}. Set ${variable} or add to credentials.json\n\nGet your API key at: ${page}`,
      retryable: false,
    },
  })
})

it('needs no key for a server on this machine, and asks for the addresses of config.json and LOCAL_BASE_URL', async () => {
  const endpoints = [
    await factory(null).create('local'),
    await factory(null, {}, { LOCAL_BASE_URL: 'http://127.0.0.1:8080/v1' }).create('local'),
    await factory(null, { providers: { local: { baseUrl: 'http://127.0.0.1:1234/v1' } } }).create('local'),
  ].map((made) => made.ok && made.value.endpoint)
  expect(endpoints).toEqual(['chat', 'chat@127.0.0.1:8080', 'chat@127.0.0.1:1234'])
})

it.each([
  ['xai', 'XAI_API_KEY', 'responses'],
  ['meta', 'META_API_KEY', 'responses'],
  ['mistral', 'MISTRAL_API_KEY', 'chat'],
  ['moonshot', 'MOONSHOT_API_KEY', 'chat'],
  ['openrouter', 'OPENROUTER_API_KEY', 'chat'],
] as const)('makes %s, and names %s when there is no key', async (name, variable, endpoint) => {
  expect(await factory('key').create(name)).toMatchObject({ ok: true, value: { name, endpoint } })
  expect(await factory(null).create(name)).toMatchObject({
    ok: false,
    error: { category: 'AUTH', message: expect.stringContaining(`Set ${variable} or`) },
  })
})

it.each([
  ['the provider’s own address', {}, {}, 'messages'],
  ['the SDK’s variable', {}, { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' }, 'messages@127.0.0.1:1'],
  [
    'config.json before the variable',
    { anthropic: { baseUrl: 'http://127.0.0.1:2' } },
    { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' },
    'messages@127.0.0.1:2',
  ],
  ['an empty variable is none', {}, { ANTHROPIC_BASE_URL: '' }, 'messages'],
])('takes the address from the right place: %s', async (_, providers, environment, endpoint) => {
  expect(await factory('key', { providers }, environment).create('anthropic')).toMatchObject({
    ok: true,
    value: { endpoint },
  })
})

it('needs no key to show a request', async () => {
  expect(await factory(null).create('anthropic', { key: 'optional' })).toMatchObject({ ok: true })
})

it('refuses a base URL that is no address', async () => {
  const environment = { OPENAI_BASE_URL: 'nonsense' }
  expect(await factory('key', {}, environment).create('openai')).toMatchObject({
    ok: false,
    error: { category: 'INVALID_REQUEST' },
  })
})

const LISTS: Readonly<Record<ProviderApi, object>> = {
  anthropic: {
    data: [
      {
        id: 'claude-x',
        display_name: 'Claude X',
        max_input_tokens: 200_000,
        max_tokens: 64_000,
        retires_at: '2027-01-02T00:00:00Z',
      },
    ],
    has_more: false,
  },
  openai: {
    object: 'list',
    data: [{ id: 'gpt-5.5', shutdown_date: '2027-03-04' }, { id: 'text-embedding-3-large' }, { id: 'gpt-image-1' }],
  },
  google: {
    models: [
      {
        name: 'models/gemini-3-pro',
        displayName: 'Gemini 3 Pro',
        inputTokenLimit: 1_048_576,
        outputTokenLimit: 65_536,
        supportedGenerationMethods: ['generateContent'],
      },
      { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
    ],
  },
}

const unknown = { prices: [], thinking: null }

it.each<[ProviderApi, object]>([
  [
    'anthropic',
    {
      provider: 'anthropic',
      id: 'claude-x',
      name: 'Claude X',
      contextWindow: 200_000,
      maxOutput: 64_000,
      endsOn: '2027-01-02',
      ...unknown,
    },
  ],
  [
    'openai',
    {
      provider: 'openai',
      id: 'gpt-5.5',
      name: 'gpt-5.5',
      contextWindow: null,
      maxOutput: null,
      endsOn: '2027-03-04',
      ...unknown,
    },
  ],
  [
    'google',
    {
      provider: 'google',
      id: 'gemini-3-pro',
      name: 'Gemini 3 Pro',
      contextWindow: 1_048_576,
      maxOutput: 65_536,
      endsOn: null,
      ...unknown,
    },
  ],
])('lists the chat models of %s', async (wire, model) => {
  const playback = await playAnswers((response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(LISTS[wire]))
  })
  const list = await providerFor(wire, playback).listModels(new AbortController().signal)
  await playback.stop()
  expect(list).toEqual({ ok: true, value: [model] })
})

it.each(['anthropic', 'openai', 'google'] as const)('a list that fails is an error as data: %s', async (wire) => {
  const playback: Playback = await playAnswers((response) => {
    response.writeHead(503, { 'content-type': 'application/json' }).end('{"error":{"message":"busy"}}')
  })
  const list = await providerFor(wire, playback).listModels(new AbortController().signal)
  await playback.stop()
  expect(list).toMatchObject({ ok: false, error: { category: 'OVERLOADED', retryable: true } })
})

const SECRET = 'MARKER5ecret'

it.each([
  `http://ada:${SECRET}@127.0.0.1:1/v1`,
  `${SECRET}@127.0.0.1:1`,
  `http://127.0.0.1:1/v1?api_key=${SECRET}`,
  `http://127.0.0.1:1/v1?${SECRET}`,
  `ftp://ada:${SECRET}@127.0.0.1`,
  `http://ada:${SECRET}@[bad`,
])('names where an unusable address is, but nothing of it: %s', async (text) => {
  const places = [
    [await factory('k', {}, { LOCAL_BASE_URL: text }).create('local'), 'LOCAL_BASE_URL must'],
    [
      await factory('k', { providers: { local: { baseUrl: text } } }).create('local'),
      'providers.local.base_url in config.json must',
    ],
  ] as const
  for (const [made, words] of places) {
    expect(made).toMatchObject({ ok: false, error: { category: 'INVALID_REQUEST', retryable: false } })
    expect(JSON.stringify(made)).toContain(words)
    expect(JSON.stringify(made)).not.toContain(SECRET)
  }
})
