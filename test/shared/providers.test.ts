import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { modelText } from '../../src/shared/model-spec-text.ts'
import { inferProvider, wireModelName } from '../../src/shared/model-spec.ts'
import { API_PROVIDERS, gatewayPrefix, isProviderName, PROVIDER_NAMES } from '../../src/shared/providers.ts'

describe('the table of providers', () => {
  it('names them in the order of every list', () => {
    expect(PROVIDER_NAMES).toEqual([
      'anthropic',
      'openai',
      'google',
      'xai',
      'meta',
      'mistral',
      'moonshot',
      'openrouter',
      'local',
    ])
  })

  it('knows no other name, not even those that every object has', () => {
    expect(['Anthropic', '', 'toString', '__proto__', 'constructor'].filter(isProviderName)).toEqual([])
  })

  it('shares no variable between two providers, and the documents name those of keys', () => {
    const variables = PROVIDER_NAMES.flatMap((name) => [
      ...API_PROVIDERS[name].keyVariables,
      ...API_PROVIDERS[name].baseUrlVariables,
    ])
    expect(new Set(variables).size).toBe(variables.length)
    const documents = ['README.md', 'docs/configuration.md'].map((path) =>
      readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'),
    )
    const keys = PROVIDER_NAMES.flatMap((name) => API_PROVIDERS[name].keyVariables)
    expect(keys.filter((name) => !documents.some((text) => text.includes(`\`${name}\``)))).toEqual([])
  })

  it.each(PROVIDER_NAMES)('recognises the default model of %s, or has none', (name) => {
    const { defaultModel } = API_PROVIDERS[name]
    expect(defaultModel === null ? name : inferProvider(defaultModel)).toBe(name)
  })
})

describe('a gateway', () => {
  it.each(['openrouter', 'local'] as const)('%s has its own name in front of its models', (provider) => {
    expect(gatewayPrefix(provider)).toBe(`${provider}/`)
    expect(inferProvider(`${provider}/any/thing`)).toBe(provider)
    expect(inferProvider(`${provider}/`)).toBe(null)
    expect(modelText(provider, 'any/thing')).toBe(`${provider}/any/thing`)
    expect(modelText(provider, `${provider}/any`)).toBe(`${provider}/any`)
    expect(wireModelName({ provider, model: `${provider}/${provider}/auto` })).toBe(`${provider}/auto`)
  })

  it('is none of the others', () => {
    expect(gatewayPrefix('mistral')).toBe('')
    expect(inferProvider('mistral/any')).toBe(null)
    expect(modelText('openai', 'gpt-5')).toBe('gpt-5')
    expect(wireModelName({ provider: 'openai', model: 'gpt-5' })).toBe('gpt-5')
  })
})
