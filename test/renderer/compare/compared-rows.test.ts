import { expect, it } from 'vitest'

import { alignTurns } from '../../../src/renderer/compare/align-turns.ts'
import { answerTurns } from '../../../src/renderer/compare/answer-turns.ts'
import { columnNames } from '../../../src/renderer/compare/column-identity.ts'
import { relativeFigures } from '../../../src/renderer/compare/column-figures.ts'
import { comparedHistory, messageCount } from '../../../src/renderer/compare/compared-rows.ts'
import { agrees, rowOf } from '../../../src/renderer/compare/row-judgement.ts'
import type { StreamItem } from '../../../src/renderer/history/stream-items.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { readVerdict } from '../../../src/shared/verdict.ts'

type Written = { readonly id: number; readonly agentId?: string; readonly turnId?: string }

const base = { sessionId: 1, turnId: null, createdAt: '' }
const asked = ({ id, agentId = 'root' }: Written, content: string): AgentEvent => ({
  ...base,
  id,
  agentId,
  kind: 'user',
  content,
  data: null,
})
const answered = ({ id, agentId = 'root' }: Written): AgentEvent => ({
  ...base,
  id,
  agentId,
  kind: 'assistant',
  content: `Answer ${id}`,
  data: {},
})
const forked = ({ id, agentId = 'root' }: Written, child: string, events: readonly number[] = []): AgentEvent => ({
  ...base,
  id,
  agentId,
  kind: 'fork',
  content: null,
  data: { child, reason: 'judge', answers: [{ agent: agentId, events }] },
})

function historyOf(agents: readonly string[], ...logs: readonly (readonly AgentEvent[])[]) {
  const columns = logs.map((events, index) => answerTurns(agents[index] ?? '', events))
  return comparedHistory(agents, logs, { columns, rows: alignTurns(columns) })
}

/** The rows as text: the prompt, and the ids of what each agent has. */
function drawn({ earlier, rows }: ReturnType<typeof historyOf>) {
  const ids = (items: readonly StreamItem[]) => items.flatMap((item) => (item.type === 'event' ? [item.event.id] : []))
  return {
    earlier: messageCount(earlier),
    rows: rows.map(({ prompt, cells }) => [prompt?.content ?? null, ...cells.map(({ items }) => ids(items))]),
  }
}

const SHARED = [asked({ id: 1 }, 'Hello'), answered({ id: 2 })]

it.each([
  [
    'children of an answer, asked the same',
    drawn(
      historyOf(
        ['a', 'b'],
        [...SHARED, asked({ id: 10, agentId: 'a' }, 'Why?'), answered({ id: 11, agentId: 'a' })],
        [...SHARED, asked({ id: 20, agentId: 'b' }, 'Why?'), answered({ id: 21, agentId: 'b' })],
      ),
    ),
    { earlier: 2, rows: [['Why?', [11], [21]]] },
  ],
  [
    'an agent and its fork, which answer one prompt event',
    drawn(
      historyOf(
        ['root', 'b'],
        [...SHARED, asked({ id: 3 }, 'Why?'), forked({ id: 4 }, 'b'), answered({ id: 5 })],
        [...SHARED, asked({ id: 3 }, 'Why?'), answered({ id: 6, agentId: 'b' })],
      ),
    ),
    { earlier: 2, rows: [['Why?', [5], [6]]] },
  ],
  [
    'while none of them has answered',
    drawn(historyOf(['root', 'b'], [...SHARED, asked({ id: 3 }, 'Why?')], [...SHARED, asked({ id: 3 }, 'Why?')])),
    { earlier: 2, rows: [['Why?', [], []]] },
  ],
  [
    'forks that were asked nothing yet',
    drawn(historyOf(['a', 'b'], SHARED, SHARED)),
    { earlier: 2, rows: [[null, [], []]] },
  ],
  [
    'agents with nothing in common',
    drawn(historyOf(['a', 'b'], [asked({ id: 1, agentId: 'a' }, 'One')], [asked({ id: 2, agentId: 'b' }, 'Two')])),
    {
      earlier: 0,
      rows: [
        ['One', [], []],
        ['Two', [], []],
      ],
    },
  ],
])('shows a prompt once, in one row: %s', (_, shown, expected) => {
  expect(shown).toEqual(expected)
})

it('puts a judge into the row of the answers that it was shown', () => {
  const log = [
    asked({ id: 1 }, 'One'),
    answered({ id: 2 }),
    asked({ id: 3 }, 'Two'),
    answered({ id: 4 }),
    forked({ id: 5 }, 'judge', [2]),
  ]
  const rows = alignTurns([answerTurns('root', log)])
  expect([rowOf('judge', [log], rows), rowOf('unknown', [log], rows), rowOf('judge', [log], [])]).toEqual([0, 1, -1])
})

it('says whether a judge agrees with itself: about every rank, not about the reasons', () => {
  const verdict = (text: string) => readVerdict(text) ?? new Map()
  expect(agrees(verdict('A: short\nA > B'), verdict('A > B'))).toBe(true)
  expect(agrees(verdict('A > B'), verdict('B > A'))).toBe(false)
  expect(agrees(verdict('A > B = C'), verdict('A > B > C'))).toBe(false)
  expect(agrees(verdict('A > B'), verdict('A > B > C'))).toBe(false)
})

it('draws figures relative to the largest one, and calls none best where two share it', () => {
  const column = (durationMs: number | null) => ({ firstDeltaMs: null, durationMs, cost: null, outputTokens: 10 })
  const bars = (...durations: readonly (number | null)[]) =>
    relativeFigures(durations.map(column)).map((figures) => figures[1])
  expect(bars(100, 50, null)).toMatchObject([
    { share: 1, isBest: false },
    { share: 0.5, isBest: true },
    { share: 0, isBest: false },
  ])
  expect(bars(0, 0)).toMatchObject([{ share: 0, isBest: false }, { share: 0 }])
  // More words are neither better nor worse.
  expect(relativeFigures([column(1), column(2)]).flatMap((each) => each[3]?.isBest)).toEqual([false, false])
})

it('names columns by what tells them apart', () => {
  const agent = (name: string, model: string) => ({
    id: name,
    name,
    choice: { provider: 'openai', model, thinkingLevel: 'med' } as const,
  })
  expect(columnNames([agent('x', 'gpt-5'), agent('y', 'o3'), agent('z', 'gpt-5')], null)).toEqual([
    'gpt-5',
    'o3',
    'gpt-5 · 2',
  ])
  // As the tree, which has the name from the engine, before the models are loaded.
  const named = [{ ...agent('x', 'claude-haiku-5-5'), modelName: 'Haiku 5.5' }, agent('y', 'o3')]
  expect(columnNames(named, null)).toEqual(['Haiku 5.5', 'o3'])
  expect(columnNames([agent('First run', 'o3'), agent('Again', 'o3')], null)).toEqual(['First run', 'Again'])
  expect(columnNames([agent('Same', 'o3'), agent('Same', 'o3')], null)).toEqual(['o3', 'o3 · 2'])
})
