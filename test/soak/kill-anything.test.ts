import { isDeepStrictEqual } from 'node:util'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import type { EngineConnection } from '../../src/renderer/connection/connect.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { valueOf } from '../support/drive-agent.ts'
import type { ScriptedAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { makeWorkspace, type Workspace } from '../support/run-ikigai.ts'
import { type ServedApp, serveApp } from '../support/serve-app.ts'
import { connectToApp } from '../support/socket-to.ts'
import { postmasterOf, processesOf, signal } from './database-processes.ts'
import { between, oneOf, say, SEED, setting } from './soak-settings.ts'
import { ENDINGS, WatchedAgent } from './watched-agent.ts'

const ROUNDS = setting('IKIGAI_SOAK_KILLS', 6)
const JOURNAL_MS = 250
const WORDS = Array.from({ length: 4_000 }, (_, index) => `w${index}`).join(' ')
const MODELS = ['claude-haiku-4-5/low', 'gpt-5-mini/low', 'gemini-2.5-flash/low'] as const
const ROUND_LIMIT_MS = 180_000
/** What a server is given to end after the last app has gone. */
const ORPHAN_MS = 15_000

/** The victim, and whether what is left of the app ends before the next one starts. */
const TARGETS = ['app', 'app, and a pause', 'database', 'database twice', 'both'] as const
type Target = (typeof TARGETS)[number]

let simulator: Simulator
let workspace: Workspace
let dataDirectory: string
const seconds: number[] = []

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: answer })
  workspace = await makeWorkspace(simulator.environment())
  dataDirectory = workspace.environment['IKIGAI_DATA_DIR'] ?? ''
})

afterAll(async () => {
  const slowest = Math.max(...seconds).toFixed(2)
  say(`kill -9: ${ROUNDS} rounds, seed ${SEED}; slowest start after a kill ${slowest} s`)
  await workspace.remove()
  await simulator.close()
})

function answer(request: SimulatorRequest): ScriptedAnswer {
  if (askOf(request)?.endsWith('-short') === true) return { type: 'script', blocks: [{ type: 'text', text: 'Short.' }] }
  return {
    type: 'script',
    blocks: [
      { type: 'thinking', text: 'Counting words.' },
      { type: 'text', text: WORDS },
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
      const findings = target.startsWith('database')
        ? await killDatabase({ app, load, target, killedAt })
        : await killApp({ app, load, target, killedAt })
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
}

/** The database dies, the app lives on: every turn ends as if nothing had been. */
async function killDatabase({ app, load, target }: Round): Promise<readonly string[]> {
  const first = postmasterOf(dataDirectory)
  signal(first, 'SIGKILL')
  if (target === 'database twice') {
    await vi.waitUntil(() => ![first, null].includes(postmasterOf(dataDirectory)), { timeout: 30_000, interval: 5 })
    signal(postmasterOf(dataDirectory), 'SIGKILL')
  }
  const died = app.process.finished.then(({ code, stderr }) => [`the app ended with ${code}: ${stderr}`])
  const lived = load.settled().then(() => findingsOf(load.connection, load.agents, Infinity))
  return Promise.race([lived, died])
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
  const findings = await findingsOf(connection, run.load.agents, run.killedAt - JOURNAL_MS)
  connection.close()
  await next.stop()
  if (findings.length > 0) say(`${findings.join('\n')}\n${(await next.process.finished).stderr}`)
  return findings
}

/** Agents that stream at once, one of them cancelled on the way, one a fork that begins during the others' streams. */
class Load {
  readonly connection: EngineConnection
  readonly agents: WatchedAgent[] = []
  /** Turns that the engine said it had started, or forked. */
  readonly #begun: Promise<unknown>[] = []
  #waiting: { readonly holds: () => boolean; readonly resolve: () => void }[] = []

  constructor(connection: EngineConnection) {
    this.connection = connection
  }

  watch(agentId: string): WatchedAgent {
    const agent = new WatchedAgent(this.connection, agentId, () => this.#progress())
    this.agents.push(agent)
    return agent
  }

  /** A call whose answer may never come because its app is killed. */
  begin(call: Promise<unknown>): void {
    this.#begun.push(call.catch(() => undefined))
  }

  async reaches(words: number): Promise<void> {
    await this.#until(() => this.agents.reduce((sum, agent) => sum + agent.words, 0) >= words)
  }

  /** Every turn that was started has ended. */
  async settled(): Promise<void> {
    await Promise.all(this.#begun)
    await this.#until(() => this.agents.every((agent) => agent.isSettled))
  }

  #until(holds: () => boolean): Promise<void> {
    if (holds()) return Promise.resolve()
    return new Promise((resolve) => this.#waiting.push({ holds, resolve }))
  }

  #progress(): void {
    const waiting = this.#waiting
    this.#waiting = waiting.filter(({ holds }) => !holds())
    for (const each of waiting) if (!this.#waiting.includes(each)) each.resolve()
  }
}

async function startLoad(connection: EngineConnection, round: number): Promise<Load> {
  const load = new Load(connection)
  const { client } = connection
  const newAgent = async (model: string) => valueOf(await client.agents.create({ model })).id
  const parent = load.watch(await newAgent(MODELS[0]))
  valueOf(await client.agents.submit({ agentId: parent.agentId, text: `ask-${round}-short` }))
  for (const [index, model] of MODELS.entries()) {
    const agentId = await newAgent(model)
    load.watch(agentId)
    load.begin(client.agents.submit({ agentId, text: `ask-${round}-${index}` }))
  }
  const fork = client.agents.fork({ agentId: parent.agentId, models: [], prompt: `ask-${round}-fork` })
  load.begin(fork.then((children) => valueOf(children).forEach(({ id }) => load.watch(id))))
  const cancelled = load.agents[between(1, load.agents.length)]
  const after = between(100, 2_000)
  if (cancelled !== undefined) {
    load.begin(load.reaches(after).then(() => client.agents.cancel({ agentId: cancelled.agentId })))
  }
  return load
}

/** What is wrong with the log, in words; nothing when all is well. */
async function findingsOf(
  connection: EngineConnection,
  agents: readonly WatchedAgent[],
  durableUntil: number,
): Promise<readonly string[]> {
  const findings: string[] = []
  for (const agent of agents) {
    const page = await connection.client.agents.history({
      agentId: agent.agentId,
      beforeId: Number.MAX_SAFE_INTEGER,
      limit: 500,
    })
    findings.push(...findingsOfAgent(agent, valueOf(page).events, durableUntil))
  }
  return findings
}

function findingsOfAgent(agent: WatchedAgent, events: readonly AgentEvent[], durableUntil: number): readonly string[] {
  const stored = new Map(events.map((event) => [event.id, event]))
  const lost = [...agent.acknowledged.values()].flatMap((event) => {
    const now = stored.get(event.id)
    if (isDeepStrictEqual(now, event)) return []
    return [`${event.kind} ${event.id} was acknowledged and is now ${JSON.stringify(now) ?? 'gone'}`]
  })
  const turns = Map.groupBy(
    // A fork in the middle of its parent's turn inherits the prompt and not the answer.
    events.filter(({ turnId, agentId }) => turnId !== null && agentId === agent.agentId),
    ({ turnId }) => turnId,
  )
  const unended = [...turns].flatMap(([turnId, ofTurn]) => {
    const endings = ofTurn.filter(({ kind }) => ENDINGS.has(kind))
    return endings.length === 1 ? [] : [`turn ${turnId} has the endings ${endings.map(({ kind }) => kind).join(', ')}`]
  })
  return [...lost, ...unended, ...events.flatMap((event) => textFindings(agent, event, durableUntil))]
}

function textFindings(agent: WatchedAgent, event: AgentEvent, durableUntil: number): readonly string[] {
  if (event.kind === 'error') return [`error ${event.id}: ${event.content}`]
  const content = event.content ?? ''
  if (event.kind === 'assistant') {
    return [WORDS, 'Short.'].includes(content) ? [] : [`answer ${event.id} is not what was sent`]
  }
  if (event.kind !== 'interrupted') return []
  if (!WORDS.startsWith(content)) return [`interrupted ${event.id} has text that was never sent`]
  const shown = event.turnId === agent.turnId ? agent.textBefore(durableUntil) : ''
  return content.startsWith(shown)
    ? []
    : [`interrupted ${event.id} has ${content.length} characters, ${shown.length} had been shown 250 ms before`]
}

function askedTwice(): readonly string[] {
  const asks = Map.groupBy(simulator.requests, askOf)
  return [...asks].flatMap(([ask, requests]) => (requests.length === 1 ? [] : [`${ask}: ${requests.length} requests`]))
}
