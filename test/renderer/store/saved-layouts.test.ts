import { describe, expect, it } from 'vitest'

import { NO_COMPARISONS, reduceComparisons } from '../../../src/renderer/store/comparison.ts'
import { EMPTY_LAYOUT, type Layout, reduceLayout } from '../../../src/renderer/store/layout.ts'
import {
  layoutNow,
  livingLayout,
  MAX_LAYOUTS,
  parseSavedLayouts,
  type SavedLayout,
  withLayout,
  withoutLayout,
} from '../../../src/renderer/store/saved-layouts.ts'
import type { WindowView } from '../../../src/renderer/store/window-view-store.ts'

const opened = (...agents: readonly string[]): Layout =>
  reduceLayout(EMPTY_LAYOUT, { type: 'open', agents, focus: true })

const saved = (name: string, change: Partial<SavedLayout> = {}): SavedLayout => ({
  ...layoutNow(name, opened('a', 'b', 'c'), NO_COMPARISONS, { type: 'panes' }),
  ...change,
})

const known = (...ids: readonly string[]): ReadonlyMap<string, null> => new Map(ids.map((id) => [id, null]))

describe('a saved layout', () => {
  const VIEWS: readonly WindowView[] = [
    { type: 'panes' },
    { type: 'map' },
    { type: 'changes', subject: { type: 'folder', agentId: 'a' } },
    { type: 'race', agentId: 'a', attempt: null },
    { type: 'race', agentId: 'a', attempt: 'b' },
    { type: 'changes', subject: { type: 'agent', agentId: 'a', scope: { type: 'agent' } } },
  ]

  it.each(VIEWS)('is read as it was stored, with what takes the place of the panes: %o', (view) => {
    const compared = reduceComparisons(NO_COMPARISONS, { type: 'show', agents: ['a', 'b'] })
    const layout = layoutNow('review', opened('a', 'b'), compared, view)
    expect(layout).toMatchObject({ columns: [['a'], ['b']], focused: 'a', compared: ['a', 'b'], view })
    expect(parseSavedLayouts(JSON.parse(JSON.stringify({ layouts: [layout] })))).toEqual({ layouts: [layout] })
  })

  it.each([null, 'text', { layouts: [{ name: '' }] }])('is dropped where it cannot be read: %o', (value) => {
    expect(parseSavedLayouts(value)).toEqual({ layouts: [] })
  })

  it('takes the place of the one with its name, else comes last', () => {
    const both = { layouts: [saved('review'), saved('race')] }
    const again = saved('review', { treeVisible: false })
    expect(withLayout(both, again)).toEqual({ layouts: [again, saved('race')] })
    expect(withLayout(both, saved('third'))?.layouts.map(({ name }) => name)).toEqual(['review', 'race', 'third'])
    expect(withoutLayout(both, 'review')).toEqual({ layouts: [saved('race')] })
  })

  it('is refused when there are too many', () => {
    const full = { layouts: Array.from({ length: MAX_LAYOUTS }, (_, index) => saved(`${index}`)) }
    expect(withLayout(full, saved('one more'))).toBeNull()
    expect(withLayout(full, saved('7'))).not.toBeNull()
  })

  it('opens without the agents that are gone', () => {
    const whole = saved('race', { maximised: 'b', focused: 'b', sizes: { a: 40 }, compared: ['a', 'b'] })
    expect(livingLayout(whole, known('a', 'b', 'c'))).toEqual(whole)
    expect(livingLayout(whole, known('a', 'c'))).toMatchObject({
      columns: [['a'], ['c']],
      focused: 'a',
      maximised: null,
      sizes: {},
      compared: null,
    })
    expect(livingLayout(whole, known('d'))).toBeNull()
    const changes = saved('review', { view: { type: 'changes', subject: { type: 'folder', agentId: 'b' } } })
    expect(livingLayout(changes, known('a'))?.view).toEqual({ type: 'panes' })
    const race = saved('race', { view: { type: 'race', agentId: 'a', attempt: 'c' } })
    expect(livingLayout(race, known('a', 'b', 'c'))?.view).toEqual(race.view)
    expect(livingLayout(race, known('a', 'b'))?.view).toEqual({ type: 'panes' })
  })

  it('takes the place of the panes, which can be reopened', () => {
    const before = reduceLayout(opened('a', 'b', 'c'), { type: 'focus', agentId: 'c' })
    const after = reduceLayout(before, {
      type: 'arrange',
      ...saved('x', { columns: [['d', 'a'], ['e']], focused: 'd' }),
    })
    expect(after).toMatchObject({ columns: [['d', 'a'], ['e']], focused: 'd', recent: ['d', 'a', 'e'] })
    const again = reduceLayout(after, { type: 'reopen' })
    expect(new Set(again.columns.flat())).toEqual(new Set(['a', 'b', 'c', 'd', 'e']))
  })
})
