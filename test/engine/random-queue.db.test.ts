import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Engine } from '../../src/main/core/engine.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import type { HeldStream, Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { seededRandom } from '../support/seeded-random.ts'

const SEED = Number(process.env['IKIGAI_QUEUE_SEED'] ?? Date.now())
const ROUNDS = Number(process.env['IKIGAI_QUEUE_ROUNDS'] ?? 3)
const STEPS = 12

/** What the naive model knows of a prompt: the texts that it may have been sent with, and whether it was taken back. */
interface Known {
  texts: string[]
  isRemoved: boolean
}

let simulator: Simulator
let here: RealEngine
let there: RealEngine
let streams: HeldStream[] = []
let arrived = Promise.withResolvers<void>()

beforeAll(async () => {
  simulator = await startSimulator()
  simulator.answerWith(() => ({ type: 'script', blocks: [{ type: 'text', text: 'a' }, { type: 'hold' }] }))
  here = await openRealEngine(simulator.environment(), { attended: true })
  there = await openRealEngine(simulator.environment(), { attended: true, databaseUrl: here.databaseUrl })
  void collect()
})

afterAll(() => closeAll(there, here, simulator))

async function collect(): Promise<void> {
  for (;;) {
    streams.push(await simulator.streamHeld())
    arrived.resolve()
    arrived = Promise.withResolvers()
  }
}

/** One prompt's way, from when it was typed: what each engine was asked to do with it, and what came of it. */
class World {
  readonly pane: Pane
  readonly #random: () => number
  readonly #known = new Map<number, Known>()
  #count = 0

  constructor(pane: Pane, random: () => number) {
    this.pane = pane
    this.#random = random
  }

  /** Some things at the same moment. */
  async step(): Promise<void> {
    const many = 1 + Math.floor(this.#random() * 3)
    await Promise.all(Array.from({ length: many }, () => this.#act()))
  }

  /** Ends every turn and sends whatever waits, until nothing is left. */
  async drain(): Promise<void> {
    for (;;) {
      for (const stream of streams.splice(0)) stream.release()
      await this.#isShown()
      const [first] = valueOf(await here.storage.promptQueue.list(this.pane.agentId))
      const isSent =
        first !== undefined && (await here.engine.queue.send({ agentId: this.pane.agentId, promptId: first.id })).ok
      if (first === undefined && this.#ended() >= this.sent().length) return
      // An engine that was refused, or another one, is at it: there will be an event or a stream.
      const events = this.pane.view.events.length
      if (!isSent && streams.length === 0)
        await Promise.race([this.pane.until(({ view }) => view.events.length > events), arrived.promise])
    }
  }

  /** Resolves when the pane shows everything that any engine has recorded. */
  async #isShown(): Promise<void> {
    const { agentId } = this.pane
    const [newest] = valueOf(await here.storage.store.events({ agentId, limit: 1 }))
    await this.pane.until(({ view }) => view.events.some(({ id }) => id === newest?.id))
  }

  sent(): readonly string[] {
    return this.pane.view.events.flatMap(({ kind, content }) => (kind === 'user' ? [content ?? ''] : []))
  }

  /** Where what was sent is not what the model knows. */
  faults(): readonly string[] {
    const sent = Map.groupBy(this.sent(), (text) => Number(text.split(' ')[0]))
    const unknown = [...sent.keys()].filter((number) => !this.#known.has(number))
    const wrong = [...this.#known].filter(([number, { texts, isRemoved }]) => {
      const copies = sent.get(number) ?? []
      return isRemoved ? copies.length > 0 : copies.length !== 1 || !texts.includes(copies[0] ?? '')
    })
    return [...unknown.map((number) => `${number}: unknown`), ...wrong.map((each) => JSON.stringify(each))]
  }

  #ended(): number {
    const ends = new Set(['assistant', 'interrupted', 'error'])
    return this.pane.view.events.filter(({ kind }) => ends.has(kind)).length
  }

  async #act(): Promise<void> {
    const kind = Math.floor(this.#random() * 8)
    const { engine } = this.#random() < 0.5 ? here : there
    if (kind <= 2) return this.#queue(engine)
    if (kind === 3) return this.#edit(engine)
    if (kind === 4) return this.#remove(engine)
    if (kind === 5) return void (await engine.agents.cancel({ agentId: this.pane.agentId }))
    streams.shift()?.release()
  }

  async #queue(engine: Engine): Promise<void> {
    const number = this.#count++
    const text = `${number} typed`
    const result = await engine.agents.submit({ agentId: this.pane.agentId, text, ifBusy: 'queue' })
    if (result.ok) this.#known.set(number, { texts: [text], isRemoved: false })
  }

  async #edit(engine: Engine): Promise<void> {
    const prompt = await this.#anyQueued()
    if (prompt === null) return
    const text = `${prompt.number} edited ${Math.floor(this.#random() * 1_000)}`
    const edited = await engine.queue.change({ agentId: this.pane.agentId, promptId: prompt.id, text, asText: false })
    const known = this.#known.get(prompt.number)
    // What stood there before an edit that was made is never sent after it; edits of the same moment may be either.
    if (edited.ok && known !== undefined)
      known.texts = [text, ...known.texts.filter((other) => other.includes('edited'))]
  }

  async #remove(engine: Engine): Promise<void> {
    const prompt = await this.#anyQueued()
    if (prompt === null) return
    const removed = await engine.queue.remove({ agentId: this.pane.agentId, promptId: prompt.id })
    const known = this.#known.get(prompt.number)
    if (removed.ok && known !== undefined) known.isRemoved = true
  }

  async #anyQueued(): Promise<{ readonly id: string; readonly number: number } | null> {
    const queue = valueOf(await here.storage.promptQueue.list(this.pane.agentId))
    const prompt = queue[Math.floor(this.#random() * queue.length)]
    const number = Number(prompt?.text.split(' ')[0])
    // One whose answer has not come yet is not known to its user.
    return prompt === undefined || !this.#known.has(number) ? null : { id: prompt.id, number }
  }
}

it.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  `whatever two engines do at the same moment, each prompt is sent once, or taken back (round %i, seed ${SEED})`,
  async (round) => {
    const pane = await Pane.create(here.engine, 'claude-haiku-4-5/none')
    await knownTo(there.engine, pane.agentId)
    const world = new World(pane, seededRandom(SEED + round))
    for (let step = 0; step < STEPS; step++) {
      await world.step()
      if (step === STEPS / 2) await there.reopen()
    }
    await world.drain()
    expect(world.faults()).toEqual([])
    pane.close()
  },
)

async function knownTo(engine: Engine, agentId: string): Promise<void> {
  const stop = new AbortController()
  for await (const batch of engine.engine.subscribe(undefined, stop.signal)) {
    for (const item of batch) {
      const agents = item.type === 'snapshot' ? item.agents : item.type === 'agent' ? [item.agent] : []
      if (agents.some(({ id }) => id === agentId)) return stop.abort()
    }
  }
}
