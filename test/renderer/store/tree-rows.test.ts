import { describe, expect, it } from 'vitest'

import { agentPath, treeRows } from '../../../src/renderer/store/tree-rows.ts'
import { treeKeyAction } from '../../../src/renderer/tree/tree-keys.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { agentSummary } from '../../support/agent-summary.ts'

function agent(id: string, parentId: string | null, totalTokens = 0): AgentSummary {
  return agentSummary({
    id,
    name: id,
    parentId,
    choice: null,
    createdAt: `2026-01-01T00:00:0${id.length}.000Z`,
    usage: { inputTokens: totalTokens, outputTokens: 0, thinkingTokens: 0, cachedTokens: 0, totalTokens },
  })
}

/** a ─ aa ─ aaa, a ─ ab, and b. */
const AGENTS = [
  agent('b', null, 7),
  agent('a', null, 1),
  agent('ab', 'a', 2),
  agent('aa', 'a', 4),
  agent('aaa', 'aa', 8),
]
const rows = (...collapsed: readonly string[]) => treeRows(AGENTS, new Set(collapsed))

describe('treeRows', () => {
  it('lists parents before their children, older siblings first, with tokens of the whole subtree', () => {
    expect(
      rows().map((row) => [row.agent.id, row.level, row.position, row.siblings, row.subtree.usage.totalTokens]),
    ).toEqual([
      ['a', 1, 1, 2, 15],
      ['aa', 2, 1, 2, 12],
      ['aaa', 3, 1, 1, 8],
      ['ab', 2, 2, 2, 2],
      ['b', 1, 2, 2, 7],
    ])
  })

  it('hides what is folded away and still counts it', () => {
    expect(
      rows('a').map((row) => [row.agent.id, row.hasChildren, row.expanded, row.subtree.usage.totalTokens]),
    ).toEqual([
      ['a', true, false, 15],
      ['b', false, false, 7],
    ])
  })

  it('shows an agent whose parent is not there as a root', () => {
    expect(treeRows([agent('x', 'gone')], new Set()).map((row) => [row.agent.id, row.level])).toEqual([['x', 1]])
  })

  it('counts what is folded into the row of another version, and says how many there are', () => {
    const versions = { place: 'a:1', count: 3, index: 2, isOpen: false, before: 'b', after: 'c' }
    const kept = new Map(AGENTS.filter(({ id }) => !id.startsWith('aa')).map((each) => [each.id, each]))
    const folded = treeRows(AGENTS, new Set(), [], { agents: kept, rows: new Map([['ab', versions]]) })
    expect(folded.map((row) => [row.agent.id, row.subtree.usage.totalTokens, row.versions?.count])).toEqual([
      ['a', 15, undefined],
      ['ab', 2, 3],
      ['b', 7, undefined],
    ])
  })

  it.each<readonly [string, readonly (readonly string[])[], readonly string[]]>([
    ['no comparison', [], ['a', 'aa', 'ab', 'ac', 'ad']],
    ['the order of its columns', [['ad', 'aa', 'ac']], ['a', 'ad', 'ab', 'aa', 'ac']],
    [
      'the columns of the newest',
      [
        ['ac', 'ab'],
        ['ab', 'ac'],
      ],
      ['a', 'aa', 'ac', 'ab', 'ad'],
    ],
    ['columns of elsewhere', [['x', 'ab', 'y', 'aa']], ['a', 'ab', 'aa', 'ac', 'ad']],
    ['a parent among its columns', [['a', 'ac', 'ab']], ['a', 'aa', 'ac', 'ab', 'ad']],
  ])('lists siblings with %s', (_what, comparisons, expected) => {
    const siblings = [agent('a', null), ...['ad', 'ac', 'ab', 'aa'].map((id) => agent(id, 'a'))]
    expect(treeRows(siblings, new Set(), [], null, comparisons).map((row) => row.agent.id)).toEqual(expected)
  })

  it('takes a chain of forks that is ten thousand deep', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) =>
      agent(`n${index}`, index === 0 ? null : `n${index - 1}`, 1),
    )
    expect(treeRows(chain, new Set())[0]?.subtree.usage.totalTokens).toBe(10_000)
  })
})

it('names the path from the root', () => {
  expect(agentPath(new Map(AGENTS.map((each) => [each.id, each])), 'aaa').map((each) => each.id)).toEqual([
    'a',
    'aa',
    'aaa',
  ])
})

describe('treeKeyAction', () => {
  const press = (current: string, key: string, ctrlKey = false, ...collapsed: readonly string[]) =>
    treeKeyAction(rows(...collapsed), current, { key, ctrlKey, metaKey: false, altKey: false, shiftKey: false })

  it('moves through the visible rows', () => {
    expect(press('aa', 'ArrowDown')).toEqual({ type: 'choose', rowId: 'aaa' })
    expect(press('a', 'ArrowDown', false, 'a')).toEqual({ type: 'choose', rowId: 'b' })
    expect(press('a', 'ArrowUp')).toBeNull()
    expect(press('a', 'End')).toEqual({ type: 'choose', rowId: 'b' })
  })

  it('opens and closes with right and left, then goes to the child and the parent', () => {
    expect(press('a', 'ArrowRight', false, 'a')).toEqual({ type: 'toggle', rowId: 'a' })
    expect(press('a', 'ArrowRight')).toEqual({ type: 'choose', rowId: 'aa' })
    expect(press('aa', 'ArrowLeft')).toEqual({ type: 'toggle', rowId: 'aa' })
    expect(press('aaa', 'ArrowLeft')).toEqual({ type: 'choose', rowId: 'aa' })
  })

  it('opens and closes the versions that share a row', () => {
    const at = (isOpen: boolean, key: string) => {
      const [row] = rows('a')
      const versions = { place: 'a:1', count: 3, index: 2, isOpen, before: null, after: null }
      const pressed = { key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
      return row === undefined ? null : treeKeyAction([{ ...row, versions }], 'a', pressed)
    }
    const toggles = { type: 'versions', agentId: 'a', place: 'a:1' }
    expect([at(false, 'ArrowRight'), at(true, 'ArrowLeft')]).toEqual([toggles, toggles])
    expect(at(true, 'ArrowRight')).toEqual({ type: 'toggle', rowId: 'a' })
  })

  it('opens with Enter, beside with Mod+Enter, renames with F2', () => {
    expect(press('b', 'Enter')).toEqual({ type: 'open', agentId: 'b', beside: false })
    expect(press('b', 'Enter', true)).toEqual({ type: 'open', agentId: 'b', beside: true })
    expect(press('b', 'F2')).toEqual({ type: 'rename', agentId: 'b' })
  })
})
