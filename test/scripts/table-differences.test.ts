import { describe, expect, it } from 'vitest'

import type { NewestCatalog, SourceRow } from '../../scripts/newest-catalog.ts'
import { type SdkFacts, sdkFacts } from '../../scripts/sdk-facts.ts'
import { renderedLevel, tableDifferences, type Tables } from '../../scripts/table-differences.ts'
import { modelEnd } from '../../src/main/adapters/providers/model-lifecycle.ts'
import { API_PROVIDERS, type ApiProviderName } from '../../src/shared/providers.ts'

const row = (id: string, changes: Partial<SourceRow> = {}): SourceRow => ({
  type: 'chat',
  id,
  name: id,
  contextWindow: 1_000,
  maxTokens: 100,
  reasoning: true,
  ...changes,
})

/** The default models, which are always published. */
const DEFAULTS: readonly (readonly [ApiProviderName, string])[] = [
  ['anthropic', API_PROVIDERS.anthropic.defaultModel ?? ''],
  ['openai', API_PROVIDERS.openai.defaultModel ?? ''],
]

function newest(
  added: readonly (readonly [ApiProviderName, SourceRow])[] = [],
  changes: Partial<NewestCatalog> = {},
): NewestCatalog {
  const rows = new Map(DEFAULTS.map(([provider, id]) => [provider, [row(id)]]))
  for (const [provider, one] of added) rows.set(provider, [...(rows.get(provider) ?? []), one])
  return { package: 'list 1.0.0', rows, keyVariables: { openai: 'OPENAI_API_KEY' }, ...changes }
}

const SDKS: SdkFacts = {
  models: [{ provider: 'openai', id: 'gpt-5' }],
  levels: [{ provider: 'openai', values: ['none', 'low'] }],
  ends: [{ provider: 'anthropic', model: 'claude-opus-4-5', endsOn: '2027-01-22' }],
}

/** The tables as they are, with a catalogue of exactly what is published, but for `changes`. */
function tables(published: NewestCatalog, changes: Readonly<Record<string, number | null>> = {}): Tables {
  const models = [...published.rows].map(([provider, rows]) => {
    const own = rows.map(({ id, name }) => ({
      id,
      name,
      contextWindow: changes[`${id} window`] === undefined ? 1_000 : changes[`${id} window`],
      maxOutput: changes[`${id} output`] === undefined ? 100 : changes[`${id} output`],
      price: null,
    }))
    return [provider, own.filter(({ id }) => changes[`${id} missing`] === undefined)] as const
  })
  const catalog = { source: { renewedOn: '2026-11-28' }, models: Object.fromEntries(models) }
  return { catalog, modelEnd, sentLevel: renderedLevel }
}

const found = (published: NewestCatalog, sdks: SdkFacts = SDKS, own = tables(published)): readonly string[] =>
  tableDifferences(own, { newest: published, sdks })

it('finds none where all agree', () => {
  expect(found(newest())).toEqual([])
})

const FROM_LOW = { off: null, minimal: null, low: 'low', medium: 'medium', high: 'high', xhigh: 'xhigh', max: 'max' }

describe('a planted difference is found', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['a model that nobody can name', found(newest([['openai', row('sora-9')]])), ['sora-9: no user can name it']],
    [
      'one of the SDK',
      found(newest(), { ...SDKS, models: [{ provider: 'anthropic', id: 'opus-9' }] }),
      ['opus-9: no user'],
    ],
    [
      'a model that the catalogue lacks',
      found(
        newest([['openai', row('gpt-9')]]),
        SDKS,
        tables(newest([['openai', row('gpt-9')]]), { 'gpt-9 missing': 1 }),
      ),
      ['gpt-9: not in the catalogue'],
    ],
    [
      'a window',
      found(
        newest([['openai', row('gpt-9')]]),
        SDKS,
        tables(newest([['openai', row('gpt-9')]]), { 'gpt-9 window': 7 }),
      ),
      ['gpt-9: window 7, published 1000'],
    ],
    [
      'an output limit',
      found(
        newest([['openai', row('gpt-9')]]),
        SDKS,
        tables(newest([['openai', row('gpt-9')]]), { 'gpt-9 output': null }),
      ),
      ['gpt-9: output null, published 100'],
    ],
    [
      'a level that the model refuses',
      found(newest([['openai', row('gpt-5.1', { thinkingLevelMap: { ...FROM_LOW, xhigh: null, max: null } })]])),
      ['gpt-5.1/none: none is sent, accepted are low, medium, high'],
    ],
    [
      'levels that are weaker than the model',
      found(newest([['openai', row('gpt-5.1', { thinkingLevelMap: { ...FROM_LOW, off: 'none' } })]])),
      ['gpt-5.1/xhigh: high is sent, published xhigh', 'gpt-5.1/max: high is sent, published max'],
    ],
    [
      'a level of Gemini',
      found(newest([['google', row('gemini-4-argon', { thinkingLevelMap: { ...FROM_LOW, max: null } })]])),
      ['google: the default model', 'gemini-4-argon/xhigh: high is sent, published xhigh'],
    ],
    [
      'a model whose levels are not sent at all',
      found(newest([['openai', row('gpt-4o', { thinkingLevelMap: FROM_LOW })]])),
      ['gpt-4o/xhigh: nothing is sent, published xhigh', 'gpt-4o/max: nothing is sent, published max'],
    ],
    [
      'a level that the SDK alone knows',
      found(newest(), { ...SDKS, levels: [{ provider: 'google', values: ['LOW', 'EXTREME'] }] }),
      ['google: the level EXTREME is not known'],
    ],
    [
      'a type that moved',
      found(newest(), { ...SDKS, levels: [{ provider: 'openai', values: [] }] }),
      ['the SDK of openai'],
    ],
    [
      'an end',
      found(newest(), { ...SDKS, ends: [{ provider: 'anthropic', model: 'claude-opus-4-5', endsOn: '2027-03-01' }] }),
      ['claude-opus-4-5: 2027-01-22, published 2027-03-01'],
    ],
    [
      'an end that is not known',
      found(newest(), { ...SDKS, ends: [{ provider: 'anthropic', model: 'claude-opus-5', endsOn: '2027-03-01' }] }),
      ['claude-opus-5: no end, published 2027-03-01'],
    ],
    [
      'a variable',
      found(newest([], { keyVariables: { meta: 'MUSE_KEY' } })),
      ['meta: the variable MUSE_KEY is not read'],
    ],
    [
      'a default model that is gone',
      found({ ...newest(), rows: new Map([['openai', [row('gpt-5')]]]) }),
      [`openai: the default model ${API_PROVIDERS.openai.defaultModel ?? ''} is not published`],
    ],
  ])('%s', (_, differences, expected) => {
    expect(differences).toHaveLength(expected.length)
    for (const part of expected) expect(differences.join('\n')).toContain(part)
  })
})

it('reads the facts out of the types of SDKs', () => {
  const facts = sdkFacts({
    openai: "export type ChatModel = 'gpt-5' | 'gpt-6.2-sol';\nexport type ReasoningEffort = 'none' | 'max' | null;",
    anthropic: "export type Model = 'claude-opus-5' | (string & {});\n  effort?: 'low' | 'max' | null;",
    google: 'export declare enum ThinkingLevel {\n  LOW = "LOW",\n  XHIGH = "XHIGH"\n}',
    ends: "export const DEPRECATED_MODELS = {\n  'claude-opus-4-5': 'January 22nd, 2027',\n};",
  })
  expect(facts).toEqual({
    models: [
      { provider: 'openai', id: 'gpt-5' },
      { provider: 'openai', id: 'gpt-6.2-sol' },
      { provider: 'anthropic', id: 'claude-opus-5' },
    ],
    levels: [
      { provider: 'openai', values: ['none', 'max'] },
      { provider: 'anthropic', values: ['low', 'max'] },
      { provider: 'google', values: ['LOW', 'XHIGH'] },
    ],
    ends: [{ provider: 'anthropic', model: 'claude-opus-4-5', endsOn: '2027-01-22' }],
  })
})
