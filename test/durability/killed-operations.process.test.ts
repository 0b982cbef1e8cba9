import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { installedPrograms } from '../../src/main/adapters/storage/embedded/installed-programs.ts'
import { fillCrashedLog } from '../adapters/storage/support/crashed-log.ts'
import { postmasterOf, signal } from '../soak/database-processes.ts'
import { makeOlderDatabase, useOlderDatabase as withOlderDatabase } from '../support/older-database.ts'
import { type FinishedProcess, jsonLines, makeWorkspace, runIkigai, startIkigai } from '../support/run-ikigai.ts'
import type { Workspace } from '../support/run-ikigai.ts'
import { seededRandom } from '../support/seeded-random.ts'

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

/** `npm test` runs a few cells of the table; `IKIGAI_KILL_CELLS=all` runs all. */
const RUNS_ALL = process.env['IKIGAI_KILL_CELLS'] === 'all'
const SEED = Number(process.env['IKIGAI_KILL_SEED'] ?? Date.now())
/** Long texts, so that an operation takes long enough to be hit. */
const TEXT = 'All work and no play makes for a long log. '.repeat(40)
const [OLD_EVENTS, NEW_EVENTS] = [1_000, 4_000]
/** Programs of an older PostgreSQL; null: none is installed, and nothing is upgraded. */
const OLDER = [15, 16, 17].map((major) => installedPrograms(major, null)).find((found) => found !== null) ?? null

/** A data directory of its own for each cell. */
interface Place {
  readonly folder: string
  readonly data: string
  readonly environment: Readonly<Record<string, string>>
}

interface Operation {
  /** Makes the data directory what it is before the operation; missing: a log with events. */
  readonly prepare?: (place: Place) => Promise<void>
  readonly args: (place: Place) => readonly string[]
  /** What the command prints only when it is done. */
  readonly claim: RegExp
  /** Numbers of events in the log before and after. */
  readonly events: readonly [number, number]
  /** Fails if the operation was not done whole; for what the number of events does not say. */
  readonly check?: (place: Place) => Promise<void>
  /** What a second run says if the first one was done after all. */
  readonly doneBefore?: RegExp
}

let workspace: Workspace
let agent = ''
let places = 0
const random = seededRandom(SEED)

const run = (place: Place, ...args: readonly string[]): Promise<FinishedProcess> => runIkigai(args, place.environment)

async function expectVerified(place: Place, ...args: readonly string[]): Promise<void> {
  const { code, stderr } = await run(place, 'verify', ...args)
  expect([code, stderr]).toEqual([0, expect.any(String)])
}

const OPERATIONS: Readonly<Record<string, Operation>> = {
  'an import': {
    args: () => ['import', join(workspace.directory, 'new.jsonl')],
    claim: /Imported 1 agent/,
    events: [OLD_EVENTS, OLD_EVENTS + NEW_EVENTS],
  },
  'a backup': {
    args: ({ folder }) => ['backup', join(folder, 'backup')],
    claim: /Backed up/,
    events: [OLD_EVENTS, OLD_EVENTS],
    check: (place) => expectVerified(place, join(place.folder, 'backup')),
  },
  'a restore': {
    prepare: ({ data }) => rm(data, { recursive: true }),
    args: () => ['restore', join(workspace.directory, 'whole')],
    claim: /Restored/,
    events: [0, OLD_EVENTS],
    doneBefore: /The database is not empty/,
  },
  'removing what was redacted': {
    args: () => ['redact', agent, '--yes'],
    claim: /[Rr]edacted|[Rr]emoved/,
    // With the event that says what was removed, when and by whom.
    events: [OLD_EVENTS, OLD_EVENTS + 1],
    check: async (place) => expect((await run(place, 'export')).stdout).not.toContain(TEXT),
    doneBefore: /redacted already/,
  },
  'an upgrade': {
    async prepare({ data }) {
      if (OLDER === null) return
      await rm(data, { recursive: true })
      await mkdir(data, { mode: 0o711 })
      await makeOlderDatabase(data, OLDER)
      await withOlderDatabase(data, { programs: OLDER, keepsCopy: true }, fillCrashedLog)
    },
    args: () => ['upgrade', '--yes'],
    claim: /Upgraded to PostgreSQL/,
    // With the turn that was cut off, which the first engine records.
    events: [4, 4],
    doneBefore: /There is nothing to do/,
  },
}

const VICTIMS = ['ikigai', 'the database', 'both'] as const
/** In parts of the time that the operation takes undisturbed. */
const MOMENTS = { 'at its beginning': [0.05, 0.4], 'in the middle': [0.4, 0.7], 'towards its end': [0.7, 1] } as const

type Cell = readonly [operation: string, victim: (typeof VICTIMS)[number], moment: keyof typeof MOMENTS]

const CELLS: readonly Cell[] = Object.keys(OPERATIONS)
  .filter((name) => OLDER !== null || name !== 'an upgrade')
  .flatMap((name) =>
    VICTIMS.flatMap((victim) =>
      (['at its beginning', 'in the middle', 'towards its end'] as const).map((moment): Cell => [name, victim, moment]),
    ),
  )
const SOME: readonly Cell[] = [
  ['an import', 'the database', 'in the middle'],
  ['a restore', 'both', 'in the middle'],
  ['a backup', 'ikigai', 'towards its end'],
]

const durations = new Map<string, number>()

function logFile(events: number): string {
  const lines = Array.from({ length: events }, (_, index) => ({
    id: index + 1,
    agent_uuid: 'f3b1f6f0-0000-4000-8000-000000000001',
    turn_id: null,
    kind: 'user',
    content: `${index} ${TEXT}`,
    data: null,
    created_at: '2026-01-02T03:04:05.678Z',
  }))
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}

beforeAll(async () => {
  workspace = await makeWorkspace()
  const old = join(workspace.directory, 'old.jsonl')
  await writeFile(old, logFile(OLD_EVENTS))
  await writeFile(join(workspace.directory, 'new.jsonl'), logFile(NEW_EVENTS))
  const imported = await runIkigai(['import', old], workspace.environment)
  agent = imported.stdout.trim()
  const backup = await runIkigai(['backup', join(workspace.directory, 'whole')], workspace.environment)
  if (imported.code !== 0 || backup.code !== 0) throw new Error(imported.stderr + backup.stderr)
})
afterAll(() => workspace.remove())

async function makePlace({ prepare }: Operation): Promise<Place> {
  const folder = join(workspace.directory, `place-${++places}`)
  const data = join(folder, 'data')
  await mkdir(folder, { mode: 0o711 })
  // Node's cp does not keep the owner, and as root the database's files belong to another user.
  await promisify(execFile)('cp', ['-a', join(workspace.directory, 'data'), data])
  const place = { folder, data, environment: { ...workspace.environment, IKIGAI_DATA_DIR: data } }
  await prepare?.(place)
  return place
}

/** How long it takes undisturbed, ms. */
async function durationOf(name: string, operation: Operation): Promise<number> {
  const known = durations.get(name)
  if (known !== undefined) return known
  const place = await makePlace(operation)
  const began = performance.now()
  const { code, stderr, stdout } = await run(place, ...operation.args(place))
  expect([code, stdout + stderr]).toEqual([0, expect.stringMatching(operation.claim)])
  const duration = performance.now() - began
  durations.set(name, duration)
  await rm(place.folder, { recursive: true })
  return duration
}

async function countEvents(place: Place): Promise<number> {
  const { code, stdout, stderr } = await run(place, 'export')
  expect([code, stderr.match(/TypeError|^\s+at /m)]).toEqual([0, null])
  return jsonLines(stdout).filter(({ agent_uuid: owner, kind }) => owner !== undefined && kind !== undefined).length
}

it.each(RUNS_ALL ? CELLS : SOME)(
  `kill -9 during %s, of %s, %s, loses nothing, and nothing is claimed that was not done (seed ${SEED})`,
  async (name, victim, moment) => {
    const operation = OPERATIONS[name]
    if (operation === undefined) throw new Error(name)
    const duration = await durationOf(name, operation)
    const place = await makePlace(operation)
    const running = startIkigai(operation.args(place), place.environment)
    const [from, to] = MOMENTS[moment]
    await delay(duration * (from + random() * (to - from)))
    if (victim !== 'the database') running.child.kill('SIGKILL')
    if (victim !== 'ikigai') signal(postmasterOf(place.data), 'SIGKILL')
    const killed = await running.finished
    const said = killed.stdout + killed.stderr
    const claimed = operation.claim.test(said)
    expect(said).not.toMatch(/TypeError|^\s+at /m)
    // A command that lives on says either that it is done, or that it failed.
    expect(killed.signal === 'SIGKILL' || claimed === (killed.code === 0)).toBe(true)

    if (name === 'an upgrade' && !claimed) await run(place, ...operation.args(place))
    const [before, after] = operation.events
    const found = await countEvents(place)
    expect(claimed ? [after] : [before, after]).toContain(found)
    // What was said not to be there is not there.
    expect(/Nothing was restored|Nothing of this was saved/.test(said) && found === after && before !== after).toBe(
      false,
    )
    await expectVerified(place)
    if (claimed) await operation.check?.(place)
    // It can be done again, or was done.
    const again = await run(place, ...operation.args(place))
    const isDone = again.code === 0 || (operation.doneBefore?.test(again.stderr) ?? false)
    expect([isDone, again.stderr]).toEqual([true, expect.any(String)])
    await operation.check?.(place)
    await expectVerified(place)
    await rm(place.folder, { recursive: true, force: true })
  },
)
