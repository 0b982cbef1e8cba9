import { describe, expect, it } from 'vitest'
import {
  googleThinking,
  googleThinkingBudget,
  googleThinkingLabel,
} from '../../../src/main/adapters/providers/google/google-thinking.ts'
import { THINKING_LEVELS } from '../../../src/shared/thinking-level.ts'

const REPLY = 4_096
const CANNOT_DISABLE = '⚠ This model does not support disabling thinking'

describe('the budget', () => {
  it.each([
    ['gemini-2.5-pro', [128, 11_008, 21_888, 32_768]],
    ['gemini-2.5-flash', [0, 8_192, 16_384, 24_576]],
    ['gemini-2.5-flash-lite', [512, 8_533, 16_554, 24_576]],
    ['gemini-2.5-flash-lite-preview-09-2025', [512, 8_533, 16_554, 24_576]],
    ['gemini-3-pro', [null, null, null, null]],
  ])('of %s', (model, budgets) => {
    expect(THINKING_LEVELS.map((level) => googleThinkingBudget(model, level))).toEqual(budgets)
  })
})

describe('the level that is sent', () => {
  const levels = (model: string) =>
    THINKING_LEVELS.map((level) => googleThinking(model, level, REPLY).thinkingConfig?.thinkingLevel)

  it.each([
    ['gemini-3-pro', ['LOW', 'LOW', 'HIGH', 'HIGH']],
    ['gemini-3-pro-preview', ['LOW', 'LOW', 'HIGH', 'HIGH']],
    ['gemini-3.0-flash', ['LOW', 'LOW', 'HIGH', 'HIGH']],
    ['gemini-3-flash-preview', ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-3.1-pro-preview', ['LOW', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-3.5-flash-lite', ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-3.8-flash', ['LOW', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-4-argon', ['LOW', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-4-carbon', ['LOW', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-4-hydrogen', ['LOW', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemini-4-neon', ['LOW', 'LOW', 'MEDIUM', 'HIGH']],
    ['gemma-4-31b-it', ['MINIMAL', 'MINIMAL', 'HIGH', 'HIGH']],
    ['gemma-3-27b-it', [undefined, undefined, undefined, undefined]],
    ['gemini-3.9-ultra', ['LOW', 'LOW', 'HIGH', 'HIGH']],
    ['gemini-5-neon', ['LOW', 'LOW', 'HIGH', 'HIGH']],
    ['gemini-2.5-pro', [undefined, undefined, undefined, undefined]],
  ])('to %s', (model, expected) => {
    expect(levels(model)).toEqual(expected)
  })
})

it.each([
  [
    'gemini-2.5-pro',
    'high',
    { thinkingBudget: 32_768, includeThoughts: true },
    36_864,
    ['Thinking: high (32,768 tokens)'],
  ],
  [
    'gemini-2.5-pro',
    'none',
    { thinkingBudget: 128, includeThoughts: true },
    4_224,
    [CANNOT_DISABLE, 'Thinking: 128 tokens (minimum)'],
  ],
  ['gemini-2.5-flash', 'none', { thinkingBudget: 0 }, REPLY, ['Thinking: disabled']],
  [
    'gemini-3-pro',
    'none',
    { thinkingLevel: 'LOW', includeThoughts: true },
    65_536,
    [CANNOT_DISABLE, 'Thinking: LOW level (minimum)'],
  ],
  ['gemini-3-pro', 'med', { thinkingLevel: 'HIGH', includeThoughts: true }, 65_536, ['Thinking: HIGH level']],
  ['gemini-4-argon', 'low', { thinkingLevel: 'LOW', includeThoughts: true }, 32_768, ['Thinking: LOW level']],
  ['gemini-4-neon', 'xhigh', { thinkingLevel: 'XHIGH', includeThoughts: true }, 65_536, ['Thinking: XHIGH level']],
  [
    'gemini-4-carbon',
    'max',
    { thinkingLevel: 'HIGH', includeThoughts: true },
    32_768,
    ['Thinking: HIGH level, the nearest to max that this model takes'],
  ],
  ['gemini-2.0-flash', 'med', null, REPLY, ['⚠ Thinking not supported by this model (ignored)']],
] as const)('%s/%s', (model, level, thinkingConfig, maxOutputTokens, feedback) => {
  expect(googleThinking(model, level, REPLY)).toEqual({ thinkingConfig, maxOutputTokens, feedback })
})

it('never asks for more output than the model has', () => {
  expect(googleThinking('gemini-2.5-pro', 'high', 60_000).maxOutputTokens).toBe(65_536)
})

it('names each level for a list of models', () => {
  const labels = (model: string) => THINKING_LEVELS.map((level) => googleThinkingLabel(model, level))
  expect(labels('gemini-2.5-flash')).toEqual(['disabled', '8,192 tokens', '16,384 tokens', '24,576 tokens'])
  expect(labels('gemini-3-pro')).toEqual(['LOW level (minimum)', 'LOW level', 'HIGH level', 'HIGH level'])
  expect(labels('gemini-2.0-flash')).toEqual([null, null, null, null])
})
