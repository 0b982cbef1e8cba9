import { expect, it } from 'vitest'

import { leastOf } from '../../../src/renderer/compare/column-figures.ts'
import { siblingGroups } from '../../../src/renderer/store/comparable-agents.ts'
import { CLAUDE, compareWorld } from '../preview/compare-world.ts'
import { LONG, OTHER, ROOT } from '../preview/preview-world.ts'

const agents = new Map(compareWorld().agents.map((agent) => [agent.id, agent]))
const parentsFrom = (from: string | null) => siblingGroups(agents, from).map(({ parent }) => parent?.id ?? null)

it('offers an agent’s children first, then its siblings, then all others', () => {
  expect([parentsFrom(ROOT), parentsFrom(CLAUDE), parentsFrom(OTHER)]).toEqual([
    [ROOT, null],
    [ROOT, null],
    [null, ROOT],
  ])
})

it('keeps the order of the tree within a group, and leaves out who is alone', () => {
  const alone = new Map([...agents].filter(([id]) => id === ROOT || id === CLAUDE))
  expect(siblingGroups(alone, ROOT)).toEqual([])
  const roots = siblingGroups(agents, OTHER)[0]
  expect(roots?.agents.map(({ id }) => id)).toEqual([ROOT, OTHER, LONG])
})

it('says which column has the least of a figure, and says nothing where two share it or one is alone', () => {
  const column = (durationMs: number | null) => ({ firstDeltaMs: null, durationMs, cost: null, outputTokens: null })
  const least = (...durations: readonly (number | null)[]) => leastOf(durations.map(column), 'durationMs')
  expect([least(30, 10, null), least(10, 10), least(10, null)]).toEqual([1, null, null])
})
