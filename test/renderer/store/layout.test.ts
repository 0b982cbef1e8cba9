import { describe, expect, it } from 'vitest'

import {
  EMPTY_LAYOUT,
  type Layout,
  type LayoutAction,
  openAgents,
  parseLayout,
  reduceLayout,
  stepOf,
} from '../../../src/renderer/store/layout.ts'

const after = (...actions: readonly LayoutAction[]): Layout => actions.reduce(reduceLayout, EMPTY_LAYOUT)
const open = (agents: readonly string[], focus = true, beside?: string): LayoutAction => ({
  type: 'open',
  agents,
  focus,
  ...(beside === undefined ? {} : { beside }),
})

describe('reduceLayout', () => {
  it('opens children right of their parent and leaves the focus where it is', () => {
    const layout = after(open(['a', 'z']), open(['b', 'c'], false, 'a'))
    expect([openAgents(layout), layout.focused]).toEqual([['a', 'b', 'c', 'z'], 'a'])
  })

  it('focuses an agent that is open already instead of opening it twice', () => {
    const layout = after(open(['a', 'b']), open(['b']))
    expect([openAgents(layout), layout.focused]).toEqual([['a', 'b'], 'b'])
  })

  it('shows an agent in place of the focused pane, in its size', () => {
    const layout = after(
      open(['a', 'b']),
      { type: 'resize', sizes: { 'column:a': 30, 'column:b': 70 } },
      { type: 'show', agentId: 'c' },
    )
    expect([layout.columns, layout.focused, layout.sizes]).toEqual([
      [['c'], ['b']],
      'c',
      { 'column:c': 30, 'column:b': 70 },
    ])
  })

  it('gives the focus of a closed pane to the one that had it before', () => {
    const layout = after(
      open(['a', 'b', 'c']),
      { type: 'focus', agentId: 'c' },
      { type: 'focus', agentId: 'b' },
      { type: 'close', agents: ['b'] },
    )
    expect([openAgents(layout), layout.focused, layout.recent]).toEqual([['a', 'c'], 'c', ['c', 'a']])
  })

  it('forgets the focus with the last pane', () => {
    expect(after(open(['a']), { type: 'close', agents: ['a'] })).toEqual({ ...EMPTY_LAYOUT, closed: [['a']] })
  })

  it('fills the centre with the pane that is focused next', () => {
    const layout = after(open(['a', 'b']), { type: 'toggle_maximised', agentId: 'a' }, { type: 'focus', agentId: 'b' })
    expect(layout.maximised).toBe('b')
  })

  it('keeps the width of the tree when panes come and go', () => {
    const layout = after({ type: 'resize_tree', width: 20 }, open(['a']), { type: 'close', agents: ['a'] })
    expect(layout.treeWidth).toBe(20)
  })

  it('drops panes whose agents are gone', () => {
    const layout = after(open(['a', 'b']), { type: 'keep_only', known: new Set(['b']) })
    expect([openAgents(layout), layout.focused]).toEqual([['b'], 'b'])
  })

  it('reopens the panes that were closed last, in their places', () => {
    const closed = after(open(['a', 'b', 'c', 'd']), { type: 'close', agents: ['a', 'c'] })
    expect(openAgents(closed)).toEqual(['b', 'd'])
    const reopened = [open(['e']), { type: 'reopen' } as const].reduce(reduceLayout, closed)
    expect([openAgents(reopened), reopened.closed, reopened.focused]).toEqual([['a', 'b', 'c', 'd', 'e'], [], 'e'])
  })

  it('gives the focus to the pane that was used last when all are reopened', () => {
    const all = after(
      open(['a', 'b']),
      { type: 'focus', agentId: 'b' },
      { type: 'close', agents: ['a', 'b'] },
      { type: 'reopen' },
    )
    expect([openAgents(all), all.focused]).toEqual([['a', 'b'], 'a'])
  })

  it('does not reopen an agent that is gone', () => {
    const layout = after(
      open(['a', 'b']),
      { type: 'close', agents: ['a', 'b'] },
      { type: 'keep_only', known: new Set(['b']) },
      { type: 'reopen' },
    )
    expect(openAgents(layout)).toEqual(['b'])
  })
})

describe('placing panes', () => {
  const place = (agentId: string, target: string, side: 'left' | 'right' | 'above' | 'below'): LayoutAction => ({
    type: 'place',
    agentId,
    target,
    side,
  })

  it('puts a pane beside another one, or into its column', () => {
    const columns = (...actions: readonly LayoutAction[]) => after(open(['a', 'b', 'c']), ...actions).columns
    expect(columns(place('c', 'a', 'left'))).toEqual([['c'], ['a'], ['b']])
    expect(columns(place('a', 'c', 'right'))).toEqual([['b'], ['c'], ['a']])
    expect(columns(place('c', 'a', 'above'))).toEqual([['c', 'a'], ['b']])
    expect(columns(place('a', 'b', 'below'))).toEqual([['b', 'a'], ['c']])
    expect(columns(place('a', 'b', 'below'), place('a', 'b', 'right'))).toEqual([['b'], ['a'], ['c']])
  })

  it('keeps the widths of columns whose order changes, and no others', () => {
    const sizes = { 'column:a': 20, 'column:b': 30, 'column:c': 50 }
    const sized = after(open(['a', 'b', 'c']), { type: 'resize', sizes })
    expect(reduceLayout(sized, place('c', 'a', 'left')).sizes).toEqual(sizes)
    expect(reduceLayout(sized, place('c', 'a', 'above')).sizes).toEqual({})
  })

  it('leaves everything where it is when a pane is dropped on itself or its target is not open', () => {
    const before = after(open(['a', 'b']))
    expect(reduceLayout(before, place('a', 'a', 'below'))).toBe(before)
    expect(reduceLayout(before, place('a', 'x', 'below'))).toBe(before)
  })

  it('opens below a pane, in its column', () => {
    expect(after(open(['a', 'b']), { type: 'open', agents: ['c'], focus: true, below: 'a' }).columns).toEqual([
      ['a', 'c'],
      ['b'],
    ])
  })

  it('steps out of a stack first, then past the neighbour', () => {
    const stacked = after(open(['a', 'b', 'c']), place('b', 'a', 'below'))
    expect(stepOf(stacked, 'b', 'right')).toEqual({ target: 'a', side: 'right' })
    expect(stepOf(stacked, 'b', 'up')).toEqual({ target: 'a', side: 'above' })
    expect(stepOf(stacked, 'c', 'left')).toEqual({ target: 'a', side: 'left' })
    expect(stepOf(stacked, 'c', 'right')).toBeNull()
    expect(stepOf(stacked, 'c', 'down')).toBeNull()
  })
})

describe('parseLayout', () => {
  it('reads what was kept and refuses anything else', () => {
    const layout = after(open(['a', 'b']))
    expect(parseLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout)
    const { closed, ...older } = layout
    expect([parseLayout(older), closed]).toEqual([layout, []])
    expect([parseLayout(null), parseLayout({ columns: [[]] }), parseLayout('x')]).toEqual([null, null, null])
  })
})
