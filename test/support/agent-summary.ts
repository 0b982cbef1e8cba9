import type { AgentSummary } from '../../src/shared/agent-summary.ts'
import { NO_TOTALS } from '../../src/shared/usage-totals.ts'

/** Returns an idle root agent called Poet, with the given fields replaced. */
export function agentSummary(fields: Partial<AgentSummary> = {}): AgentSummary {
  return {
    id: '8f14e45f-ceea-467f-9c4b-1d2e3f4a5b6c',
    name: 'Poet',
    parentId: null,
    forkEventId: null,
    forkFromId: null,
    choice: { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'none' },
    status: 'running',
    createdAt: '2026-11-20T12:00:00.000Z',
    endedAt: null,
    ...NO_TOTALS,
    unreadMail: 0,
    wakeOnMail: false,
    queuedPrompts: 0,
    activity: { type: 'idle' },
    ...fields,
  }
}
