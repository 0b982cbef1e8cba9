import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import type { FoundSession } from '../../../src/shared/found-session.ts'
import { ok } from '../../../src/shared/result.ts'

const FOUND: readonly FoundSession[] = [
  {
    tool: 'claude-code',
    path: '/home/ana/.claude/projects/-home-ana-app/one.jsonl',
    session: 'one',
    name: 'One pixel',
    folder: '/home/ana/app',
    changedAt: '2026-11-02T09:00:33.000Z',
    bytes: 10_037,
    imported: false,
  },
  {
    tool: 'codex',
    path: '/home/ana/.codex/sessions/2026/11/02/rollout-1.jsonl',
    session: 'two',
    name: 'List the files',
    folder: '/home/ana/app',
    changedAt: '2026-11-02T09:00:23.000Z',
    bytes: 5_074,
    imported: true,
  },
]

interface World {
  note(call: string, input: unknown): void
  newAgent(): string
}

/** Sessions of other tools, found and imported. */
export function previewSessions({ note, newAgent }: World) {
  const os = implement(contract).log
  return {
    findSessions: os.findSessions.handler(() => ok(FOUND)),
    importSessions: os.importSessions.handler(({ input }) => {
      note('log.importSessions', input)
      const agent = newAgent()
      const kept = [{ reason: 'not part of the conversation: queue-operation', count: 8, places: ['line 1'] }]
      const counts = { records: 23, known: 0, asEvents: 15, events: 13, files: 2, kept, notes: [] }
      const facts = { tool: 'claude-code', session: 'one', name: 'One pixel', source: 'one.jsonl' } as const
      return ok({ sessions: [{ ...facts, ...counts, agents: [agent], main: agent }], unread: [] })
    }),
  }
}
