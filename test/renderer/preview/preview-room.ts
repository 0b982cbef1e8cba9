import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import type { HealthStatus } from '../../../src/shared/database-health.ts'
import { DONE, ok } from '../../../src/shared/result.ts'
import type { RoomReport } from '../../../src/shared/room.ts'

const PARTS: RoomReport['parts'] = [
  { kind: 'events', bytes: 812_400_000 },
  { kind: 'search', bytes: 1_240_000_000 },
  { kind: 'hashes', bytes: 131_000_000 },
  { kind: 'files', bytes: 96_300_000 },
  { kind: 'indexes', bytes: 74_000_000 },
  { kind: 'other', bytes: 14_100_000 },
  { kind: 'write_ahead_log', bytes: null },
  { kind: 'tool_output', bytes: 38_200_000 },
  { kind: 'checkpoints', bytes: 5_300 },
  { kind: 'worktrees', bytes: 0 },
]

const REMOVED: RoomReport['removedOutputs'] = {
  files: 12,
  bytes: 2_100_000,
  days: 90,
  lastAt: Date.parse('2026-11-20T08:00:00Z'),
}

const DAMAGED: HealthStatus = {
  isRunning: false,
  checkedAt: Date.parse('2026-11-20T10:02:00Z'),
  damages: [
    { name: 'public.messages', table: 'messages', isIndex: false, problem: 'invalid page in block 17' },
    { name: 'public.messages_pkey', table: 'messages', isIndex: true, problem: 'item order invariant violated' },
  ],
  problem: null,
}

/** Backups that are made at once, a check that finds damage, and a log of two gigabytes. */
export function previewRoom(showHealth: (health: HealthStatus) => void) {
  const os = implement(contract)
  const total = PARTS.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
  return {
    health: {
      check: os.health.check.handler(() => {
        showHealth(DAMAGED)
        return DONE
      }),
    },
    backups: { run: os.backups.run.handler(() => DONE) },
    room: {
      sizes: os.room.sizes.handler(() =>
        ok({ events: 523_104, parts: PARTS, total, unused: 412_000_000, removedOutputs: REMOVED }),
      ),
      free: os.room.free.handler(() => ok({ freed: 400_000_000, left: 12_000_000 })),
    },
  }
}
