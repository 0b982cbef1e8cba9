import { expect, it } from 'vitest'

import { NO_COMPARISONS, reduceComparisons } from '../../../src/renderer/store/comparison.ts'
import {
  actsOfAgents,
  actsOfComparisons,
  nextAct,
  parseTour,
  TOUR_ACTS,
  withDone,
} from '../../../src/renderer/store/tour-store.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const START = { open: true, done: [] }
const SONNET = { provider: 'anthropic', model: 'claude-sonnet-5-5', thinkingLevel: 'med' } as const
const root = agentSummary({ id: 'root', choice: SONNET })
const fork = (model: string) => agentSummary({ id: 'fork', parentId: root.id, choice: { ...SONNET, model } })
const agents = new Map([[root.id, root]])

it('notes each act once, in any order, and goes to the first that is missing', () => {
  const one = withDone(START, ['compare', 'compare'])
  expect([one.done, nextAct(one)]).toEqual([['compare'], 'prompt'])
  expect(withDone(one, ['compare'])).toBe(one)
  expect(nextAct(withDone(one, TOUR_ACTS))).toBeNull()
})

it('takes a fork for one with another model only if its model is another one', () => {
  expect(actsOfAgents([fork('gpt-5-mini')], agents)).toEqual(['fork'])
  expect(actsOfAgents([fork('claude-sonnet-5-5')], agents)).toEqual([])
  expect(actsOfAgents([root], agents)).toEqual([])
})

it('sees that a comparison is opened, and that an answer of it is adopted', () => {
  const opened = reduceComparisons(NO_COMPARISONS, { type: 'show', agents: [root.id, fork('gpt-5').id] })
  expect(actsOfComparisons(opened, NO_COMPARISONS)).toEqual(['compare'])
  expect(actsOfComparisons(opened, opened)).toEqual([])
  const id = opened.active ?? ''
  expect(actsOfComparisons(reduceComparisons(opened, { type: 'adopt', id, agentId: root.id }), opened)).toEqual([
    'decide',
  ])
  const merged = reduceComparisons(opened, { type: 'add_merge', id, agentId: 'merge' })
  expect(actsOfComparisons(merged, opened)).toContain('decide')
})

it('reads what is stored, and nothing of another shape', () => {
  expect(parseTour({ open: false, done: ['fork'] })).toEqual({ open: false, done: ['fork'] })
  expect(parseTour({ open: false, done: ['juggle'] })).toBeNull()
})
