import { expect, it } from 'vitest'

import { agentSummary } from '../../support/agent-summary.ts'
import {
  activeComparison,
  archivedByAdoption,
  comparisonOf,
  NO_COMPARISONS,
  parseComparisons,
  reduceComparisons,
  shownOrder,
  type ComparisonAction,
  dealtAnew,
} from '../../../src/renderer/store/comparison.ts'

const after = (...actions: readonly ComparisonAction[]) => actions.reduce(reduceComparisons, NO_COMPARISONS)
const ID = 'a b'
const SHOWN: ComparisonAction = { type: 'show', agents: ['a', 'b'] }

it('shows a new comparison, with nothing hidden and nothing decided', () => {
  expect(activeComparison(after(SHOWN))).toEqual({
    id: ID,
    agents: ['a', 'b'],
    merges: [],
    judges: [],
    tab: 'answers',
    hidden: null,
    adopted: null,
    draft: '',
    draftAsText: false,
    draftFiles: [],
  })
})

it('finds a comparison of the same agents again, with its judge and its draft', () => {
  const state = after(
    SHOWN,
    { type: 'add_judge', id: ID, agentId: 'j' },
    { type: 'draft', id: ID, text: 'Shorter', asText: false },
    { type: 'leave' },
    { type: 'show', agents: ['c', 'd'] },
    SHOWN,
  )
  expect([activeComparison(state)?.judges, activeComparison(state)?.draft, state.list.length]).toEqual([
    ['j'],
    'Shorter',
    2,
  ])
})

it('goes back to the panes once one is adopted, and sends to the others no more', () => {
  const state = after(SHOWN, { type: 'adopt', id: ID, agentId: 'b' })
  expect([state.active, state.list[0]?.adopted, comparisonOf(state, 'a')]).toEqual([null, 'b', null])
  expect(comparisonOf(reduceComparisons(state, SHOWN), 'a')?.id).toBe(ID)
})

it('drops a comparison when one of its agents is gone, and a judge alone', () => {
  const state = after(SHOWN, { type: 'add_judge', id: ID, agentId: 'j' })
  const known = (...ids: readonly string[]) => ({ type: 'keep_only', known: new Set(ids) }) as const
  expect(reduceComparisons(state, known('a', 'b')).list[0]?.judges).toEqual([])
  expect(reduceComparisons(state, known('a', 'j'))).toEqual(NO_COMPARISONS)
})

it('deals the columns of hidden names anew, and shows them in their order again', () => {
  const hidden = after(SHOWN, { type: 'hide_names', id: ID, order: [1, 0] })
  const order = (state: typeof hidden) => state.list.map(({ agents, hidden: order }) => shownOrder(agents, order))
  expect(order(hidden)).toEqual([[1, 0]])
  expect(order(reduceComparisons(hidden, { type: 'leave' }))).toEqual([[1, 0]])
  expect(order(reduceComparisons(hidden, { type: 'show_names', id: ID }))).toEqual([[0, 1]])
  expect(order(reduceComparisons(hidden, { type: 'adopt', id: ID, agentId: 'b' }))).toEqual([[0, 1]])
  expect(order(reduceComparisons(hidden, { type: 'add_column', id: ID, agentId: 'c' }))).toEqual([[0, 1, 2]])
})

it.each([0, 0.3, 0.99])('never deals the order that was seen (%d)', (number) => {
  for (const columns of [2, 3, 8]) {
    const order = dealtAnew(columns, () => number)
    expect(order).not.toEqual([...order.keys()])
    expect(order.toSorted((a, b) => a - b)).toEqual([...order.keys()])
  }
})

it('reads back what it was kept as, and nothing else', () => {
  const state = after(SHOWN)
  expect([parseComparisons(JSON.parse(JSON.stringify(state))), parseComparisons({ list: 3 })]).toEqual([state, null])
})

it('archives the others and the judges of an adopted agent, but nothing above it and nothing twice', () => {
  const root = agentSummary({ id: 'root' })
  const child = (id: string, more = {}) => agentSummary({ id, parentId: 'root', ...more })
  const all = [root, child('b'), child('c'), child('old', { archived: true }), child('judge')]
  const agents = new Map(all.map((agent) => [agent.id, agent]))
  const comparison = { agents: ['root', 'b', 'c', 'old'], merges: [], judges: ['judge'] }
  expect(archivedByAdoption(comparison, 'b', agents)).toEqual(['c', 'judge'])
  expect(archivedByAdoption(comparison, 'root', agents)).toEqual(['b', 'c', 'judge'])
})
