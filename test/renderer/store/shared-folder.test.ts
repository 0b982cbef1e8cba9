import { expect, it } from 'vitest'

import { otherInFolder } from '../../../src/renderer/store/shared-folder.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { NO_TOTALS } from '../../../src/shared/usage-totals.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const NOW = Date.UTC(2026, 10, 27, 12)
const HOUR_MS = 3_600_000
const at = (hours: number): string => new Date(NOW - hours * HOUR_MS).toISOString()
const USED = { ...NO_TOTALS, usage: { ...NO_TOTALS.usage, totalTokens: 100 } }

const fresh = agentSummary({ id: 'fresh', folder: '/shop', createdAt: at(0), ...NO_TOTALS })
const other = (change: Partial<AgentSummary> = {}): AgentSummary =>
  agentSummary({ id: 'other', folder: '/shop', createdAt: at(3), lastActivityAt: at(1), ...USED, ...change })

const found = (agent: AgentSummary, ...others: readonly AgentSummary[]): string | null =>
  otherInFolder(agent, new Map([agent, ...others].map((each) => [each.id, each])), NOW)?.id ?? null

it('is an agent that worked there lately, one that works now before others', () => {
  expect(found(fresh, other())).toBe('other')
  const busy = other({ id: 'busy', activity: { type: 'streaming' }, lastActivityAt: at(40) })
  expect(found(fresh, other(), busy)).toBe('busy')
})

it.each<[string, Partial<AgentSummary>]>([
  ['in another folder', { folder: '/docs' }],
  ['that was there yesterday', { lastActivityAt: at(20) }],
  ['that has not begun either', NO_TOTALS],
  ['that was killed', { status: 'killed' }],
  ['that is archived', { archived: true }],
])('is no agent %s', (_, change) => {
  expect(found(fresh, other(change))).toBeNull()
})

it.each<[string, Partial<AgentSummary>]>([
  ['has begun', USED],
  ['has a worktree', { worktree: 'ikigai/fix-1' }],
  ['is at work', { activity: { type: 'streaming' } }],
])('is nobody for an agent that %s', (_, change) => {
  expect(found({ ...fresh, ...change }, other())).toBeNull()
})
