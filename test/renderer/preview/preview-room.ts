import { implement } from '@orpc/server'

import { contract } from '../../../src/shared/contract.ts'
import type { HealthStatus } from '../../../src/shared/database-health.ts'
import { ENGINE_SENTENCES } from '../../../src/shared/engine-sentences.ts'
import type { UpdateState } from '../../../src/shared/app-update.ts'
import type { MachineFact } from '../../../src/shared/machine-facts.ts'
import { DONE, ok, refuse } from '../../../src/shared/result.ts'
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

const FOUND = { state: 'ok', found: null, problem: null, command: null } as const
/** A new machine: no key, no bubblewrap, no keychain. */
const MACHINE: readonly MachineFact[] = [
  { ...FOUND, name: 'keys', state: 'error', command: 'export ANTHROPIC_API_KEY=KEY' },
  { ...FOUND, name: 'model', state: 'warning' },
  { ...FOUND, name: 'folder', found: '/home/ada/ikigai' },
  {
    ...FOUND,
    name: 'sandbox',
    state: 'warning',
    problem: ENGINE_SENTENCES.noBubblewrap,
    command: 'sudo apt install bubblewrap',
  },
  {
    ...FOUND,
    name: 'keychain',
    state: 'warning',
    problem: ENGINE_SENTENCES.noKeychain,
    command: 'sudo apt install gnome-keyring',
  },
  { ...FOUND, name: 'database', found: ENGINE_SENTENCES.embedded },
  { ...FOUND, name: 'node', found: '24.21.0' },
  { ...FOUND, name: 'disk', found: '48300000000' },
  { ...FOUND, name: 'version', found: '0.2.0' },
]

const UPDATE: UpdateState = {
  version: '0.2.0',
  channel: 'stable',
  way: 'npm',
  phase: 'idle',
  newest: null,
  checkedAt: null,
  refusal: null,
  command: null,
}

/** Found by a check. */
const NEWER: UpdateState = { ...UPDATE, way: 'app', newest: '0.3.0', checkedAt: Date.UTC(2026, 10, 22, 9) }

/** Backups that are made at once, a check that finds damage, and a log of two gigabytes. */
export function previewRoom(
  note: (name: string, input: unknown) => unknown,
  showHealth: (health: HealthStatus) => void,
) {
  const os = implement(contract)
  let update = UPDATE
  const total = PARTS.reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)
  return {
    health: {
      check: os.health.check.handler(() => {
        showHealth(DAMAGED)
        return DONE
      }),
      machine: os.health.machine.handler(() => MACHINE),
    },
    updates: {
      state: os.updates.state.handler(() => update),
      check: os.updates.check.handler(() => {
        update = NEWER
        return update
      }),
      install: os.updates.install.handler(({ input }) => {
        note('updates.install', input)
        return input.whileRunning
          ? ok(update)
          : refuse('2 agents still run. Wait until they are done, or restart nevertheless.')
      }),
      news: os.updates.news.handler(() => ({ version: '0.2.0', lines: ['Races of models.', 'A map of the tree.'] })),
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
