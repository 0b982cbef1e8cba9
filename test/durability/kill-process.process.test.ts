import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { jsonLines, makeWorkspace, runIkigai, startIkigai, type Workspace } from '../support/run-ikigai.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** `npm test` runs a few rounds; IKIGAI_KILL_ROUNDS=50 runs as many as one likes. */
const ROUNDS = Number(process.env['IKIGAI_KILL_ROUNDS'] ?? 6)
const SEED = Number(process.env['IKIGAI_KILL_SEED'] ?? Date.now())
const JOURNAL_MS = 250
const WRITE_EVERY_MS = 20
const WORDS = Array.from({ length: 4_000 }, (_, index) => `w${index}`).join(' ')

/** What one killed process had said before it died. */
interface Testimony {
  readonly agent: string
  /** Recorded events that it printed: they were acknowledged. */
  readonly acknowledged: readonly Record<string, unknown>[]
  /** The text that it had printed by the kill, and 250 ms before; longer before on a slow machine. */
  readonly text: string
  readonly durableText: string
}

describe('kill -9 at a random moment of a stream', () => {
  let simulator: Simulator
  let workspace: Workspace
  const random = seededRandom(SEED)

  beforeAll(async () => {
    simulator = await startSimulator()
    simulator.answerWith(() => ({
      type: 'script',
      blocks: [
        { type: 'thinking', text: 'Counting words.' },
        { type: 'text', text: WORDS },
      ],
      tokensPerSecond: 1_500,
    }))
    workspace = await makeWorkspace(simulator.environment())
  })

  afterAll(() => closeAll(workspace, simulator))

  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    `loses no acknowledged event and at most 250 ms of text (round %i, seed ${SEED})`,
    async () => {
      const testimony = await runAndKill(workspace, Math.floor(random() * 1_200))
      const log = await runIkigai(['log', testimony.agent, '--json'], workspace.environment)
      expect({ code: log.code, stderr: log.stderr }).toEqual({ code: 0, stderr: expect.any(String) })
      const events = jsonLines(log.stdout)
      expect(events).toEqual(expect.arrayContaining([...testimony.acknowledged]))
      const last = events.at(-1)
      expect(last).toMatchObject({ kind: 'interrupted', data: { reason: 'crash' } })
      const kept = String(last?.['content'])
      expect(WORDS.startsWith(kept)).toBe(true)
      expect(kept.startsWith(testimony.durableText)).toBe(true)
    },
  )
})

/** Runs a prompt and kills the process after `deltas` deltas of its answer, wherever it then is. */
async function runAndKill(workspace: Workspace, deltas: number): Promise<Testimony> {
  const args = ['run', '--model', 'claude-haiku-4-5/low', '--json', 'count']
  const running = startIkigai(args, workspace.environment)
  const acknowledged: Record<string, unknown>[] = []
  const arrivals: { readonly at: number; readonly text: string }[] = []
  let agent = ''
  let killedAt = 0
  const ended = new AbortController()
  const slowest = slowestWrite(join(workspace.directory, 'slow'), ended.signal)
  for await (const line of running.lines) {
    const event: Record<string, unknown> = JSON.parse(line)
    agent = String(event['agent'])
    if ('kind' in event) acknowledged.push(event)
    if (event['type'] === 'text_delta') arrivals.push({ at: performance.now(), text: String(event['text']) })
    if (killedAt === 0 && event['type'] !== undefined && countOf(arrivals) >= deltas) {
      killedAt = performance.now()
      running.child.kill('SIGKILL')
    }
  }
  await running.finished
  ended.abort()
  // On a machine that is busy with other things, timers and writing are late in the app as they are here.
  const journaledAt = killedAt - JOURNAL_MS - (await slowest)
  const textOf = (until: number) => arrivals.flatMap(({ at, text }) => (at <= until ? [text] : [])).join('')
  return { agent, acknowledged, text: textOf(Infinity), durableText: textOf(journaledAt) }
}

/** Writes a file again and again until the signal aborts; returns the longest delay of a timer and a write, ms. */
async function slowestWrite(path: string, signal: AbortSignal): Promise<number> {
  let slowest = 0
  while (!signal.aborted) {
    const start = performance.now()
    await setTimeout(WRITE_EVERY_MS)
    await writeFile(path, 'x', { flush: true })
    slowest = Math.max(slowest, performance.now() - start - WRITE_EVERY_MS)
  }
  return slowest
}

/** Deltas may come merged, so progress is counted in words. */
function countOf(arrivals: readonly { readonly text: string }[]): number {
  return arrivals.reduce((words, { text }) => words + (text.match(/ /g)?.length ?? 0), 0)
}
