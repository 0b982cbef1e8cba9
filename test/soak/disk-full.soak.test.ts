import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { openStorage } from '../../src/main/adapters/storage/open-storage.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { say } from './soak-settings.ts'

const SIZE_MB = 160
const mountPoint = join(tmpdir(), `ikigai-small-disk-${process.pid}`)
const ballast = join(mountPoint, 'ballast')

/** A disk of its own, small enough to be filled. Needs root and Linux. */
function mountSmallDisk(): boolean {
  try {
    mkdirSync(mountPoint, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=0711`, 'tmpfs', mountPoint], { stdio: 'pipe' })
    return true
  } catch (error) {
    say(`skipped: a small disk cannot be mounted here (${String(error).split('\n')[0]})`)
    return false
  }
}

const canMount = mountSmallDisk()

/** Takes all room but so many bytes. */
function fillDisk(leave: number): void {
  const { bavail, bsize } = statfsSync(mountPoint)
  writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leave), 'x'))
}

function fillRest(): void {
  for (let part = 0; ; part++) {
    try {
      writeFileSync(`${ballast}-${part}`, Buffer.alloc(4096, 'x'))
    } catch {
      return
    }
  }
}

function emptyDisk(): void {
  execFileSync('sh', ['-c', `rm -f ${ballast}*`])
}

describe.runIf(canMount)('a full disk', () => {
  let simulator: Simulator
  let real: RealEngine

  beforeAll(async () => {
    simulator = await startSimulator()
    real = await openRealEngine(simulator.environment(), { parentDirectory: mountPoint })
  })

  afterAll(async () => {
    emptyDisk()
    await real.close()
    await simulator.close()
    execFileSync('umount', ['-l', mountPoint])
    rmSync(mountPoint, { recursive: true, force: true })
  })

  it('is said at the start, for a new database and for one that is there', async () => {
    const start = (name: string) =>
      openStorage({
        dataDirectory: join(mountPoint, name),
        databaseUrl: null,
        host: 'test',
        version: '0.0.0',
        logger: createRecordingLogger(),
      })
    const first = valueOf(await start('other'))
    await first.close()
    fillDisk(0)
    fillRest()
    const full = { ok: false, error: { category: 'STORAGE', message: expect.stringContaining('The disk is full.') } }
    expect(await start('other')).toMatchObject(full)
    expect(await start('new')).toMatchObject(full)
    emptyDisk()
    await valueOf(await start('other')).close()
  })

  it('is waited for, or said in words; with room again everything acknowledged is there and the answer is whole', async () => {
    const long = 'A long answer. '.repeat(400_000)
    simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'text', text: long }, { type: 'hold' }, { type: 'text', text: 'The end.' }],
      chunkSize: 4_000,
    })
    const pane = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    const other = await Pane.create(real.engine, 'gpt-5-mini/low')
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Fill the disk' }))
    const held = await simulator.streamHeld()
    fillDisk(0)
    fillRest()
    held.release()
    const refused = await refusedPrompt(other.agentId)
    expect(refused).toMatchObject({ category: 'STORAGE', retryable: true })
    say(`with a full disk: ${refused.message}`)
    emptyDisk()
    await pane.until(({ view }) => view.turn === null && pane.last('assistant') !== undefined)
    expect(pane.last('assistant')?.content === `${long}The end.`).toBe(true)
    simulator.enqueue('openai', textAnswer('Room again.'))
    await other.type('And now?')
    expect(other.last('assistant')?.content).toBe('Room again.')
    expect(other.lines().filter((line) => line.startsWith('user: Refused'))).toHaveLength(0)
    await real.reopen()
    const again = await Pane.open(real.engine, pane.agentId)
    expect(again.lines().map((line) => line.length)).toEqual(pane.lines().map((line) => line.length))
  })

  /** Prompts of some size until one is refused: the database may have room in files that it has already. */
  async function refusedPrompt(agentId: string) {
    for (let tries = 0; tries < 200; tries++) {
      const set = await real.engine.drafts.set({
        agentId,
        text: `draft ${tries} ${randomText(500_000)}`,
        asText: false,
      })
      if (!set.ok) return set.error
    }
    throw new Error('The disk was not full')
  }
})

/** Not to be compressed away. */
function randomText(length: number): string {
  return Array.from({ length: length / 8 }, () => Math.random().toString(36).slice(2, 10).padEnd(8, 'x')).join('')
}
