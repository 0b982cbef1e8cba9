import { expect, it } from 'vitest'

import {
  answerTokens,
  exactContext,
  fillOf,
  nextPromptText,
  shareOf,
  shortContext,
  spokenContext,
} from '../../../src/renderer/pane/gauge-text.ts'

const reported = { tokens: 18_204, isReported: true }
const estimate = { tokens: 2_010, isReported: false }
const WINDOW = 200_000

it('writes the context short, narrow, exact and as it is read aloud', () => {
  const all = (context: typeof reported, window: number | null) =>
    [shortContext, exactContext, spokenContext].map((words) => words(context, window))
  expect(all(reported, WINDOW)).toEqual([
    '9 %',
    '18,204 of 200,000 (9 %)',
    'Context 18,204 of 200,000 tokens, 9 percent',
  ])
  expect(all(estimate, WINDOW)).toEqual([
    '≈ 1 %',
    '≈ 2,010 of 200,000 (1 %)',
    'Context about 2,010 of 200,000 tokens, 1 percent',
  ])
  expect(all({ tokens: 400, isReported: true }, WINDOW)).toEqual([
    '< 1 %',
    '400 of 200,000 (< 1 %)',
    'Context 400 of 200,000 tokens, under 1 percent',
  ])
  expect(all({ tokens: 0, isReported: true }, WINDOW)[0]).toBe('0 %')
  expect(all(reported, null)).toEqual(['18k', '18,204 tokens', 'Context 18,204 tokens'])
})

it('changes the shape of the ring at 70 and at 90 percent', () => {
  const shape = (tokens: number) => fillOf(shareOf({ tokens, isReported: true }, WINDOW))
  expect([0, 139_999, 140_000, 179_999, 180_000, 250_000].map(shape)).toEqual([
    'room',
    'room',
    'high',
    'high',
    'full',
    'full',
  ])
  expect(fillOf(shareOf(reported, null))).toBe('room')
})

it('takes apart the tokens of the last answer, and leaves out writes that were not reported', () => {
  const usage = { input_tokens: 18_004, output_tokens: 943, thinking_tokens: 512, cached_tokens: 16_800 }
  expect(answerTokens(usage)).toEqual(['input 1,204 · cached 16,800', 'thinking 512 · output 431'])
  expect(answerTokens({ ...usage, cache_write_tokens: { '5m': 1_200 } })).toEqual([
    'input 4 · cached 16,800',
    'written 1,200 · thinking 512 · output 431',
  ])
  expect(answerTokens(null)).toBeNull()
})

it('writes the price of the next prompt with a warm and with a cold cache', () => {
  const price = {
    model: 'm/none',
    context: reported,
    tokens: 0,
    outputTokens: 0,
    usd: 0.01,
    usdWarm: 0.01,
    usdCold: 0.09,
    cache: 'warm',
    warmUntil: null,
    missing: [],
  } as const
  expect(nextPromptText(price, false)).toBe('≈ $0.01 · when cold ≈ $0.09')
  expect(nextPromptText(price, true)).toBe('≈ $0.09')
  expect(nextPromptText({ ...price, usdWarm: null }, false)).toBe('≈ $0.09')
  expect(nextPromptText({ ...price, usdWarm: 0, usdCold: 0 }, false)).toBe('free')
  expect(nextPromptText({ ...price, usdWarm: null, missing: ['audio input'] }, false)).toBe('≥ ≈ $0.09')
})
