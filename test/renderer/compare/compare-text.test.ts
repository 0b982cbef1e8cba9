import { expect, it } from 'vitest'

import { turnCost } from '../../../src/renderer/compare/column-figures.ts'
import { judgePrompt } from '../../../src/renderer/compare/answers-prompt.ts'
import { columnLetter } from '../../../src/renderer/store/column-letters.ts'
import { resultMail } from '../../../src/renderer/actions/result-mail.ts'

it('quotes answers to a judge by key and never by author', () => {
  expect([0, 25, 26].map(columnLetter)).toEqual(['A', 'Z', 'A1'])
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

Judge them: what does each get right that the others don’t, and what is wrong or missing? Then rank A and B and your own answer, and say which one to continue with. In the last line write the ranking, the best first, like “A > B”; “=” stands between equal answers.`)
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

it('sums the recorded costs of a turn, and has none where one response’s is not completely known', () => {
  const none = {
    promptId: 1,
    prompt: '',
    answerIds: [],
    text: '',
    calls: [],
    model: null,
    firstDeltaMs: null,
    durationMs: null,
  }
  const response = { usage: null, cost: { usd: 0.018, source: 'list' as const, missing: [] } }
  const partial = { usage: null, cost: { ...response.cost, missing: ['audio input'] } }
  expect(turnCost({ ...none, responses: [response, response] })).toBeCloseTo(0.036)
  expect(turnCost({ ...none, responses: [response, { usage: null, cost: null }] })).toBeNull()
  expect(turnCost({ ...none, responses: [response, partial] })).toBeNull()
  expect(turnCost({ ...none, responses: [] })).toBeNull()
})
