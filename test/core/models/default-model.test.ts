import { expect, it } from 'vitest'

import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { parseConfig } from '../../../src/main/adapters/config/parse-config.ts'
import {
  configuredDefault,
  currentDefault,
  modelOfNewAgents,
  replacementNotice,
} from '../../../src/main/core/models/default-model.ts'
import { API_PROVIDERS } from '../../../src/shared/providers.ts'
import { fakeCredentials } from '../../support/fake-credentials.ts'

const { config } = parseConfig('{"pools":{"smart":{"strategy":"failover","models":["gpt-5/low"]}}}')
const at = (configured: string, today = '2026-11-21') => currentDefault(configured, createModelCatalog(), config, today)

it.each([
  ['gemini-3-pro', 'gemini-3.1-pro-preview', 'gemini-3-pro'],
  ['gemini-3-pro/high', 'gemini-3.1-pro-preview/high', 'gemini-3-pro'],
  ['claude-haiku-4-5/low', 'claude-haiku-4-5/low', null],
  ['@smart', '@smart', null],
  ['nonsense', 'nonsense', null],
])('%s: new agents begin with %s', (configured, spec, replaces) => {
  expect(at(configured)).toEqual({ spec, replaces })
})

it('stays what was configured as long as that is served', () => {
  expect(at('gemini-3-pro/high', '2026-03-09')).toEqual({ spec: 'gemini-3-pro/high', replaces: null })
})

it('says what was replaced, and only that', () => {
  expect(replacementNotice(at('gemini-3-pro/high'))).toBe(
    'gemini-3-pro is no longer served: new agents begin with gemini-3.1-pro-preview/high instead.',
  )
  expect(replacementNotice(at('gpt-5'))).toBeNull()
})

const withSettings = (json: string) => {
  const sources = { catalog: createModelCatalog(), config: parseConfig(json).config, today: '2026-11-21' }
  return (...ready: readonly ('anthropic' | 'openai' | 'local')[]) => configuredDefault(sources, ready)?.spec ?? null
}

it.each([
  ['{}', [], null],
  ['{}', ['local'], null],
  ['{}', ['anthropic'], API_PROVIDERS.anthropic.defaultModel],
  ['{}', ['local', 'openai', 'anthropic'], API_PROVIDERS.openai.defaultModel],
  ['{"providers":{"openai":{"default_model":"gpt-5/low"}}}', ['openai'], 'gpt-5/low'],
  ['{"default_provider":"google"}', ['anthropic'], API_PROVIDERS.google.defaultModel],
  ['{"default_provider":"local"}', ['anthropic'], null],
] as const)('%s with keys of %j: new agents begin with %s', (settings, ready, spec) => {
  expect(withSettings(settings)(...ready)).toBe(spec)
})

it('looks for keys only where no model is configured', async () => {
  let looked = 0
  const state = { endsIn: null, environmentName: '', keyUrl: '' }
  const counting = {
    ...fakeCredentials(),
    async list() {
      looked += 1
      return [
        { ...state, provider: 'openai', source: null },
        { ...state, provider: 'anthropic', source: 'environment' },
      ] as const
    },
  }
  const model = { spec: 'gpt-5', replaces: null }
  expect(await modelOfNewAgents(() => model, counting)).toBe(model)
  expect(looked).toBe(0)
  const ofKeys = (ready: readonly string[]) => (ready.length === 0 ? null : { spec: ready.join(), replaces: null })
  expect(await modelOfNewAgents(ofKeys, counting)).toEqual({ spec: 'anthropic', replaces: null })
  expect(looked).toBe(1)
})

it.each([
  [
    '{"default_provider":"team","endpoints":[{"name":"team","kind":"openai-chat","base_url":"http://127.0.0.1:1/v1"}]}',
    'team',
    0,
  ],
  ['{"default_provider":"groq"}', 'groq', 0],
  ['{"default_provider":"nobody"}', null, 1],
] as const)('%s: the default provider is %s', (settings, name, warnings) => {
  const parsed = parseConfig(settings)
  expect([parsed.config.defaultProvider, parsed.warnings.length]).toEqual([name, warnings])
})

it('takes the model of an endpoint only where no provider has one', async () => {
  const endpoints = { firstModel: async () => 'groq/m' }
  const own = { spec: 'gpt-5', replaces: null }
  expect(await modelOfNewAgents(() => own, fakeCredentials(), endpoints)).toBe(own)
  expect(await modelOfNewAgents(() => null, fakeCredentials(), endpoints)).toEqual({ spec: 'groq/m', replaces: null })
  expect(withSettings('{"default_provider":"groq"}')('openai')).toBeNull()
})
