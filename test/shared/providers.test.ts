import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { cacheFacts } from '../../src/shared/cache-facts.ts'
import { gatewayPrefix, modelText } from '../../src/shared/model-spec-text.ts'
import { inferProvider, wireModelName } from '../../src/shared/model-spec.ts'
import { ANSWERING, API_PROVIDERS, isProviderName, PROVIDER_NAMES, PROVIDERS } from '../../src/shared/providers.ts'

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

  it.each(PROVIDER_NAMES)('has a row for %s in the documents: its variables, and how its models begin', (name) => {
    const page = (title: string) => readFileSync(new URL(`../../docs/behaviour/${title}.md`, import.meta.url), 'utf8')
    const variables = API_PROVIDERS[name].keyVariables.map((variable) => `\`${variable}\``).join(', ')
    expect(page('providers')).toContain(`\n| ${name} | ${variables}`)
    expect(page('models')).toMatch(new RegExp(`^\\| \`.*\\| ${name} \\|$`, 'm'))
  })

  it('shares no label and no page for keys between two providers', () => {
    const labels = ANSWERING.map((name) => PROVIDERS[name].label)
    const pages = PROVIDER_NAMES.flatMap((name) => API_PROVIDERS[name].keyPage ?? [])
    expect(new Set(labels).size).toBe(labels.length)
    expect(new Set(pages).size).toBe(pages.length)
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

it.each([
  ['claude-opus-4-5', 'anthropic'],
  ['o3-mini', 'openai'],
  ['gpt-oss:20b', 'openai'],
  ['chatgpt-4o-latest', 'openai'],
  ['gemini-2.5-flash-tts', 'google'],
  ['gemma3:12b', 'google'],
  ['grok-2-vision', 'xai'],
  ['llama-4-maverick', 'meta'],
  ['muse-2', 'meta'],
  ['voxtral-small', 'mistral'],
  ['ministral-8b', 'mistral'],
  ['kimi-k2.6', 'moonshot'],
  ['moonshot-v1-8k-vision-preview', 'moonshot'],
  ['llava:7b', 'local'],
  ['qwen2.5vl:7b', 'local'],
])('finds what %s takes in the row of %s', (model, provider) => {
  const rows = ANSWERING.filter((name) => PROVIDERS[name].inputs?.some(([pattern]) => pattern.test(model)) === true)
  expect(rows[0]).toBe(provider)
  // The names of vision models on this machine are the last that are tried, and may be those of any company.
  expect(rows.filter((name) => name !== 'local').length).toBeLessThan(2)
})

it.each([
  ['anthropic/claude-opus-4.5', 4_096, 'marks'],
  ['anthropic/claude-sonnet-4.5', 1_024, 'marks'],
  ['anthropic/claude-opus-5', 512, 'marks'],
  ['anthropic/claude-opus-4.7', 2_048, 'marks'],
  ['anthropic/instant', 0, 'everywhere'],
  ['openai/gpt-6', 0, 'everywhere'],
  ['claude-opus-4-5', 0, 'everywhere'],
] as const)('knows how OpenRouter caches %s', (model, minimumTokens, entries) => {
  expect(cacheFacts('openrouter', model)).toMatchObject({ minimumTokens, entries })
})
