import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

import { clientOf } from '../adapters/storage/support/test-storage.ts'
import { valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import type { ScriptedBlock } from '../support/provider-simulator/answer.ts'
import type { HeldStream, Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { SleepTool } from '../support/sleep-tool.ts'
import type { TreeAnswer, TreeOrder } from '../support/tree-child.ts'

const SEED = Number(process.env['IKIGAI_KILLS_SEED'] ?? Date.now())
const ROUNDS = Number(process.env['IKIGAI_KILLS_ROUNDS'] ?? 2)
const STEPS = 10
const CHILD = new URL('../support/tree-child.ts', import.meta.url)

let simulator: Simulator
let here: RealEngine
let there: OtherEngine
let restarting: Promise<OtherEngine> | null = null
let client: ReturnType<typeof clientOf>
let streams: HeldStream[] = []
let random = seededRandom(SEED)

const chance = (part: number): boolean => random() < part
const oneOf = <T>(all: readonly T[]): T | undefined => all[Math.floor(random() * all.length)]

const slash = (command: string, args: string): ScriptedBlock => ({
  type: 'tool_call',
  name: 'slash',
  arguments: { command, args },
})
const SLEEP: ScriptedBlock = { type: 'tool_call', name: 'sleep', arguments: {} }
const ANSWERS: readonly (readonly ScriptedBlock[])[] = [
  [{ type: 'text', text: 'Yes.' }],
  [{ type: 'text', text: 'a' }, { type: 'hold' }],
  [slash('fork', '"Work"'), { type: 'hold' }],
  [slash('fork', '"Work"'), SLEEP],
  [slash('kill', ''), slash('fork', '"Work"')],
  [SLEEP],
]

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => ({ type: 'script', blocks: oneOf(ANSWERS) ?? [] }) })
  here = await openRealEngine(simulator.environment(), { tools: [new SleepTool()] })
  client = clientOf(here.databaseUrl)
  there = await OtherEngine.start()
  void collect()
})

afterAll(async () => {
  await there.crash()
  await client.end()
  await here.close()
  await simulator.close()
})

async function collect(): Promise<void> {
  for (;;) streams.push(await simulator.streamHeld())
}

type Done = Pick<TreeAnswer, 'isDone' | 'children'>

/** An engine on the same database that can be dropped without a close. */
class OtherEngine {
  readonly #process: ChildProcess
  readonly #waiting = new Map<number, (done: Done | null) => void>()
  #orders = 0

  private constructor(child: ChildProcess) {
    this.#process = child
    child.on('message', (answer: TreeAnswer) => this.#waiting.get(answer.number)?.(answer))
    child.on('exit', () => {
      for (const resolve of this.#waiting.values()) resolve(null)
    })
  }

  static async start(): Promise<OtherEngine> {
    const child = fork(CHILD, [here.databaseUrl], { env: simulator.environment() })
    await once(child, 'message')
    return new OtherEngine(child)
  }

  /** Null: it died meanwhile, and nobody knows. */
  order(agentId: string, text: string | null): Promise<Done | null> {
    const order: TreeOrder = { number: this.#orders++, agentId, text }
    const answered = Promise.withResolvers<Done | null>()
    this.#waiting.set(order.number, answered.resolve)
    this.#process.send(order, (error) => {
      if (error !== null) answered.resolve(null)
    })
    return answered.promise
  }

  async crash(): Promise<void> {
    const exit = once(this.#process, 'exit')
    this.#process.kill('SIGKILL')
    await exit
  }
}

/** What must hold by what was typed alone: who is below whom, and who was killed. */
class Model {
  readonly #parents = new Map<string, string | null>()
  readonly #killed = new Set<string>()

  constructor(root: string) {
    this.#parents.set(root, null)
  }

  get agents(): readonly string[] {
    return [...this.#parents.keys()]
  }

  add(child: string, parent: string): void {
    if (!this.#parents.has(child)) this.#parents.set(child, parent)
  }

  kill(agent: string): void {
    this.#killed.add(agent)
  }

  /** It, or one above it, was killed. */
  isDead(agent: string): boolean {
    for (let id: string | null | undefined = agent; id != null; id = this.#parents.get(id)) {
      if (this.#killed.has(id)) return true
    }
    return false
  }
}

class World {
  readonly #model: Model
  readonly faults: string[] = []

  constructor(root: string) {
    this.#model = new Model(root)
  }

  async step(): Promise<void> {
    const many = 1 + Math.floor(random() * 4)
    await Promise.all(Array.from({ length: many }, () => this.#act()))
    await this.check()
  }

  async #act(): Promise<void> {
    const kind = random()
    const agent = oneOf(this.#model.agents) ?? ''
    if (kind < 0.35) return this.#type(agent, 'Go')
    if (kind < 0.55) return this.#type(agent, '/fork "Work"')
    if (kind < 0.6) return void (await this.#do(agent, null))
    if (kind < 0.7) return this.#type(agent, `/send ${oneOf(this.#model.agents)} hello`)
    if (kind < 0.75) return this.#type(agent, '/kill')
    if (kind < 0.8) return this.#type(agent, '/stop')
    if (kind < 0.85) return this.#crash()
    streams.shift()?.release()
  }

  async #type(agent: string, text: string): Promise<void> {
    const wasDead = this.#model.isDead(agent)
    const done = await this.#do(agent, text)
    if (done?.isDone !== true) return
    if (wasDead && !text.startsWith('/kill') && text !== '/stop') this.faults.push(`${text} at a dead ${agent}`)
    for (const child of done.children) {
      this.#model.add(child, agent)
      await here.engine.agents.setWakeOnMail({ agentId: child, wakes: true })
    }
    if (text === '/kill') this.#model.kill(agent)
  }

  async #do(agent: string, text: string | null): Promise<Done | null> {
    if (chance(0.4)) return there.order(agent, text)
    const done =
      text === null
        ? await here.engine.agents.cancel({ agentId: agent })
        : await here.engine.agents.submit({ agentId: agent, text })
    const children = done.ok && typeof done.value === 'object' ? done.value.children.map(({ id }) => id) : []
    return { isDone: done.ok, children }
  }

  async #crash(): Promise<void> {
    // Another act of this step may be at it.
    restarting ??= there.crash().then(() => OtherEngine.start())
    there = await restarting
    restarting = null
  }

  /** Everything that holds at every moment, by the database. */
  async check(): Promise<void> {
    const agents = agentsSchema.parse(await client`select uuid, parent_uuid as parent, status from agents`)
    for (const { uuid, parent } of agents) if (parent !== null) this.#model.add(uuid, parent)
    const killed = new Set(agents.flatMap(({ uuid, status }) => (status === 'killed' ? [uuid] : [])))
    for (const { uuid, parent } of agents) {
      if (parent !== null && killed.has(parent) && !killed.has(uuid)) this.faults.push(`${uuid} is alive below a kill`)
      if (this.#model.isDead(uuid) && !killed.has(uuid)) this.faults.push(`${uuid} should be dead`)
    }
    this.faults.push(...(await startedAfterKill()), ...(await forkedAfterStop()), ...(await resultFaults()))
  }
}

const agentsSchema = z.array(z.object({ uuid: z.string(), parent: z.string().nullable(), status: z.string() }))
const faultsSchema = z.array(z.object({ fault: z.string() }))

/** Prompts, mail, forks and second answers behind the agent's kill. */
async function startedAfterKill(): Promise<readonly string[]> {
  const rows = await client`
    select m.kind || ' ' || m.id || ' behind the kill of ' || m.agent_uuid as fault
    from messages k join messages m on m.agent_uuid = k.agent_uuid and m.id > k.id
    where k.kind = 'agent_killed' and m.kind in ('user', 'fork', 'mark', 'clear', 'mail')
    union all
    select count(*) || ' answers behind the kill of ' || m.agent_uuid
    from messages k join messages m on m.agent_uuid = k.agent_uuid and m.id > k.id
    where k.kind = 'agent_killed' and m.kind = 'assistant' group by m.agent_uuid having count(*) > 1`
  return faultsSchema.parse(rows).map(({ fault }) => fault)
}

/**
 * Nothing but a stop wakes a call that sleeps: a fork of its batch behind it was made although the turn was stopped.
 */
async function forkedAfterStop(): Promise<readonly string[]> {
  const rows = await client`
    select 'fork ' || f.id || ' behind the stop of turn ' || f.turn_id as fault
    from messages s join messages f on f.turn_id = s.turn_id and f.id > s.id
    where s.kind = 'tool_result' and s.data->>'name' = 'sleep' and f.kind = 'fork'`
  return faultsSchema.parse(rows).map(({ fault }) => fault)
}

/** Calls with two results, and results without a call. */
async function resultFaults(): Promise<readonly string[]> {
  const rows = await client`
    select 'results of ' || coalesce(calls.id, results.id) as fault
    from (select data->>'tool_call_id' as id from messages where kind = 'tool_call') calls
    full join (select data->>'tool_call_id' as id, count(*) from messages where kind = 'tool_result' group by 1) results
    using (id) where calls.id is null or results.count > 1`
  return faultsSchema.parse(rows).map(({ fault }) => fault)
}

/** Calls without a result in turns that were not cut by a crash. */
async function openCalls(): Promise<readonly string[]> {
  const rows = await client`
    select 'no result of ' || c.id as fault from messages c
    where c.kind = 'tool_call'
    and not exists (select from messages r where r.kind = 'tool_result' and r.data->>'tool_call_id' = c.data->>'tool_call_id')
    and not exists (select from messages i where i.turn_id = c.turn_id and i.kind = 'interrupted' and i.data->>'reason' = 'crash')`
  return faultsSchema.parse(rows).map(({ fault }) => fault)
}

it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  `whatever is forked, cancelled, killed and crashed, nothing is alive or starts below a kill (round %i, seed ${SEED})`,
  async (round) => {
    random = seededRandom(SEED + round)
    const root = valueOf(await here.engine.agents.create({ model: 'claude-haiku-4-5/none' }))
    const world = new World(root.id)
    for (let step = 0; step < STEPS; step++) await world.step()
    await there.crash()
    // Its start closes what the dead one left.
    there = await OtherEngine.start()
    valueOf(await here.engine.agents.stop({ agentId: null }))
    expect(valueOf(await here.storage.peers.runningElsewhere(null))).toEqual([])
    await world.check()
    expect([...world.faults, ...(await openCalls())]).toEqual([])
    await here.engine.agents.submit({ agentId: root.id, text: '/kill' })
    const requests = simulator.requests.length
    await world.check()
    expect([world.faults, simulator.requests.length]).toEqual([[], requests])
  },
  120_000,
)
