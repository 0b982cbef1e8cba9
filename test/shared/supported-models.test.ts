import { describe, expect, it } from 'vitest'

import { createModelCatalog } from '../../src/main/adapters/providers/model-catalog.ts'
import { parseModelSpec } from '../../src/shared/model-spec.ts'
import { PROVIDER_NAMES } from '../../src/shared/providers.ts'
import { supportedLines, supportedModels } from '../../src/shared/supported-models.ts'

const model = (id: string, endsOn: string | null = null) => ({ id, endsOn })
const named = (...ids: readonly string[]) =>
  supportedModels(
    'anthropic',
    ids.map((id) => model(id)),
  ).map(({ id }) => id)

describe('the models that are named', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['the newest of a line', ['claude-opus-4-5', 'claude-opus-5', 'claude-opus-4-8'], ['claude-opus-5']],
    ['by numbers, not by letters', ['claude-opus-9', 'claude-opus-10'], ['claude-opus-10']],
    ['a longer version is newer', ['claude-opus-5-5', 'claude-opus-5'], ['claude-opus-5-5']],
    ['one of each line', ['claude-opus-5', 'claude-haiku-5-5'], ['claude-opus-5', 'claude-haiku-5-5']],
    ['the default first', ['claude-haiku-5-5', 'claude-sonnet-5-5'], ['claude-sonnet-5-5', 'claude-haiku-5-5']],
    [
      'the default, although there is a newer one',
      ['claude-sonnet-9', 'claude-sonnet-5-5'],
      ['claude-sonnet-5-5', 'claude-sonnet-9'],
    ],
    ['dots as dashes', ['gpt-6.2-sol', 'gpt-6.1-sol', 'gpt-6-sol'], ['gpt-6.2-sol']],
    ['releases as one line', ['gpt-5-2025-08-07', 'gpt-5.1'], ['gpt-5.1']],
    ['none', [], []],
    ['a name without a version', ['gemini-pro-latest', 'gemini-3.1-pro-preview'], ['gemini-pro-latest']],
  ])('%s', (_, ids, expected) => {
    expect(named(...ids)).toEqual(expected)
  })

  it('have those that end, with the day, even if they are old', () => {
    const models = [model('claude-sonnet-5-5'), model('claude-sonnet-4-5', '2026-11-30'), model('claude-opus-5')]
    expect(supportedModels('anthropic', models)).toEqual([
      { id: 'claude-sonnet-5-5', isDefault: true, endsOn: null },
      { id: 'claude-opus-5', isDefault: false, endsOn: null },
      { id: 'claude-sonnet-4-5', isDefault: false, endsOn: '2026-11-30' },
    ])
  })
})

describe('the lines of the catalogue', () => {
  const { list } = createModelCatalog()
  const text = supportedLines(list).join('\n')

  it.each([
    'Anthropic: claude-sonnet-5-5 (default), ',
    'claude-sonnet-4-5 (until 2026-11-30)',
    'claude-opus-4-5 (until 2027-01-22)',
    'gemini-3.0-pro (until 2026-03-09)',
    'OpenAI:    gpt-6.1-terra (default), ',
    'gpt-6.2-sol',
    'Meta:      muse-',
  ])('hold %s', (part) => {
    expect(text).toContain(part)
  })

  it('name only what can be chosen', () => {
    const ids = PROVIDER_NAMES.flatMap((provider) => supportedModels(provider, list(provider)).map(({ id }) => id))
    expect(ids.length).toBeGreaterThan(20)
    expect(ids.filter((id) => !parseModelSpec(id).ok)).toEqual([])
  })
})
