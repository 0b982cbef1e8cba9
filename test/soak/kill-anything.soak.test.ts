import { setTimeout as delay } from 'node:timers/promises'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { ScriptedAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, type Workspace } from '../support/run-ikigai.ts'
import { type ServedApp, serveApp } from '../support/serve-app.ts'
import { connectToApp } from '../support/socket-to.ts'
import { postmasterOf, processesOf, signal } from './database-processes.ts'
import { findingsOf, hasUnended } from './log-findings.ts'
import { type Load, startLoad } from './killed-load.ts'
import { between, oneOf, say, SEED, setting } from './soak-settings.ts'

const ROUNDS = setting('IKIGAI_SOAK_KILLS', 6)
/** The journal's promise, on a machine whose disk has time for it. */
const JOURNAL_MS = 250
const ANSWER = Array.from({ length: 4_000 }, (_, index) => `w${index}`).join(' ')
const SHORT_ANSWER = 'Short.'
const SENT = [ANSWER, SHORT_ANSWER]
const ROUND_LIMIT_MS = 180_000
/** What a server is given to end after the last app has gone: it writes out what it has in memory. */
const ORPHAN_MS = 60_000
/**
 * An engine that starts while connections of a killed one are still being cleaned up takes its turns at its second
 * look.
 */
const RECOVERY_MS = 30_000
/** A turn that lives through the end of its database is over by then on the slowest machine. */
const SETTLED_MS = 120_000

/** The victim, and whether what is left of the app ends before the next one starts. */
const TARGETS = ['app', 'app, and a pause', 'database', 'database twice', 'both'] as const
type Target = (typeof TARGETS)[number]

let simulator: Simulator
let workspace: Workspace
let dataDirectory: string
const seconds: number[] = []
const writes: number[] = []

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: answer })
  workspace = await makeWorkspace(simulator.environment())
  dataDirectory = workspace.environment['IKIGAI_DATA_DIR'] ?? ''
})

afterAll(async () => {
  const slowest = Math.max(...seconds).toFixed(2)
  const write = Math.max(...writes).toFixed(0)
  say(`kill -9: ${ROUNDS} rounds, seed ${SEED}; slowest start after a kill ${slowest} s, slowest write ${write} ms`)
  await workspace.remove()
  await simulator.close()
})

function answer(request: SimulatorRequest): ScriptedAnswer {
  if (askOf(request)?.endsWith('-short') === true)
    return { type: 'script', blocks: [{ type: 'text', text: SHORT_ANSWER }] }
  return {
    type: 'script',
    blocks: [
      { type: 'thinking', text: 'Counting words.' },
      { type: 'text', text: ANSWER },
    ],
    tokensPerSecond: 1_500,
  }
}

/** Every prompt of a run is unique: the last one in a request says whose turn asks. */
function askOf(request: SimulatorRequest): string | undefined {
  return JSON.stringify(request.body)
    .match(/ask-[\w-]+/g)
    ?.at(-1)
}

describe('kill -9 at a random moment under load', () => {
  it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
    `loses nothing that was acknowledged, at most 250 ms of text, and runs no turn twice (round %i, seed ${SEED})`,
    async (round) => {
      const target = oneOf(TARGETS)
      const app = await startApp()
      const connection = await connectToApp(app.url)
      const load = await startLoad(connection, round)
      await load.reaches(between(0, 3_000))
      const killedAt = performance.now()
      const slowestWrite = load.slowestWrite()
      writes.push(slowestWrite)
      const findings = target.startsWith('database')
        ? await killDatabase({ app, load, target, killedAt, slowestWrite })
        : await killApp({ app, load, target, killedAt, slowestWrite })
      connection.close()
      app.process.child.kill('SIGTERM')
      await app.process.finished
      expect({ round, target, findings, twice: askedTwice() }).toEqual({ round, target, findings: [], twice: [] })
      await vi.waitFor(() => expect(processesOf(dataDirectory)).toEqual([]), { timeout: ORPHAN_MS, interval: 50 })
    },
    ROUND_LIMIT_MS,
  )
})

async function startApp(): Promise<ServedApp> {
  const began = performance.now()
  const app = await serveApp(workspace)
  seconds.push((performance.now() - began) / 1000)
  void app.process.finished.then(({ code, stderr }) => {
    if (code !== null && code !== 0) say(`An app ended by itself with ${code}: ${stderr}`)
  })
  return app
}

interface Round {
  readonly app: ServedApp
  readonly load: Load
  readonly target: Target
  readonly killedAt: number
  /** ms */
  readonly slowestWrite: number
}

/** The database dies, the app lives on: every turn ends as if nothing had been. */
async function killDatabase({ app, load, target }: Round): Promise<readonly string[]> {
  const first = postmasterOf(dataDirectory)
  signal(first, 'SIGKILL')
  if (target === 'database twice') {
    await vi.waitUntil(() => ![first, null].includes(postmasterOf(dataDirectory)), { timeout: 60_000, interval: 5 })
    signal(postmasterOf(dataDirectory), 'SIGKILL')
  }
  const died = app.process.finished.then(({ code, stderr }) => [`the app ended with ${code}: ${stderr}`])
  const lived = load
    .settled()
    .then(() => findingsOf(load.connection, load.agents, { durableUntil: Infinity, sent: SENT }))
  const stuck = delay(SETTLED_MS, null, { ref: false }).then(() => ['not over in time', ...load.unsettled()])
  return Promise.race([lived, died, stuck])
}

/** The app dies, or both in either order; what the next one finds is compared with what was shown. */
async function killApp(run: Round): Promise<readonly string[]> {
  const victims = [run.app.process.child.pid ?? null]
  if (run.target === 'both') victims.splice(between(0, 2), 0, postmasterOf(dataDirectory))
  for (const pid of victims) signal(pid, 'SIGKILL')
  await run.app.process.finished
  run.load.connection.close()
  if (run.target === 'app, and a pause') {
    await vi.waitUntil(() => processesOf(dataDirectory).length === 0, { timeout: ORPHAN_MS, interval: 50 })
  }
  const next = await startApp()
  const connection = await connectToApp(next.url)
  const ended = async (): Promise<boolean> => !(await hasUnended(connection, run.load.agents))
  // One that never ends is among the findings.
  await vi.waitUntil(ended, { timeout: RECOVERY_MS, interval: 100 }).catch(() => false)
  // Text is on disk after the next write, and that begins after the one that is under way: on a slow disk two slow
  // ones.
  const durableUntil = run.killedAt - Math.max(JOURNAL_MS, 2 * run.slowestWrite)
  const findings = await findingsOf(connection, run.load.agents, { durableUntil, sent: SENT })
  connection.close()
  await next.stop()
  if (findings.length > 0) say(`${findings.join('\n')}\n${(await next.process.finished).stderr}`)
  return findings
}

function askedTwice(): readonly string[] {
  const asks = Map.groupBy(simulator.requests, askOf)
  return [...asks].flatMap(([ask, requests]) => (requests.length === 1 ? [] : [`${ask}: ${requests.length} requests`]))
}
