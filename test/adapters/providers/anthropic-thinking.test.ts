import { describe, expect, it } from 'vitest'
import {
  anthropicThinking,
  anthropicThinkingBudget,
  anthropicThinkingLabel,
} from '../../../src/main/adapters/providers/anthropic/anthropic-thinking.ts'
import { CLAUDE_MODELS } from '../../../src/main/adapters/providers/anthropic/claude-models.ts'
import type { ThinkingLevel } from '../../../src/shared/thinking-level.ts'
import { THINKING_LEVELS } from '../../../src/shared/thinking-level.ts'

const REPLY = 4_096
const CANNOT_DISABLE = '⚠ This model does not support disabling thinking'
const summarized = { type: 'adaptive', display: 'summarized' }

describe('the shown budget', () => {
  it.each([
    ['claude-sonnet-4-5', [1_024, 22_016, 43_008, 64_000]],
    ['claude-sonnet-4.5', [1_024, 22_016, 43_008, 64_000]],
    ['claude-sonnet-4-5-20250929', [1_024, 22_016, 43_008, 64_000]],
    ['claude-opus-4-5', [1_024, 22_016, 43_008, 64_000]],
    ['claude-haiku-4-5', [1_024, 11_349, 21_674, 32_000]],
    ['claude-3-7-sonnet', [1_024, 11_349, 21_674, 32_000]],
    ['claude-3-7-sonnet-latest', [1_024, 11_349, 21_674, 32_000]],
    ['claude-sonnet-4-6', [null, null, null, null]],
    ['claude-something-new', [null, null, null, null]],
  ])('of %s', (model, budgets) => {
    expect(THINKING_LEVELS.map((level) => anthropicThinkingBudget(model, level))).toEqual(budgets)
  })
})

describe('a model with a budget', () => {
  it('is sent the budget, and a max_tokens with room for the reply', () => {
    expect(anthropicThinking('claude-sonnet-4-5', 'med', REPLY)).toEqual({
      thinking: { type: 'enabled', budget_tokens: 43_008 },
      effort: null,
      maxTokens: 47_104,
      feedback: ['Thinking: medium (43,008 tokens)'],
    })
  })

  it('is sent less than is shown where the reply would not fit, and says so', () => {
    expect(anthropicThinking('claude-sonnet-4-5', 'high', REPLY)).toEqual({
      thinking: { type: 'enabled', budget_tokens: 59_904 },
      effort: null,
      maxTokens: 64_000,
      feedback: ["Thinking: high (64,000 tokens) (59,904 sent: the model's limit is 64,000 with the reply)"],
    })
  })

  it('is told not to think for none', () => {
    expect(anthropicThinking('claude-haiku-4-5', 'none', REPLY)).toEqual({
      thinking: { type: 'disabled' },
      effort: null,
      maxTokens: REPLY,
      feedback: ['Thinking: disabled'],
    })
  })

  it('thinks as people are shown when the reply may have all that the model can write', () => {
    const sent = (level: ThinkingLevel) => {
      const { thinking, maxTokens } = anthropicThinking('claude-sonnet-4-5', level, 64_000)
      return [thinking?.['budget_tokens'], maxTokens]
    }
    expect([sent('low'), sent('med'), sent('high')]).toEqual([
      [22_016, 64_000],
      [43_008, 64_000],
      [59_904, 64_000],
    ])
  })

  it('keeps the least budget when the configured reply fills most of the output', () => {
    expect(anthropicThinking('claude-opus-4-5', 'low', 63_500)).toEqual({
      thinking: { type: 'enabled', budget_tokens: 1_024 },
      effort: null,
      maxTokens: 64_000,
      feedback: ["Thinking: low (22,016 tokens) (1,024 sent: the model's limit is 64,000 with the reply)"],
    })
  })
})

describe('an adaptive model', () => {
  it.each([
    ['low', 'low', REPLY + 32_000],
    ['med', 'medium', REPLY + 64_000],
    ['high', 'high', 128_000],
  ] as const)('is sent an effort for %s, never a budget', (level, effort, maxTokens) => {
    expect(anthropicThinking('claude-opus-4-6', level, REPLY)).toEqual({
      thinking: summarized,
      effort,
      maxTokens,
      feedback: [`Thinking: ${effort} effort`],
    })
  })

  it.each([
    ['claude-sonnet-4-6', { type: 'disabled' }, null, REPLY, ['Thinking: disabled']],
    ['claude-sonnet-5', { type: 'disabled' }, null, REPLY, ['Thinking: disabled']],
    ['claude-opus-5', { type: 'disabled' }, 'high', REPLY, ['Thinking: disabled']],
    ['claude-haiku-5-5', { type: 'disabled' }, 'low', REPLY, ['Thinking: disabled']],
    [
      'claude-sonnet-5-5',
      { type: 'between_tools' },
      'low',
      REPLY + 32_000,
      [CANNOT_DISABLE, 'Thinking: between tools only (minimum)'],
    ],
    ['claude-opus-5-5', summarized, 'low', REPLY + 32_000, [CANNOT_DISABLE, 'Thinking: low effort (minimum)']],
    ['claude-fable-5-2', summarized, 'low', REPLY + 32_000, [CANNOT_DISABLE, 'Thinking: low effort (minimum)']],
    ['claude-mythos-5-1', summarized, 'low', REPLY + 32_000, [CANNOT_DISABLE, 'Thinking: low effort (minimum)']],
    ['claude-sonnet-9', summarized, 'low', REPLY + 32_000, [CANNOT_DISABLE, 'Thinking: low effort (minimum)']],
  ])('%s gets its least thinking for none', (model, thinking, effort, maxTokens, feedback) => {
    expect(anthropicThinking(model, 'none', REPLY)).toEqual({ thinking, effort, maxTokens, feedback })
  })
})

it('leaves the field out for a model that does not think, and warns', () => {
  expect(anthropicThinking('claude-3-5-haiku-20241022', 'high', 10_000)).toEqual({
    thinking: null,
    effort: null,
    maxTokens: 8_192,
    feedback: ['⚠ Thinking not supported by this model (ignored)'],
  })
})

it.each(CLAUDE_MODELS.map((row) => row.name))('%s is never sent what the API refuses', (model) => {
  for (const level of THINKING_LEVELS) {
    for (const reply of [1, 1_024, REPLY, 60_000, 1_000_000]) {
      const { thinking, maxTokens } = anthropicThinking(model, level, reply)
      const budget = thinking?.budget_tokens ?? null
      expect(maxTokens).toBeLessThanOrEqual(128_000)
      if (typeof budget !== 'number') continue
      expect(budget).toBeGreaterThanOrEqual(1_024)
      expect(maxTokens).toBeGreaterThan(budget)
    }
  }
})

it.each(['low', 'med', 'high'] as const)('lowers a budget of %s rarely while the context takes the room', (level) => {
  const rooms = Array.from({ length: 120 }, (_, step) => 64_000 - step * 503).filter((room) => room >= REPLY)
  const sent = rooms.map((room) => {
    const { thinking, maxTokens } = anthropicThinking('claude-opus-4-5', level, room, { isOutputMaximum: true })
    const budget = Number(thinking?.budget_tokens)
    expect(maxTokens).toBeLessThanOrEqual(room)
    expect(budget).toBeLessThan(maxTokens)
    return budget
  })
  expect(sent.every((budget, index) => budget <= (sent[index - 1] ?? budget))).toBe(true)
  expect(new Set(sent).size).toBeLessThanOrEqual(7)
})

it('names each level for a list of models', () => {
  const labels = (model: string) => THINKING_LEVELS.map((level) => anthropicThinkingLabel(model, level))
  expect(labels('claude-opus-4-5')).toEqual(['disabled', '22,016 tokens', '43,008 tokens', '64,000 tokens'])
  expect(labels('claude-sonnet-5-5')).toEqual([
    'between tools only (minimum)',
    'low effort',
    'medium effort',
    'high effort',
  ])
  expect(labels('claude-3-opus')).toEqual([null, null, null, null])
})
