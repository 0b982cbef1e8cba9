import { describe, expect, it } from 'vitest'

import { createModelCatalog } from '../../../src/main/adapters/providers/model-catalog.ts'
import { outputLimit } from '../../../src/main/core/context/output-limit.ts'
import { eventLog } from '../../support/event-log-builder.ts'

const catalog = createModelCatalog()
const unset = { config: { maxOutputTokens: null }, catalog }

describe('how much a model may write', () => {
  it.each([
    ['anthropic', 'claude-haiku-4-5', 64_000],
    ['anthropic', 'claude-opus-4-6', 128_000],
    ['google', 'gemini-2.5-flash', 65_536],
  ] as const)('%s %s: its own maximum', (provider, model, tokens) => {
    expect(outputLimit({ provider, model }, [], unset)).toEqual({ tokens, isModelMaximum: true })
  })

  it('is 4,096 tokens where nothing is known, and what is configured everywhere', () => {
    const nobody = { provider: 'local', model: 'local/nobody' } as const
    expect(outputLimit(nobody, [], unset)).toEqual({ tokens: 4_096, isModelMaximum: false })
    const configured = { config: { maxOutputTokens: 9_000 }, catalog }
    expect(outputLimit({ provider: 'anthropic', model: 'claude-haiku-4-5' }, [], configured)).toEqual({
      tokens: 9_000,
      isModelMaximum: false,
    })
  })

  it('shrinks as the context grows, so that both fit into the window, but not below 4,096 tokens', () => {
    const haiku = { provider: 'anthropic', model: 'claude-haiku-4-5' } as const
    const tokens = (characters: number): number =>
      outputLimit(haiku, [eventLog().user('x'.repeat(characters))], unset).tokens
    expect(catalog.find('anthropic', 'claude-haiku-4-5')?.contextWindow).toBe(200_000)
    expect([tokens(300_000), tokens(450_000), tokens(3_000_000)]).toEqual([64_000, 50_000, 4_096])
  })
})
