import { describe, expect, it } from 'vitest'

import {
  type ColumnMark,
  columnMarks,
  columnOrder,
  columnSelector,
} from '../../../src/renderer/store/column-letters.ts'
import { NO_COMPARISONS, reduceComparisons } from '../../../src/renderer/store/comparison.ts'
import { treeRows } from '../../../src/renderer/store/tree-rows.ts'
import { rowFaces } from '../../../src/renderer/tree/row-faces.ts'
import { rowMeta, showsCost } from '../../../src/renderer/tree/row-meta.ts'
import { metaText, rowText } from '../../../src/renderer/tree/row-words.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { FORK_REASONS } from '../../../src/shared/fork-reason.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const ROOT = agentSummary({ id: 'root', name: 'Tides' })
const child = (id: string, fields: Partial<AgentSummary> = {}): AgentSummary =>
  agentSummary({ id, parentId: 'root', name: `Name of ${id}`, forkReason: 'fork', lastMessageId: 1, ...fields })
const costs = (usd: number) => ({ usd, unpriced: 0, partial: 0 })

function facesOf(
  agents: readonly AgentSummary[],
  collapsed: readonly string[] = [],
  marks: [string, ColumnMark][] = [],
) {
  const byId = new Map(agents.map((agent) => [agent.id, agent]))
  const rows = treeRows(agents, new Set(collapsed))
  const faces = rowFaces(rows, { agents: byId, path: new Set(), marks: new Map(marks) })
  return { rows, face: (id: string) => faces.get(id) }
}

function raise(): never {
  throw new Error('The row is missing')
}

describe('rowFaces', () => {
  it('tells forks, answers, judges, merges, attempts, tasks and sub-agents apart', () => {
    const reasons = [...FORK_REASONS, 'tool'] as const
    const { face } = facesOf([ROOT, ...reasons.map((forkReason) => child(forkReason, { forkReason }))])
    expect(Object.fromEntries(reasons.map((reason) => [reason, face(reason)?.kind]))).toEqual({
      edit: 'conversation',
      retry: 'conversation',
      fork: 'conversation',
      ask: 'answer',
      race: 'attempt',
      evaluation: 'task',
      judge: 'judge',
      merge: 'merge',
      tool: 'subagent',
    })
  })

  it('calls siblings by what differs, and leaves roots their names', () => {
    const { face } = facesOf([
      ROOT,
      child('a', { name: 'Harmonic constituents for a child' }),
      child('b', { name: 'Harmonic constituents with a worked example' }),
      agentSummary({ id: 'c', name: 'Harmonic constituents with an example' }),
      agentSummary({ id: 'd', name: 'Harmonic constituents with a picture' }),
    ])
    expect(['a', 'b', 'c', 'd'].map((id) => face(id)?.label)).toEqual([
      '… for a child',
      '… with a worked example',
      'Harmonic constituents with an example',
      'Harmonic constituents with a picture',
    ])
  })

  it('says what needs the user below a closed row, and how many attempts have ended', () => {
    const agents = [
      ROOT,
      child('race'),
      child('1', { parentId: 'race', forkReason: 'race' }),
      child('2', { parentId: 'race', forkReason: 'race', activity: { type: 'needs_approval' } }),
    ]
    expect(facesOf(agents).face('race')).toMatchObject({ isNeededBelow: false, attempts: { done: 1, of: 2 } })
    expect(facesOf(agents, ['race']).face('race')?.isNeededBelow).toBe(true)
    expect(facesOf(agents, ['root']).face('root')?.isNeededBelow).toBe(true)
  })
})

describe('rowMeta', () => {
  const quiet = { attempts: null, isNeededBelow: false }
  const at = '2026-11-20T12:00:00.000Z'
  const all = child('a', {
    activity: { type: 'failed', error: { category: 'AUTH', message: 'down', retryable: true } },
    lastActivityAt: at,
    unreadMail: 2,
    queuedPrompts: 1,
    archived: true,
    pinned: true,
  })

  it('is the first thing that applies, and one thing only', () => {
    const meta = (fields: Partial<AgentSummary>, face = quiet, isNew = true) =>
      rowMeta({ ...all, ...fields }, { face, isNew, activeAt: at })?.type
    expect(meta({ activity: { type: 'retrying', at: 1, attempt: 1 } }, { ...quiet, isNeededBelow: true })).toBe(
      'retrying',
    )
    expect(
      rowMeta(all, { face: { attempts: { done: 1, of: 2 }, isNeededBelow: true }, isNew: true, activeAt: at }),
    ).toEqual({ type: 'attempts', done: 1, of: 2 })
    expect(meta({}, { ...quiet, isNeededBelow: true })).toBe('needs_you')
    expect(meta({})).toBe('failed')
    const idle = { activity: { type: 'idle' } } as const
    expect(meta(idle)).toBe('new')
    expect(meta(idle, quiet, false)).toBe('mail')
    expect(meta({ ...idle, unreadMail: 0 }, quiet, false)).toBe('queued')
    expect(meta({ ...idle, unreadMail: 0, queuedPrompts: 0 }, quiet, false)).toBe('archived')
    expect(rowMeta(child('b'), { face: quiet, isNew: false, activeAt: at })).toEqual({ type: 'active', at })
    expect(rowMeta(child('b'), { face: quiet, isNew: false, activeAt: null })).toBeNull()
  })

  it('leaves a cost to the title below ten cents, and where something else is said', () => {
    expect([0, 0.0999, 0.1, 3].map((usd) => showsCost(null, costs(usd)))).toEqual([false, false, true, true])
    expect(showsCost({ type: 'active', at }, costs(1))).toBe(true)
    expect(showsCost({ type: 'new' }, costs(1))).toBe(false)
  })

  it('says a time of today as a time, and any other as a day', () => {
    const now = new Date(2026, 10, 20, 18).getTime()
    const text = (...local: [number, number, number, number]) =>
      metaText({ type: 'active', at: new Date(...local).toISOString() }, now)
    expect([text(2026, 10, 20, 6), text(2026, 10, 19, 6), text(2025, 10, 19, 6)]).toEqual([
      expect.stringMatching(/^0?6:00/),
      expect.stringMatching(/19/),
      expect.stringMatching(/2025/),
    ])
  })
})

it('says everything that a row knows in its name', () => {
  const busy = child('a', {
    name: 'Harmonic constituents',
    cost: costs(0.06),
    pinned: true,
    worktree: 'ikigai/a',
    unreadMail: 1,
    queuedPrompts: 2,
  })
  const { rows, face } = facesOf([ROOT, busy], [], [['a', { letter: 'B', isHidden: false }]])
  const row = rows[1]
  const shown = face('a')
  if (row === undefined || shown === undefined) throw new Error('The row is missing')
  const versions = { place: 'root:1', count: 3, index: 2, isOpen: null, before: null, after: null }
  expect(rowText({ ...row, versions }, shown, false)).toBe(
    'Harmonic constituents, column B, idle, fork, claude-haiku-4-5, 6 cents, version 2 of 3, pinned, own worktree ikigai/a, 1 unread, 2 queued',
  )
})

describe('columnMarks', () => {
  it('gives the columns of the newest comparison that is not decided', () => {
    const shown = (agents: readonly string[]) => ({ type: 'show', agents }) as const
    let state = reduceComparisons(NO_COMPARISONS, shown(['a', 'b']))
    state = reduceComparisons(state, shown(['c', 'b']))
    state = reduceComparisons(state, { type: 'add_merge', id: 'c b', agentId: 'm' })
    const letters = () =>
      Object.fromEntries([...columnMarks(columnSelector()(state))].map(([id, { letter }]) => [id, letter]))
    expect(letters()).toEqual({ a: 'A', b: 'B', c: 'A', m: 'M' })
    state = reduceComparisons(state, { type: 'adopt', id: 'c b', agentId: 'c' })
    expect(letters()).toEqual({ a: 'A', b: 'B' })
  })

  it('hides who answered under letters that were dealt anew, in the tree as in the columns', () => {
    let state = reduceComparisons(NO_COMPARISONS, { type: 'show', agents: ['root', 'a', 'b'] })
    state = reduceComparisons(state, { type: 'hide_names', id: 'root a b', order: [2, 0, 1] })
    const select = columnSelector()
    const [columns] = select(state)
    if (columns === undefined) throw new Error('The comparison is missing')
    expect(columnOrder(columns)).toEqual(['b', 'root', 'a'])
    const agents = [ROOT, child('a', { cost: costs(1), forkReason: 'ask' }), child('b', { forkReason: 'ask' })]
    const { rows, face } = facesOf(agents, [], [...columnMarks([columns])])
    expect(['root', 'a', 'b'].map((id) => face(id)?.label)).toEqual(['Tides', 'Answer C', 'Answer A'])
    const said = rows.map((row) => rowText(row, face(row.agent.id) ?? raise(), false))
    expect(said).toEqual(['Tides, idle', 'Answer C, idle, compared answer', 'Answer A, idle, compared answer'])
    expect(select(reduceComparisons(state, { type: 'show_names', id: 'root a b' }))[0]?.hidden).toBeNull()
  })

  it('does not change while a prompt for the columns is typed', () => {
    const select = columnSelector()
    const before = reduceComparisons(NO_COMPARISONS, { type: 'show', agents: ['a', 'b'] })
    const first = select(before)
    const typed = reduceComparisons(before, { type: 'draft', id: 'a b', text: 'x', asText: false })
    expect(select(typed)).toBe(first)
    const wider = reduceComparisons(typed, { type: 'add_column', id: 'a b', agentId: 'c' })
    expect(select(wider)).not.toBe(first)
  })
})
