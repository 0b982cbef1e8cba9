import { expect, test } from 'vitest'
import { z } from 'zod'

import { anthropicThinking } from '../../../src/main/adapters/providers/anthropic/anthropic-thinking.ts'
import { googleThinking } from '../../../src/main/adapters/providers/google/google-thinking.ts'
import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { META } from '../../../src/main/adapters/providers/openai-compatible/vendors/meta.ts'
import { MISTRAL } from '../../../src/main/adapters/providers/openai-compatible/vendors/mistral.ts'
import { MOONSHOT } from '../../../src/main/adapters/providers/openai-compatible/vendors/moonshot.ts'
import { OPENROUTER } from '../../../src/main/adapters/providers/openai-compatible/vendors/openrouter.ts'
import { XAI } from '../../../src/main/adapters/providers/openai-compatible/vendors/xai.ts'
import { openaiThinking } from '../../../src/main/adapters/providers/openai/openai-thinking.ts'
import { parseModelSpec } from '../../../src/shared/model-spec.ts'
import { ALL_LEVELS, HIGHER_LEVELS, levelsOf, type ThinkingLevel } from '../../../src/shared/thinking-level.ts'
import { allModels } from '../../support/provider-simulator/model-limits.ts'

const REPLY = 4_096

test.each([
  ['claude-opus-4-6', ['high', 'max']],
  ['claude-opus-5', ['xhigh', 'max']],
  ['claude-fable-5-2', ['xhigh', 'max']],
  ['claude-unknown-9', ['high', 'high']],
])('sends %s the efforts above high that it has', (model, efforts) => {
  expect(HIGHER_LEVELS.map((level) => anthropicThinking(model, level, REPLY).effort)).toEqual(efforts)
})

test.each([
  ['gpt-5.1', ['high', 'high']],
  ['gpt-5.2', ['xhigh', 'xhigh']],
  ['gpt-5.6-sol', ['xhigh', 'max']],
  ['gpt-6-astra', ['xhigh', 'max']],
  ['gpt-6.2-sol', ['xhigh', 'max']],
  ['gpt-6.2-astra', ['xhigh', 'max']],
  ['gpt-6-cyber', ['xhigh', 'max']],
  ['gpt-daybreak-blue-latest', ['xhigh', 'max']],
  ['gpt-9', ['high', 'high']],
  ['gpt-4o', [null, null]],
])('sends %s the efforts above high that it has', (model, efforts) => {
  expect(HIGHER_LEVELS.map((level) => openaiThinking(model, level, REPLY).effort)).toEqual(efforts)
})

test.each([
  [XAI, 'grok-4.7', { reasoning: { effort: 'xhigh' } }, { reasoning: { effort: 'xhigh' } }],
  [XAI, 'grok-4.3', { reasoning: { effort: 'xhigh' } }, { reasoning: { effort: 'xhigh' } }],
  [XAI, 'grok-4.5', { reasoning: { effort: 'xhigh' } }, { reasoning: { effort: 'xhigh' } }],
  [MISTRAL, 'zai-glm-5-3', { reasoning_effort: 'high' }, { reasoning_effort: 'max' }],
  [MISTRAL, 'deepseek-v4-1-flash-1017', { reasoning_effort: 'high' }, { reasoning_effort: 'max' }],
  [MISTRAL, 'mistral-large-latest', { reasoning_effort: 'high' }, { reasoning_effort: 'high' }],
  [MOONSHOT, 'kimi-k3.1-pro', { reasoning_effort: 'high' }, { reasoning_effort: 'max' }],
  [META, 'muse-spark-1.1', { reasoning: { effort: 'xhigh' } }, { reasoning: { effort: 'xhigh' } }],
  [META, 'muse-spark-1.3', { reasoning: { effort: 'xhigh' } }, { reasoning: { effort: 'max' } }],
  [META, 'muse-ember-1.0', { reasoning: { effort: 'xhigh' } }, { reasoning: { effort: 'max' } }],
  [OPENROUTER, 'openai/gpt-6-sol', { reasoning: { effort: 'xhigh' } }, { reasoning: { effort: 'max' } }],
])('sends the efforts that the vendor has', (vendor, model, xhigh, max) => {
  expect(HIGHER_LEVELS.map((level) => vendor.thinking(model, level).fields)).toEqual([xhigh, max])
})

/** Fields in which an effort is sent. */
const EFFORTS = z.object({
  reasoning_effort: z.string().optional(),
  reasoning: z.object({ effort: z.string().optional() }).optional(),
})

function effortOf(provider: string, id: string, level: ThinkingLevel): string | null {
  if (provider === 'anthropic') return anthropicThinking(id, level, REPLY).effort
  if (provider === 'openai') return openaiThinking(id, level, REPLY).effort
  const vendor = provider === 'mistral' ? MISTRAL : XAI
  const { reasoning_effort: effort, reasoning } = EFFORTS.parse(vendor.thinking(id, level).fields)
  return effort ?? reasoning?.effort ?? null
}

test('never sends an effort that a model refuses', () => {
  const sent = allModels().flatMap(({ provider, id, efforts }) => {
    if (efforts === undefined) return []
    return ALL_LEVELS.map((level) => ({ id, effort: effortOf(provider, id, level), efforts }))
  })
  expect(sent.filter(({ effort, efforts }) => effort !== null && !efforts.includes(effort))).toEqual([])
  expect(sent.length).toBeGreaterThan(500)
})

test.each([
  ['gemini-4-hydrogen', ['XHIGH', 'XHIGH']],
  ['gemini-4-neon', ['XHIGH', 'XHIGH']],
  ['gemini-4-carbon', ['HIGH', 'HIGH']],
  ['gemini-3.8-flash', ['HIGH', 'HIGH']],
  ['gemma-4-31b-it', ['HIGH', 'HIGH']],
  ['gemini-9-radon', ['HIGH', 'HIGH']],
])('sends %s the levels above high that it has', (model, levels) => {
  const sent = HIGHER_LEVELS.map((level) => googleThinking(model, level, REPLY).thinkingConfig?.['thinkingLevel'])
  expect(sent).toEqual(levels)
})

test('says that a level is lowered, and not where the model has it', () => {
  expect(anthropicThinking('claude-opus-4-6', 'xhigh', REPLY).feedback).toEqual([
    'Thinking: high effort, the nearest to xhigh that this model takes',
  ])
  expect(anthropicThinking('claude-opus-5', 'max', REPLY).feedback).toEqual(['Thinking: max effort'])
  expect(anthropicThinking('claude-haiku-4-5', 'max', REPLY).feedback).toEqual([
    'Thinking: high (32,000 tokens), the nearest to max that this model takes',
  ])
  expect(googleThinking('gemini-2.5-flash', 'xhigh', REPLY).feedback).toEqual([
    'Thinking: high (24,576 tokens), the nearest to xhigh that this model takes',
  ])
  expect(openaiThinking('gpt-5.2', 'max', REPLY).feedback[0]).toBe(
    'Thinking: xhigh effort, the nearest to max that this model takes',
  )
})

test('lists only the levels that a model has', () => {
  const catalog = createModelCatalog()
  const levels = (provider: 'anthropic' | 'openai' | 'google' | 'moonshot', model: string) =>
    levelsOf(catalog.find(provider, model)?.thinking ?? null).slice(4)
  expect(levels('anthropic', 'claude-opus-4-6')).toEqual(['max'])
  expect(levels('anthropic', 'claude-opus-5-5')).toEqual(['xhigh', 'max'])
  expect(levels('openai', 'gpt-5.4')).toEqual(['xhigh'])
  expect(levels('google', 'gemini-3.8-flash')).toEqual([])
  expect(levels('google', 'gemini-4-neon')).toEqual(['xhigh'])
  expect(levels('moonshot', 'kimi-k3.1-pro')).toEqual(['max'])
})

test('reads the levels above high in names, for gateways too', () => {
  expect(parseModelSpec('claude-opus-5/max')).toMatchObject({ ok: true, choice: { thinkingLevel: 'max' } })
  expect(parseModelSpec('openrouter/openai/gpt-6-sol/xhigh')).toMatchObject({
    choice: { model: 'openrouter/openai/gpt-6-sol', thinkingLevel: 'xhigh' },
  })
  expect(parseModelSpec('claude-opus-5/ultra')).toMatchObject({ ok: false })
})
