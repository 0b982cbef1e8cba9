import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'

import { BackgroundCommands } from '../../src/main/adapters/tools/background/background-commands.ts'
import { createBuiltInTools } from '../../src/main/create-tool-parts.ts'
import { toolEnvironment } from '../../src/main/adapters/environment/tool-environment.ts'
import { valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { between, oneOf, say, SEED, setting } from './soak-settings.ts'
import { fileFacts } from '../support/tool-options.ts'

const MINUTES = setting('IKIGAI_SOAK_MINUTES', 0.5)
const AGENTS = setting('IKIGAI_SOAK_AGENTS', 16)
const MODELS = ['claude-haiku-4-5/low', 'gpt-5-mini/low', 'gemini-2.5-flash/low'] as const

/** Connections of the database's pool among them. */
const SPARE_HANDLES = 10
const HANDLES_AT_REST = { timeout: 120_000, interval: 500 }

interface Sample {
  readonly minute: number
  readonly heapMb: number
  readonly residentMb: number
  readonly resources: number
  readonly turns: number
}

let simulator: ChildProcess
let real: RealEngine
let folder: string
const samples: Sample[] = []
let turns = 0

beforeAll(async () => {
  // In a process of its own: the memory that is looked at is the engine's.
  simulator = fork(new URL('./soak-simulator.ts', import.meta.url))
  const [environment]: unknown[] = await once(simulator, 'message')
  folder = await mkdtemp(join(tmpdir(), 'ikigai-soak-'))
  await writeFile(join(folder, 'notes.txt'), 'Something to find.')
  const programs = {
    environment: toolEnvironment(process.env, []),
    maxOutputSize: 1_048_576,
    outputDirectory: join(folder, 'output'),
    places: { homeDirectory: '/nonexistent', ownFolders: [], openFolder: join(folder, 'output') },
    outsideLine: (line: string) => line,
    background: new BackgroundCommands(),
    ...fileFacts(),
    sandboxing: null,
  }
  real = await openRealEngine(z.record(z.string(), z.string()).parse(environment), {
    tools: ({ rootOf }) =>
      createBuiltInTools({ folderOf: async () => ({ ok: true, value: folder }), rootOf, ...programs }),
    allowed: ['bash', 'glob'],
  })
})

afterAll(async () => {
  await real.close()
  simulator.disconnect()
  await rm(folder, { recursive: true })
})

it(`stays flat for ${MINUTES} minutes: agents, forks, kills, clears, cancels, tools, clients that come and go (seed ${SEED})`, async () => {
  const end = performance.now() + MINUTES * 60_000
  const rounds = Math.max(6, Math.round(MINUTES * 6))
  const handlesBefore = handles()
  const workers = Array.from({ length: AGENTS }, (_, index) => live(MODELS[index % 3] ?? MODELS[0], end))
  const begun = performance.now()
  for (let round = 1; round <= rounds; round++) {
    await Promise.race([Promise.all(workers), rest((MINUTES * 60_000) / rounds)])
    samples.push(sample((performance.now() - begun) / 60_000))
  }
  await Promise.all(workers)
  for (const { minute, heapMb, residentMb, resources, turns: done } of samples) {
    say(`${minute.toFixed(2)} min  heap ${heapMb} MB  resident ${residentMb} MB  resources ${resources}  turns ${done}`)
  }
  const plot = process.env['IKIGAI_SOAK_PLOT']
  if (plot !== undefined) writeFileSync(plot, plotOf(samples))
  const [early, late] = [samples[Math.floor(samples.length / 3)], samples.at(-1)]
  expect({ turns: turns > AGENTS, failures }).toEqual({ turns: true, failures: [] })
  // Idle connections are kept for a while.
  await vi.waitFor(() => expect(handles()).toBeLessThanOrEqual(handlesBefore + SPARE_HANDLES), HANDLES_AT_REST)
  // The tree of agents stays in memory by design; three times the early heap is a leak.
  expect(late?.heapMb ?? 0).toBeLessThan(3 * (early?.heapMb ?? 0) + 50)
})

const failures: string[] = []

/** One root agent and what is done to it, until the time is up. */
async function live(model: string, end: number): Promise<void> {
  const { engine } = real
  let agentId = valueOf(await engine.agents.create({ model })).id
  while (performance.now() < end) {
    await oneTurn(agentId)
    const act = oneOf(['fork', 'clear', 'mark', 'kill', 'nothing', 'nothing'])
    if (act === 'fork') agentId = valueOf(await engine.agents.fork({ agentId, models: [] }))[0]?.id ?? agentId
    if (act === 'clear') valueOf(await engine.agents.submit({ agentId, text: '/clear' }))
    if (act === 'kill') {
      valueOf(await engine.agents.submit({ agentId, text: '/kill' }))
      agentId = valueOf(await engine.agents.create({ model })).id
    }
    if (act === 'mark') valueOf(await engine.agents.submit({ agentId, text: '/mark HERE' }))
  }
}

/** A client connects, asks, follows to the end (or cancels on the way), and leaves. */
async function oneTurn(agentId: string): Promise<void> {
  const leave = new AbortController()
  const cancels = between(0, 5) === 0
  const feed = real.engine.agents.subscribe({ agentId }, leave.signal)
  let asked = false
  for await (const batch of feed) {
    if (!asked) {
      asked = true
      const submitted = await real.engine.agents.submit({ agentId, text: `Say some words, ${between(0, 1e6)}` })
      if (!submitted.ok) failures.push(submitted.error.message)
      if (!submitted.ok) return
    }
    for (const item of batch) {
      if (item.type !== 'live') continue
      if (cancels && item.event.type === 'text_delta') void real.engine.agents.cancel({ agentId })
      if (item.event.type === 'turn_ended') {
        turns += 1
        if (item.event.outcome === 'failed') failures.push(`a turn of ${agentId} failed`)
        leave.abort()
      }
    }
  }
}

function sample(minute: number): Sample {
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  const mb = (bytes: number) => Math.round(bytes / 2 ** 20)
  return { minute, heapMb: mb(heapUsed), residentMb: mb(rss), resources: handles(), turns }
}

function handles(): number {
  return process.getActiveResourcesInfo().length
}

/** The soak is as long as somebody wished: its only clock. */
function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

const WIDTH = 600
const HEIGHT = 160

/** Heap and handles over time, each against its own highest value. */
function plotOf(all: readonly Sample[]): string {
  const line = (color: string, of: (one: Sample) => number) => {
    const top = Math.max(...all.map(of), 1)
    const points = all.map((one, index) => {
      const x = (index / Math.max(1, all.length - 1)) * WIDTH
      return `${x.toFixed(1)},${(HEIGHT - (of(one) / top) * (HEIGHT - 20)).toFixed(1)}`
    })
    return `<polyline fill="none" stroke="${color}" stroke-width="2" points="${points.join(' ')}"/>`
  }
  const top = all.at(-1)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT + 24}" font-family="sans-serif" font-size="12">`,
    line('#2563eb', ({ heapMb }) => heapMb),
    line('#d97706', ({ resources }) => resources),
    `<text x="0" y="${HEIGHT + 18}" fill="#2563eb">heap, at the end ${top?.heapMb ?? 0} MB</text>`,
    `<text x="220" y="${HEIGHT + 18}" fill="#d97706">open handles, at the end ${top?.resources ?? 0}</text>`,
    `<text x="440" y="${HEIGHT + 18}" fill="#666">${all.length} samples, ${top?.turns ?? 0} turns</text>`,
    '</svg>\n',
  ].join('\n')
}
