import { describe, expect, it } from 'vitest'

import { changeSelection, NO_SELECTION, type SelectionAction } from '../../../src/renderer/tree/selected-rows.ts'
import { NOTHING_TYPED, rowOfWord, typeLetter } from '../../../src/renderer/tree/type-ahead.ts'
import { renderedItems, visibleRange } from '../../../src/renderer/tree/visible-range.ts'
import { treeRows } from '../../../src/renderer/store/tree-rows.ts'
import { agentSummary } from '../../support/agent-summary.ts'

describe('changeSelection', () => {
  const rows = ['a', 'b', 'c', 'd', 'e']
  const after = (...actions: readonly SelectionAction[]) => [...actions.reduce(changeSelection, NO_SELECTION).ids]

  it('selects from the anchor, whichever way, and nothing else', () => {
    const range = (agentId: string) => ({ type: 'range', agentId, from: 'b', rows }) as const
    expect(after(range('d'))).toEqual(['b', 'c', 'd'])
    expect(after(range('d'), range('a'))).toEqual(['a', 'b'])
    expect(after({ type: 'toggle', agentId: 'e' }, range('d'))).toEqual(['d', 'e'])
    expect(after({ type: 'toggle', agentId: 'gone' }, range('d'))).toEqual(['d'])
  })

  it('adds and removes single ones, and selects all and none', () => {
    const toggle = (agentId: string) => ({ type: 'toggle', agentId }) as const
    expect(after(toggle('a'), toggle('c'), toggle('a'))).toEqual(['c'])
    expect(after({ type: 'all', rows })).toEqual(rows)
    expect(after({ type: 'all', rows }, { type: 'clear' })).toEqual([])
  })
})

describe('type-ahead', () => {
  const names = ['Alpha', 'Beta', 'Bravo', 'alpine']
  const rows = treeRows(
    names.map((name, index) => agentSummary({ id: String(index), name })),
    new Set(),
  )
  const find = (current: string | null, letters: string, gap = 100) => {
    const word = letters
      .split('')
      .reduce((typed, letter, index) => typeLetter(typed, letter, index * gap), NOTHING_TYPED)
    return rowOfWord(rows, current, word, () => '')?.agent.name ?? null
  }

  it('goes to the next name with a letter, and stays where a longer word fits', () => {
    expect(find('0', 'a')).toBe('alpine')
    expect(find('3', 'a')).toBe('Alpha')
    expect(find('0', 'alp')).toBe('Alpha')
    expect(find('1', 'br')).toBe('Bravo')
    expect(find(null, 'x')).toBeNull()
  })

  it('begins a new word after a pause', () => {
    expect(find('0', 'bra', 5_000)).toBe('alpine')
  })
})

describe('the rendered rows', () => {
  const view = { top: 4_200, height: 420, rowHeight: 42 }

  it('are all, if they are few', () => {
    expect(visibleRange(56, view)).toEqual([0, 56])
  })

  it('are those in view with some around them, never more than 60', () => {
    expect(visibleRange(1_000, view)).toEqual([92, 118])
    expect(visibleRange(1_000, { ...view, top: 0 })).toEqual([0, 26])
    const [from, to] = visibleRange(1_000, { ...view, height: 9_000 })
    expect(to - from).toBeLessThan(60)
    expect(visibleRange(1_000, { ...view, top: 41_580 })).toEqual([982, 1_000])
    expect(visibleRange(60, { ...view, top: 999_999 })).toEqual([59, 60])
  })

  it('stand at their places between gaps, with the row of the cursor', () => {
    const row = (index: number) => ({ row: index })
    expect(renderedItems(10, [4, 6], 1)).toEqual([
      { gap: 1, before: 1 },
      row(1),
      { gap: 2, before: 4 },
      row(4),
      row(5),
      { gap: 4, before: 10 },
    ])
    expect(renderedItems(10, [4, 6], 8)).toEqual([
      { gap: 4, before: 4 },
      row(4),
      row(5),
      { gap: 2, before: 8 },
      row(8),
      { gap: 1, before: 10 },
    ])
    expect(renderedItems(3, [0, 3], 1)).toEqual([row(0), row(1), row(2)])
  })
})
