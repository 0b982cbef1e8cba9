import { describe, expect, it } from 'vitest'

import { nearestRace } from '../../../src/renderer/store/nearest-race.ts'
import { agentSummary } from '../../support/agent-summary.ts'

/** Agents by id: the parent, and whether it is an attempt (`*`) or archived (`-`). */
function treeOf(...rows: readonly string[]) {
  const agents = rows.map((row, index) => {
    const [id = '', parent = '', signs = ''] = row.split(' ')
    return agentSummary({
      id,
      parentId: parent === 'none' ? null : parent,
      createdAt: `2026-11-20T09:${String(index).padStart(2, '0')}:00.000Z`,
      ...(signs.includes('*') && { forkReason: 'race' as const }),
      ...(signs.includes('-') && { archived: true as const }),
    })
  })
  return new Map(agents.map((agent) => [agent.id, agent]))
}

const TWO_RACES = ['root none', 'first root', 'a first *', 'b first *', 'other none', 'c other *', 'below a'] as const

describe('nearestRace', () => {
  it.each([
    ['without attempts', ['root none', 'first root'], 'first', null],
    ['the race itself', TWO_RACES, 'first', 'first'],
    ['an attempt', TWO_RACES, 'b', 'first'],
    ['an agent below an attempt', TWO_RACES, 'below', 'first'],
    ['an agent above a race', TWO_RACES, 'root', 'other'],
    ['no focus', TWO_RACES, null, 'other'],
    ['the newest archived', ['root none', 'x root', 'a x *', 'y root -', 'b y *'], 'root', 'x'],
    ['an archived one that is focused', ['root none', 'y root -', 'b y *'], 'b', 'y'],
    ['all archived from above', ['root none -', 'y root', 'b y *'], null, null],
    ['an attempt whose race is gone', ['b gone *'], null, null],
  ])('%s', (_name, rows, focused, expected) => {
    expect(nearestRace(treeOf(...rows), focused)).toBe(expected)
  })
})
