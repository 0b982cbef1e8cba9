import { describe, expect, it } from 'vitest'

import {
  EMPTY_LAYOUT,
  openAgents,
  parseLayout,
  reduceLayout,
  type Layout,
  type LayoutAction,
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
      { type: 'close', agentId: 'b' },
    )
    expect([openAgents(layout), layout.focused, layout.recent]).toEqual([['a', 'c'], 'c', ['c', 'a']])
  })

  it('forgets the focus with the last pane', () => {
    expect(after(open(['a']), { type: 'close', agentId: 'a' })).toEqual(EMPTY_LAYOUT)
  })

  it('fills the centre with the pane that is focused next', () => {
    const layout = after(open(['a', 'b']), { type: 'toggle_maximised', agentId: 'a' }, { type: 'focus', agentId: 'b' })
    expect(layout.maximised).toBe('b')
  })

  it('keeps the width of the tree when panes come and go', () => {
    const layout = after({ type: 'resize_tree', width: 20 }, open(['a']), { type: 'close', agentId: 'a' })
    expect(layout.treeWidth).toBe(20)
  })

  it('drops panes whose agents are gone', () => {
    const layout = after(open(['a', 'b']), { type: 'keep_only', known: new Set(['b']) })
    expect([openAgents(layout), layout.focused]).toEqual([['b'], 'b'])
  })
})

describe('parseLayout', () => {
  it('reads what was kept and refuses anything else', () => {
    const layout = after(open(['a', 'b']))
    expect(parseLayout(JSON.parse(JSON.stringify(layout)))).toEqual(layout)
    expect([parseLayout(null), parseLayout({ columns: [[]] }), parseLayout('x')]).toEqual([null, null, null])
  })
})
