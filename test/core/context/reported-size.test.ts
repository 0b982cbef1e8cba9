import { expect, it } from 'vitest'

import { contextTokens, reportedAnswers } from '../../../src/main/core/context/reported-size.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { ModelChoice } from '../../../src/shared/agent-summary.ts'
import { eventLog } from '../../support/event-log-builder.ts'

const OWN: ModelChoice = { provider: 'openai', model: 'gpt-5.4', thinkingLevel: 'none' }

function conversation() {
  const log = eventLog()
  const answer = (provider: string, model: string, input: number): AgentEvent =>
    log.add({
      kind: 'assistant',
      content: 'x',
      data: { provider, requested_model: model, input_tokens: input, output_tokens: 500 },
    })
  return {
    gpt: (input: number) => answer('openai', 'gpt-5.4', input),
    claude: (input: number) => answer('anthropic', 'claude-opus-5-5', input),
    prompt: () => log.user('x'.repeat(400)),
  }
}

const sizeFor = (items: readonly AgentEvent[], choice = OWN): number =>
  contextTokens({ items, fixed: 1_000 }, reportedAnswers(items), choice)

it('is what was reported, and the length of what follows', () => {
  const { gpt, prompt } = conversation()
  expect(sizeFor([prompt()])).toBe(1_000 + 100)
  expect(sizeFor([prompt(), gpt(10_000), prompt()])).toBe(10_000 + 500 + 100)
})

it('counts of a long result, mail or file what is sent of it', () => {
  const log = eventLog()
  const long = 'x'.repeat(40_000)
  const file = {
    type: 'attachment',
    sha256: 'a'.repeat(64),
    name: 'a.txt',
    media_type: 'text/plain',
    kind: 'text',
    bytes: 40_000,
    characters: 40_000,
  } as const
  const items = [
    log.add({ kind: 'user', content: 'Read.', data: { attachments: [file] } }),
    log.add({ kind: 'tool_result', content: long, data: { tool_call_id: 'c1' } }),
    log.add({ kind: 'mail', content: long, data: {} }),
  ]
  const limited = contextTokens({ items, fixed: 0 }, [], { ...OWN, resultTokens: 1_000 })
  expect(limited).toBeGreaterThanOrEqual(3_000)
  expect(limited).toBeLessThan(3_100)
  expect(contextTokens({ items, fixed: 0 }, [], OWN)).toBeGreaterThan(20_000)
})

it('converts what another model reported by what both counted for the same text', () => {
  const { gpt, claude, prompt } = conversation()
  // gpt counted 10,500 where Claude counted 8,400 (8,500 without the prompt of 100), so 1.25 for each of Claude's.
  const items = [prompt(), gpt(10_000), prompt(), claude(8_500), prompt(), claude(19_500), prompt()]
  expect(sizeFor(items)).toBe(25_000 + 100)
})

it('takes another model’s figures as they are where nothing is known to compare, or the ratio is no conversion', () => {
  const { gpt, claude, prompt } = conversation()
  expect(sizeFor([prompt(), claude(8_500)])).toBe(9_000)
  expect(sizeFor([prompt(), gpt(10_000), prompt(), claude(1_000)])).toBe(1_500)
})
