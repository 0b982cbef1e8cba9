import { describe, expect, it } from 'vitest'

import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { treeRows } from '../../../src/renderer/store/tree-rows.ts'
import { rootActivity, rootOrder } from '../../../src/renderer/tree/root-order.ts'
import { groupedRows, groupOf, isGroupRow, rowId } from '../../../src/renderer/tree/row-groups.ts'
import { treeKeyAction } from '../../../src/renderer/tree/tree-keys.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const NOW = new Date(2026, 10, 25, 15).getTime()

/** In the local time zone, as days are. */
const at = (day: number, hour = 12) => new Date(2026, 10, day, hour).toISOString()

const agent = (id: string, fields: Partial<AgentSummary>) => agentSummary({ id, name: id, createdAt: at(1), ...fields })
const AGENTS = [
  agent('old', { folder: '/code/shop' }),
  agent('dropped', { archived: true, folder: '/code/shop', lastActivityAt: at(25) }),
  agent('midnight', { folder: '/code/notes', lastActivityAt: at(25, 0) }),
  agent('late', { folder: '/code/shop', lastActivityAt: at(24, 23) }),
  agent('week', { createdAt: at(18) }),
  agent('kept', { pinned: true, folder: '/code/notes' }),
  agent('child', { parentId: 'old', folder: '/code/shop/wt', lastActivityAt: at(25, 9) }),
]

function grouped(grouping: 'folder' | 'date', ...collapsed: readonly string[]) {
  const activity = rootActivity(AGENTS)
  const rows = treeRows(AGENTS, new Set(collapsed), rootOrder(AGENTS, activity))
  return groupedRows(rows, (root) => groupOf(root, { grouping, activity, now: NOW }), new Set(collapsed))
}

const press = (current: string, key: string, ...collapsed: readonly string[]) =>
  treeKeyAction(grouped('date', ...collapsed), current, {
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: key === 'Shift+ArrowDown',
  })

describe('groupedRows', () => {
  it('groups roots by the local day of the last activity in their subtree, between pinned and archived ones', () => {
    expect(grouped('date').map((row) => `${row.level} ${rowId(row)}`)).toEqual([
      '1 group:pinned',
      '2 kept',
      '1 group:today',
      '2 old',
      '3 child',
      '2 midnight',
      '1 group:yesterday',
      '2 late',
      '1 group:lastWeek',
      '2 week',
      '1 group:archive',
      '2 dropped',
    ])
  })

  it('groups by the folder of the root, the folder with the newest activity first', () => {
    expect(
      grouped('folder')
        .filter(isGroupRow)
        .map(({ groupId, agents }) => [groupId, agents]),
    ).toEqual([
      ['group:pinned', 1],
      ['group:folder:/code/shop', 2],
      ['group:folder:/code/notes', 1],
      ['group:folder:', 1],
      ['group:archive', 1],
    ])
  })

  it('leaves out the rows of a collapsed group, and counts positions within a group', () => {
    const rows = grouped('date', 'group:today')
    expect(rows.map(rowId)).not.toContain('child')
    expect(rows.find((row) => rowId(row) === 'late')).toMatchObject({ position: 1, siblings: 1 })
    expect(rows.find(isGroupRow)).toMatchObject({ position: 1, siblings: 5, expanded: true })
  })

  it('is used with the keys of a tree', () => {
    expect(press('kept', 'ArrowDown')).toEqual({ type: 'choose', rowId: 'group:today' })
    expect(press('old', 'ArrowLeft', 'old')).toEqual({ type: 'choose', rowId: 'group:today' })
    expect(press('group:today', 'ArrowLeft')).toEqual({ type: 'toggle', rowId: 'group:today' })
    expect(press('group:today', 'ArrowRight')).toEqual({ type: 'choose', rowId: 'old' })
    expect(press('group:today', 'Enter', 'group:today')).toEqual({ type: 'toggle', rowId: 'group:today' })
    expect([press('group:today', 'Delete'), press('group:today', 'F2')]).toEqual([null, null])
  })
})
