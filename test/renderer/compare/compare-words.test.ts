import { expect, it } from 'vitest'

import { formatCost, turnCost } from '../../../src/renderer/compare/compare-figures.ts'
import { blindLabel, judgePrompt } from '../../../src/renderer/compare/judge-prompt.ts'
import { resultMail } from '../../../src/renderer/actions/result-mail.ts'
import { NO_DETAILS, NO_TOKENS } from '../../../src/shared/usage.ts'

it('quotes answers to a judge by letter and never by author', () => {
  expect([0, 25, 26].map(blindLabel)).toEqual(['A', 'Z', 'A1'])
  const prompt = judgePrompt('Which one?', [
    { label: 'A', text: 'Opaque.\n' },
    { label: 'B', text: 'JWT.' },
  ])
  expect(prompt).toBe(`Here are 2 other answers to this prompt, by authors whom you don’t know.

<prompt>
Which one?
</prompt>

<answer label="A">
Opaque.
</answer>

<answer label="B">
JWT.
</answer>

Judge them: what does each get right that the others don’t, and what is wrong or missing? Then rank A and B and your own answer, and say which one to go on with.`)
})

it('tells a parent the result on one line, with the events that hold the answers', () => {
  const mail = resultMail({
    prompt: 'Which\none?',
    chosen: { name: 'root/1', model: 'gpt-5', eventIds: [12, 14], text: 'Opaque\n\ntokens.' },
    others: [{ name: 'root/2', model: 'o3', eventIds: [16] }],
  })
  expect(mail).toBe(
    'Result of comparing answers to “Which one?”: root/1 (gpt-5, events #12, #14), over root/2 (o3, event #16). It says: “Opaque tokens.”',
  )
})

it('finds the price of a dated model, and has no price for a turn with one unknown response', () => {
  const price = { input: 3, output: 15, cachedInput: null }
  const info = { id: 'claude-sonnet-4-5', name: '', contextWindow: null, maxOutput: null, endsOn: null, thinking: null }
  const models = [{ ...info, provider: 'anthropic' as const, price }]
  const list = { defaultModel: null, providers: [{ provider: 'anthropic' as const, label: '', ready: true, models }] }
  const usage = { ...NO_TOKENS, ...NO_DETAILS, inputTokens: 1000, outputTokens: 1000 }
  const dated = { provider: 'anthropic', model: 'claude-sonnet-4-5-20250929', usage }
  const none = { promptId: 1, prompt: '', answerIds: [], text: '', calls: [], firstDeltaMs: null, durationMs: null }
  expect(turnCost({ ...none, responses: [dated, dated] }, list)).toBeCloseTo(0.036)
  expect(turnCost({ ...none, responses: [dated, { ...dated, model: 'unheard-of' }] }, list)).toBeNull()
  expect(turnCost({ ...none, responses: [] }, list)).toBeNull()
})

it('writes a cost with the figures that count', () => {
  expect([0, 0.0004, 0.00417, 0.0361, 0.126, 12.3].map(formatCost)).toEqual([
    '$0',
    '< $0.001',
    '$0.0042',
    '$0.036',
    '$0.13',
    '$12.30',
  ])
})
