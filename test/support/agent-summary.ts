import { newAttributes } from '../../src/shared/agent-attributes.ts'
import type { AgentRecord, AgentSummary } from '../../src/shared/agent-summary.ts'
import { NO_TOTALS } from '../../src/shared/usage-totals.ts'

/** Returns a root agent without a name and without a model, with the given fields replaced. */
export function agentRecord(fields: Partial<AgentRecord> = {}): AgentRecord {
  return {
    ...newAttributes(),
    ...NO_TOTALS,
    id: 'a',
    name: '',
    parentId: null,
    forkEventId: null,
    forkFromId: null,
    choice: null,
    createdAt: '2026-11-20T12:00:00.000Z',
    unreadMail: 0,
    ...fields,
  }
}

/** Returns an idle root agent called Poet, with the given fields replaced. */
export function agentSummary(fields: Partial<AgentSummary> = {}): AgentSummary {
  return {
    ...agentRecord({
      id: '8f14e45f-ceea-467f-9c4b-1d2e3f4a5b6c',
      name: 'Poet',
      choice: { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'none' },
    }),
    activity: { type: 'idle' },
    ...fields,
  }
}
