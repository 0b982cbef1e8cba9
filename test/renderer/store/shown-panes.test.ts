import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  EMPTY_LAYOUT,
  openAgents,
  reduceLayout,
  type Layout,
  type LayoutAction,
} from '../../../src/renderer/store/layout.ts'
import { hiddenAgents, panesOf, shownColumns, shownTabs } from '../../../src/renderer/store/shown-panes.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const after = (...actions: readonly LayoutAction[]): Layout => actions.reduce(reduceLayout, EMPTY_LAYOUT)
const open = (agents: readonly string[], focus = true): LayoutAction => ({ type: 'open', agents, focus })
const shown = (layout: Layout, fit: number): string => shownColumns(layout, fit).flat().join('')

describe('shownColumns', () => {
  it('shows as many columns as fit, and keeps those that were there when more are opened', () => {
    const layout = after(open(['a', 'b']), open(['c', 'd'], false))
    expect([2, 3, 9].map((fit) => shown(layout, fit))).toEqual(['ab', 'abc', 'abcd'])
    expect(hiddenAgents(layout, shownColumns(layout, 2))).toEqual(['c', 'd'])
  })

  it('shows what is opened beside a pane, in place of those that were not used for longest', () => {
    const beside = (agents: readonly string[]): LayoutAction => ({ type: 'open', agents, focus: false, beside: 'a' })
    const layout = after(open(['a', 'b', 'c']), { type: 'focus', agentId: 'a' }, beside(['d']))
    expect([2, 3].map((fit) => shown(layout, fit))).toEqual(['ad', 'adb'])
    expect(layout.focused).toBe('a')
    expect(shown(after(beside(['d']), beside(['e', 'f'])), 3)).toBe('def')
  })

  it('shows a hidden pane that receives the focus, in place of the one that was not used for longest', () => {
    const layout = after(
      open(['a', 'b', 'c', 'd']),
      { type: 'focus', agentId: 'b' },
      { type: 'focus', agentId: 'a' },
      { type: 'focus', agentId: 'd' },
    )
    expect(shown(layout, 3)).toBe('abd')
  })

  it('always shows the focused pane, and the same columns while the focus moves among them', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const focus = fc.constantFrom(...names).map((agentId) => ({ type: 'focus', agentId }) as const)
    fc.assert(
      fc.property(fc.array(focus), focus, fc.integer({ min: 1, max: 7 }), (before, next, fit) => {
        const layout = after(open(names), ...before)
        const now = shown(layout, fit)
        const then = reduceLayout(layout, next)
        expect(shown(then, fit)).toContain(then.focused)
        expect(shown(then, fit)).toHaveLength(Math.min(fit, names.length))
        expect(now.includes(next.agentId) ? shown(then, fit) : now).toBe(now)
      }),
    )
  })
})

it('gives the place of a tab to the button for the others', () => {
  const layout = after(open(['a', 'b', 'c', 'd']))
  expect([4, 3, 1].map((fit) => shownTabs(layout, fit).join(''))).toEqual(['abcd', 'ab', 'a'])
})

it('closes idle and finished panes apart from others', () => {
  const agents = new Map<string, AgentSummary>(
    [
      agentSummary({ id: 'new', activity: { type: 'idle' } }),
      agentSummary({ id: 'answered', activity: { type: 'idle' }, lastMessageId: 7 }),
      agentSummary({ id: 'killed', activity: { type: 'idle' }, status: 'killed' }),
      agentSummary({ id: 'busy', activity: { type: 'tools' }, lastMessageId: 9 }),
    ].map((agent) => [agent.id, agent]),
  )
  const layout = after(open([...agents.keys()]), { type: 'focus', agentId: 'busy' })
  expect(openAgents(layout)).toHaveLength(4)
  const closed = (['others', 'idle', 'finished', 'all'] as const).map((group) => panesOf(group, layout, agents))
  expect(closed).toEqual([
    ['new', 'answered', 'killed'],
    ['new', 'answered'],
    ['answered', 'killed'],
    ['new', 'answered', 'killed', 'busy'],
  ])
})
