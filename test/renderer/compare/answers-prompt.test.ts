import { expect, it } from 'vitest'

import { answersPrompt, shuffled } from '../../../src/renderer/compare/answers-prompt.ts'
import { columnVerdict } from '../../../src/renderer/compare/verdicts.ts'
import { readVerdict } from '../../../src/shared/verdict.ts'
import { preferredAnswer } from '../../../src/renderer/compare/row-judgement.ts'
import { neutralModel } from '../../../src/renderer/models/neutral-model.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { ModelList } from '../../../src/shared/model-info.ts'

const ANSWERS = [
  { letter: 'B', prompt: null, text: 'fifteen' },
  { letter: 'A', prompt: null, text: 'five' },
]

it('shows the answers under their letters in the given order, with the prompt once', () => {
  const prompt = answersPrompt('How long?', ANSWERS, { type: 'judge', criteria: ['Correct'] })
  expect(prompt.match(/<prompt>\nHow long\?/g)).toHaveLength(1)
  expect(prompt.indexOf('label="B"')).toBeLessThan(prompt.indexOf('label="A"'))
  expect(prompt).toContain('by these criteria: correct.')
})

it('quotes each answer’s own prompt if they have none in common', () => {
  const own = ANSWERS.map((answer) => ({ ...answer, prompt: `Asked ${answer.letter}` }))
  const prompt = answersPrompt(null, own, { type: 'merge', way: 'own', instruction: ' Say it shorter. ' })
  expect(prompt).toContain('<answer label="A">\n<prompt>\nAsked A\n</prompt>\nfive\n</answer>')
  expect(prompt).not.toContain('to one prompt')
  expect(prompt.endsWith('Say it shorter.')).toBe(true)
})

it('shuffles by the given numbers and loses nothing', () => {
  const numbers = [0.9, 0.1, 0.5]
  expect(shuffled(['a', 'b', 'c'], () => numbers.shift() ?? 0)).toEqual(['b', 'c', 'a'])
})

it('reads the last ranking, with equal ranks and the sentence on each answer', () => {
  const verdict = readVerdict('At first A > B > C.\n\n**A**: too long\nB: exact\n\n**B > A = C**')
  expect([...(verdict ?? [])]).toEqual([
    ['B', { rank: 1, reason: 'exact' }],
    ['A', { rank: 2, reason: 'too long' }],
    ['C', { rank: 2, reason: '' }],
  ])
  expect(readVerdict('All are fine. A is short.')).toBeNull()
})

it('says the rank and the reason, when judges or runs disagree, and all of it in the details', () => {
  const judge = (model: string, text: string) => ({ model, verdict: readVerdict(text) ?? new Map() })
  const said = (...judges: ReturnType<typeof judge>[]) => {
    const verdict = columnVerdict('B', judges, (model) => model)
    return verdict === null ? null : [verdict.rank, verdict.reason, verdict.isFirst]
  }
  expect(said(judge('m', 'B: exact\nB > A'))).toEqual(['1st', 'exact', true])
  expect(said(judge('m', 'A > B'))).toEqual(['2nd', '', false])
  expect(said(judge('m', 'B > A'), judge('m', 'A > B'))).toEqual([
    '1st or 2nd',
    'depends on the order of the answers',
    false,
  ])
  expect(said(judge('m', 'B > A'), judge('n', 'A > B'))).toEqual(['1st or 2nd', 'judges differ', false])
  expect(said(judge('m', 'A > C'))).toBeNull()
  expect(columnVerdict('B', [judge('m', 'B: exact\nB > A'), judge('n', 'B > A')], (model) => model)?.details).toBe(
    'm: 1st · exact\nn: 1st',
  )
})

it('counts the newest vote of any of the agents, and none once it is withdrawn', () => {
  const vote = (id: number, event: number, withdrawn?: true): AgentEvent => ({
    id,
    sessionId: 1,
    agentId: 'x',
    turnId: null,
    createdAt: '',
    kind: 'vote',
    content: null,
    data: { answer: { agent: 'x', events: [event] }, over: [], ...(withdrawn && { withdrawn }) },
  })
  const answers = [[1], [2]]
  expect(preferredAnswer([[vote(10, 1)], [vote(11, 2)]], answers)).toBe(1)
  expect(preferredAnswer([[vote(12, 1)], [vote(11, 2)]], answers)).toBe(0)
  expect(preferredAnswer([[vote(10, 1)], [vote(11, 2), vote(13, 2, true)]], answers)).toBeNull()
  expect(preferredAnswer([[vote(10, 9)], []], answers)).toBeNull()
})

it('suggests the default of a ready provider that is no contestant and has not ended', () => {
  const model = (provider: 'openai' | 'google', id: string, endsOn: string | null = null) => ({
    provider,
    id,
    endsOn,
    name: id,
    contextWindow: null,
    maxOutput: null,
    prices: [],
    thinking: null,
  })
  const list: ModelList = {
    providers: [
      { provider: 'google', label: 'G', ready: false, models: [model('google', 'gemini-3.8-flash')] },
      {
        provider: 'openai',
        label: 'O',
        ready: true,
        models: [model('openai', 'old', '2026-01-01'), model('openai', 'other'), model('openai', 'gpt-6.1-terra')],
      },
    ],
    pricesAsOf: null,
    defaultModel: null,
  }
  const suggested = (...contestants: string[]) =>
    neutralModel(list, { contestants: new Set(contestants), today: '2026-11-23' })
  expect(suggested()).toBe('gpt-6.1-terra/med')
  expect(suggested('openai:gpt-6.1-terra')).toBe('other/med')
  expect(suggested('openai:gpt-6.1-terra', 'openai:other')).toBeNull()
})
