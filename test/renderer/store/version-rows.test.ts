import { expect, it } from 'vitest'

import { foldVersions } from '../../../src/renderer/store/version-rows.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const ROOT = agentSummary({ id: 'root', forkEventId: null, lastMessageId: 4 })

/** A fork by "Try again" after event 1 of the root. */
const version = (id: string, minute: number, fields: Partial<AgentSummary> = {}): AgentSummary =>
  agentSummary({
    id,
    parentId: 'root',
    forkEventId: 1,
    forkReason: 'retry',
    lastMessageId: 9,
    createdAt: `2026-11-20T12:${String(minute).padStart(2, '0')}:00.000Z`,
    ...fields,
  })

const [A, B, C] = [version('a', 1), version('b', 2), version('c', 3)]
const BELOW_A = version('below a', 4, { parentId: 'a', forkEventId: 9, forkReason: 'fork' })

function folded(agents: readonly AgentSummary[], seen: readonly AgentId[] = [], opened: readonly string[] = []) {
  const all = new Map([ROOT, ...agents].map((agent) => [agent.id, agent]))
  const { agents: shown, rows } = foldVersions(all, { seen, opened: new Set(opened) })
  return { shown: [...shown.keys()], rows: [...rows].map(([id, { count, isOpen }]) => [id, count, isOpen]) }
}

it('shows the newest version in one row with the number of all, the first answer included', () => {
  expect(folded([A, B, C])).toEqual({ shown: ['root', 'c'], rows: [['c', 4, false]] })
})

it('shows the version that was seen last, also when it was an agent below it', () => {
  expect(folded([A, B, C], ['root', 'b', 'c'])).toEqual({ shown: ['root', 'b'], rows: [['b', 4, false]] })
  expect(folded([A, B, BELOW_A], ['below a', 'b'])).toEqual({
    shown: ['root', 'a', 'below a'],
    rows: [['a', 3, false]],
  })
})

it.each([
  [[A, B, C], [], 4],
  [[A, B, C], ['a'], 2],
  [[A, B], ['b'], 3],
] as const)('says which version the row is', (agents, seen, index) => {
  const all = new Map([ROOT, ...agents].map((agent) => [agent.id, agent]))
  const [shown] = foldVersions(all, { seen, opened: new Set() }).rows.values()
  expect(shown?.index).toBe(index)
})

it('hides what is below a folded version with it', () => {
  expect(folded([BELOW_A, A, B])).toEqual({ shown: ['root', 'b'], rows: [['b', 3, false]] })
})

it('shows all of them when the place is opened', () => {
  expect(folded([A, B, BELOW_A], [], ['root:1'])).toEqual({
    shown: ['root', 'a', 'b', 'below a'],
    rows: [['b', 3, true]],
  })
})

it('keeps the row of a version that works or waits', () => {
  const busy = version('a', 1, { activity: { type: 'needs_approval' } })
  expect(folded([busy, B, C])).toEqual({ shown: ['root', 'a', 'c'], rows: [['c', 4, false]] })
})

it('has nothing to open for a single new version, and leaves other forks alone', () => {
  expect(folded([A])).toEqual({ shown: ['root', 'a'], rows: [['a', 2, null]] })
  const forks = [version('x', 1, { forkReason: 'fork' }), version('y', 2, { forkReason: 'fork' })]
  expect(folded(forks)).toEqual({ shown: ['root', 'x', 'y'], rows: [] })
})

it('folds a chain of versions that is ten thousand deep', () => {
  const chain = Array.from({ length: 10_000 }, (_, index) =>
    version(`n${index}`, 1, { parentId: index === 0 ? 'a' : `n${index - 1}`, forkReason: 'fork' }),
  )
  expect(folded([A, B, ...chain.toReversed()]).shown).toEqual(['root', 'b'])
})

it('leads from the shown version to those beside it that have no row', () => {
  const beside = (seen: readonly AgentId[], opened: readonly string[] = []) => {
    const all = new Map([ROOT, A, B, C].map((agent) => [agent.id, agent]))
    return [...foldVersions(all, { seen, opened: new Set(opened) }).rows].map(([, { before, after }]) => [
      before,
      after,
    ])
  }
  expect(beside([])).toEqual([['b', null]])
  expect(beside(['b'])).toEqual([['a', 'c']])
  expect(beside(['a'])).toEqual([[null, 'b']])
  const [place = ''] = [
    ...foldVersions(new Map([ROOT, A, B].map((each) => [each.id, each])), { seen: [], opened: new Set() }).rows,
  ].map(([, row]) => row.place)
  expect(beside(['b'], [place])).toEqual([[null, null]])
})
