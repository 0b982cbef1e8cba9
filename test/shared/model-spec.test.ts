import { describe, expect, it } from 'vitest'
import type { ModelChoice } from '../../src/shared/agent-summary.ts'
import {
  formatModelSpec,
  inferProvider,
  parseModelSpec,
  switchedLine,
  wireModelName,
} from '../../src/shared/model-spec.ts'
import type { ProviderName } from '../../src/shared/providers.ts'
import type { NamedModel } from '../../src/shared/supported-models.ts'

function choiceOf(text: string): ModelChoice {
  const parsed = parseModelSpec(text)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.choice
}

const NAMED: Partial<Record<ProviderName, readonly NamedModel[]>> = {
  anthropic: [
    { id: 'claude-sonnet-5-5', endsOn: null },
    { id: 'claude-sonnet-5-5-20260928', endsOn: null },
  ],
  openai: [{ id: 'gpt-6.1-terra', endsOn: null }],
}

const NO_NAME = 'No model name given. Use MODEL or MODEL/LEVEL.'

describe('parseModelSpec', () => {
  it.each([
    ['claude-sonnet-4-5', 'anthropic', 'claude-sonnet-4-5', 'med', false],
    ['claude-sonnet-4.5/med', 'anthropic', 'claude-sonnet-4.5', 'med', true],
    ['claude-sonnet-4-5-20250929/high', 'anthropic', 'claude-sonnet-4-5-20250929', 'high', true],
    ['  gpt-5-mini/none ', 'openai', 'gpt-5-mini', 'none', true],
    ['o3/low', 'openai', 'o3', 'low', true],
    ['openrouter/anthropic/claude-sonnet-5', 'openrouter', 'openrouter/anthropic/claude-sonnet-5', 'med', false],
    ['openrouter/anthropic/claude-sonnet-5/high', 'openrouter', 'openrouter/anthropic/claude-sonnet-5', 'high', true],
    ['openrouter/auto', 'openrouter', 'openrouter/auto', 'med', false],
    ['local/library/llama3.3:70b', 'local', 'local/library/llama3.3:70b', 'med', false],
    ['local/gpt-oss/low', 'local', 'local/gpt-oss', 'low', true],
  ])('reads %s', (text, provider, model, thinkingLevel, levelGiven) => {
    expect(parseModelSpec(text)).toEqual({ ok: true, choice: { provider, model, thinkingLevel }, levelGiven })
  })

  it.each([
    ['', NO_NAME],
    ['  ', NO_NAME],
    ['/', NO_NAME],
    ['/med', NO_NAME],
    ['local/', NO_NAME],
    ['openrouter/high', NO_NAME],
    ['openrouter/ /high', NO_NAME],
    ['openrouter//', NO_NAME],
    ['openrouter///high', NO_NAME],
    ['openrouter//x', NO_NAME],
    ['openrouter/\u200b', NO_NAME],
    ['openrouter/\u2800/high', NO_NAME],
    ['local/\0', NO_NAME],
    [
      'claude-sonnet-4-5/',
      'Missing thinking level after the slash: claude-sonnet-4-5/\nValid levels: none, low, med, high',
    ],
    ['claude-sonnet-4-5/maximum', 'Invalid thinking level: maximum\nValid levels: none, low, med, high'],
    ['gpt-5/HIGH', 'Invalid thinking level: HIGH\nValid levels: none, low, med, high'],
  ])('refuses %j', (text, message) => {
    expect(parseModelSpec(text)).toEqual({ ok: false, message })
  })

  it.each(['unknown-model', 'claude-', 'o3x', 'openrouter', 'claude-sonnet-4-5 high', 'claude-sonnet-4-5/med'])(
    'names what is supported when nobody has %s',
    (model) => {
      const text = model.includes('/') ? `${model}/high` : model
      expect(parseModelSpec(text)).toEqual({
        ok: false,
        message: [
          `Unknown model: ${model}`,
          '',
          'Supported models:',
          '  Anthropic: claude-sonnet-5-5 (default)',
          '  OpenAI:    gpt-6.1-terra (default)',
          '  Google:    gemini-3.8-flash (default)',
          '  xAI:       grok-4.7 (default)',
          '  Mistral:   mistral-medium-latest (default)',
          '  Moonshot:  kimi-k3.1-pro (default)',
        ].join('\n'),
      })
    },
  )

  it.each([
    ['anthropic/claude-sonnet-5-5', 'claude-sonnet-5-5'],
    ['anthropic/claude-sonnet-5-5/high', 'claude-sonnet-5-5'],
    ['openai/gpt-6.1-terra', 'gpt-6.1-terra'],
    ['sonnet-5.5', 'claude-sonnet-5-5'],
    ['Sonnet 5.5/low', 'claude-sonnet-5-5'],
    ['claudesonnet-5-5', 'claude-sonnet-5-5'],
  ])('names the model that was probably meant by %s', (text, meant) => {
    const parsed = parseModelSpec(text, (provider) => NAMED[provider] ?? [])
    expect(parsed.ok ? '' : parsed.message.split('\n')[0]).toMatch(
      new RegExp(`^Unknown model: .* Did you mean ${meant}\\?$`),
    )
  })

  it.each([
    ['groq/llama-4', 'groq/llama-4', 'med'],
    ['groq/llama-4/high', 'groq/llama-4', 'high'],
    ['mine/gpt-5/maximum', 'mine/gpt-5/maximum', 'med'],
    ['hub/meta-llama/Llama-4/low', 'hub/meta-llama/Llama-4', 'low'],
  ])(
    'reads %s as a model of an endpoint, whose last part is a level only if it is one',
    (text, model, thinkingLevel) => {
      expect(choiceOf(text)).toEqual({ provider: 'endpoint', model, thinkingLevel })
      expect(wireModelName({ provider: 'endpoint', model })).toBe(model)
    },
  )

  it.each(['Groq/llama-4', '4q/llama', 'gro q/llama', 'endpoint/x', 'anthropic/x', 'groq//'])(
    'has no endpoint in %s',
    (text) => {
      expect(parseModelSpec(text)).toMatchObject({ ok: false })
    },
  )

  it('reads back what formatModelSpec writes', () => {
    for (const text of ['o3/low', 'local/a/b/high', 'claude-opus-4-5/none']) {
      expect(formatModelSpec(choiceOf(text))).toBe(text)
    }
  })
})

it.each([
  ['claude-opus-5', 'anthropic'],
  ['gpt-4o', 'openai'],
  ['chatgpt-4o-latest', 'openai'],
  ['o1', 'openai'],
  ['o4-mini', 'openai'],
  ['opus', null],
  ['o10', null],
  ['gemini-3-pro', 'google'],
  ['grok-2', 'xai'],
  ['muse-spark-1.3', 'meta'],
  ['llama-4-maverick', 'meta'],
  ['mistral-large-4', 'mistral'],
  ['ministral-8b-latest', 'mistral'],
  ['magistral-medium-latest', 'mistral'],
  ['codestral-latest', 'mistral'],
  ['devstral-2512', 'mistral'],
  ['pixtral-12b', 'mistral'],
  ['kimi-k3', 'moonshot'],
  ['moonshot-v1', 'moonshot'],
  ['openrouter/auto', 'openrouter'],
  ['local/x', 'local'],
  ['muse-', null],
  ['Claude-opus-5', null],
  ['claude-\u200b', null],
  ['openrouter/a\u0000', null],
  ['my-claude-opus', null],
])('infers for %s the provider %s', (model, provider) => {
  expect(inferProvider(model)).toBe(provider)
})

it.each([
  ['claude-sonnet-4.5/med', 'claude-sonnet-4.5'],
  ['openrouter/anthropic/claude-sonnet-5/high', 'anthropic/claude-sonnet-5'],
  ['local/openrouter/x', 'openrouter/x'],
])('sends for %s the name %s', (text, name) => {
  expect(wireModelName(choiceOf(text))).toBe(name)
})

it.each([
  ['claude-sonnet-4-5/med', '✓ Switched to Anthropic claude-sonnet-4-5'],
  ['gemini-3-pro/none', '✓ Switched to Google gemini-3-pro'],
  ['o3/med', '✓ Switched to OpenAI o3 (Responses API)'],
  ['o3-mini/none', '✓ Switched to OpenAI o3-mini'],
  ['gpt-4o/high', '✓ Switched to OpenAI gpt-4o'],
  ['local/qwen3/low', '✓ Switched to Local qwen3'],
])('answers %s with the documented feedback', (text, line) => {
  expect(switchedLine(choiceOf(text))).toBe(line)
})
