import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'

import { plainClient } from '../adapters/storage/support/test-storage.ts'
import { postmasterOf, signal } from '../soak/database-processes.ts'
import { makeWorkspace, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

const MB = 1024 * 1024
const EVENTS = 12_000
const TEXT = 'All work and no play makes for a long log. '.repeat(40)

let workspace: Workspace
let data = ''

beforeAll(async () => {
  workspace = await makeWorkspace()
  data = join(workspace.directory, 'data')
  const lines = Array.from({ length: EVENTS }, (_, index) => ({
    id: index + 1,
    agent_uuid: 'f3b1f6f0-0000-4000-8000-000000000001',
    turn_id: null,
    kind: 'user',
    content: `${index} ${TEXT}`,
    data: null,
    created_at: '2026-01-02T03:04:05.678Z',
  }))
  await writeFile(join(workspace.directory, 'new.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
})

afterAll(() => workspace?.remove())

const sizesSchema = z.object({
  events: z.number(),
  unused: z.number(),
  parts: z.array(z.object({ kind: z.string(), bytes: z.number().nullable() })),
})
type Sizes = z.infer<typeof sizesSchema>

async function readSizes(...args: readonly string[]): Promise<Sizes> {
  const { code, stdout, stderr } = await runIkigai(['size', '--json', ...args], workspace.environment)
  expect([code, stderr]).toEqual([0, expect.any(String)])
  return sizesSchema.parse(JSON.parse(stdout))
}

/** Bytes in the database without the write-ahead log. */
const stored = ({ parts }: Sizes): number =>
  parts.filter(({ kind }) => kind !== 'write_ahead_log').reduce((sum, { bytes }) => sum + (bytes ?? 0), 0)

/** Waits until the table of events has so many bytes, or fails when the import has ended before. */
async function untilWritten(bytes: number, finished: Promise<unknown>): Promise<void> {
  const client = plainClient(data)
  let ended = false
  void finished.then(() => (ended = true))
  try {
    for (;;) {
      // It may still be starting, after the kill before this one.
      const [row] = await client`select pg_relation_size('messages')::float8 as bytes from pg_sleep(0.02)`.catch(
        () => [],
      )
      if (Number(row?.['bytes'] ?? 0) >= bytes) return
      if (ended) throw new Error('The import ended before it was killed.')
    }
  } finally {
    await client.end({ timeout: 1 })
  }
}

/** The ways in which space is freed: what there is afterwards. `most`: bytes that may hold nothing then. */
const FREE = {
  'the command': () => readSizes('--free'),
  'ikigai serve': async (most: number) => {
    const server = startIkigai(['serve', '--api'], workspace.environment)
    const sizes = await vi.waitUntil(
      async () => {
        const read = await readSizes()
        return read.unused < most ? read : null
      },
      { timeout: 100_000, interval: 100 },
    )
    server.child.kill('SIGTERM')
    await server.finished
    return sizes
  },
}

it.each([
  ['ikigai', 8, 'the command'],
  ['the database', 12, 'ikigai serve'],
  ['both', 10, 'the command'],
] as const)(
  'an import that ends because %s is killed after %i MB leaves space that is named, and freed by %s',
  async (victim, megabytes, by) => {
    // Something holds the server, so that it can be asked from the first moment on.
    const other = startIkigai(['serve', '--api'], workspace.environment)
    const before = await readSizes()
    const running = startIkigai(['import', join(workspace.directory, 'new.jsonl')], workspace.environment)
    await untilWritten(megabytes * MB, running.finished)
    if (victim !== 'the database') running.child.kill('SIGKILL')
    other.child.kill('SIGKILL')
    if (victim !== 'ikigai') signal(postmasterOf(data), 'SIGKILL')
    await Promise.all([running.finished, other.finished])

    const killed = await readSizes()
    expect(killed.events).toBe(0)
    const grown = stored(killed) - stored(before)
    // A database that is killed keeps only what had reached its disk.
    expect(grown).toBeGreaterThan(victim === 'ikigai' ? megabytes * MB : 0)
    expect(killed.unused - before.unused).toBeGreaterThan(grown * 0.6 - 2 * MB)
    const freed = await FREE[by](before.unused + 3 * MB)
    expect(stored(freed) - stored(before)).toBeLessThan(grown * 0.2 + MB)
    expect(freed.unused).toBeLessThan(before.unused + 3 * MB)
  },
)
