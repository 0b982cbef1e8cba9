import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type ScriptedAnswer, type ScriptedBlock, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { eventsOf, lookUp, LookUp, rerun } from '../support/rerun-runs.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** Random runs that are run again; each plants a difference too. */
const RUNS = Number(process.env['IKIGAI_RERUNS'] ?? 4)
const SEED = Number(process.env['IKIGAI_SEED'] ?? 1)

/** What a model does to its own context. */
const COMMANDS = ['mark OWN', 'clear', 'clear OWN']

function slash(line: string): ScriptedBlock {
  const [command = '', args = ''] = line.split(' ')
  return { type: 'tool_call', name: 'slash', arguments: { command, args } }
}

/** A model that gives equal requests of equal runs equal answers, with the same ids, and whose answers are otherwise random. */
class Model {
  readonly #answers = new Map<string, ScriptedAnswer>()
  readonly #random: () => number
  /** The requests since the last `begin`. */
  requests: SimulatorRequest[] = []
  #planted = -1
  #cut: { readonly at: number; readonly cut: () => void } | null = null

  constructor(random: () => number) {
    this.#random = random
  }

  begin(planted = -1): void {
    this.requests = []
    this.#planted = planted
  }

  /** Calls `cut` once, at the request with this number, which then counts as not made. */
  cutAt(at: number, cut: () => void): void {
    this.#cut = { at, cut }
  }

  answer(request: SimulatorRequest): ScriptedAnswer {
    if (this.#cut?.at === this.requests.length) {
      this.#cut.cut()
      this.#cut = null
      return { ...textAnswer('This is cut off.'), holdAfterEvents: 1 }
    }
    this.requests.push(request)
    const key = this.#key(this.requests.length - 1)
    const known = this.#answers.get(key) ?? this.#new()
    this.#answers.set(key, known)
    return this.requests.length - 1 === this.#planted ? withOther(known) : known
  }

  /** The numbers of the requests that were answered with calls. */
  calling(): readonly number[] {
    return this.requests.flatMap((_, index) =>
      this.#answers.get(this.#key(index))?.blocks.some(({ type }) => type === 'tool_call') === true ? [index] : [],
    )
  }

  /** The request, and how often the run had it before: a model that clears its context would repeat itself for ever. */
  #key(index: number): string {
    const bodies = this.requests.slice(0, index + 1).map(({ host, bodyText }) => `${host}\n${bodyText}`)
    const body = bodies[index] ?? ''
    return `${bodies.filter((each) => each === body).length}\n${body}`
  }

  #new(): ScriptedAnswer {
    const calls = this.#below(4)
    const words = Array.from({ length: calls }, () => `w${this.#below(1_000)}`)
    const ownCommand = COMMANDS[this.#below(3 * COMMANDS.length)]
    const blocks = [...lookUp(...words).blocks, ...(ownCommand === undefined ? [] : [slash(ownCommand)])]
    const answer = calls === 0 ? textAnswer(`answer ${this.#below(1_000_000)}`) : { type: 'script' as const, blocks }
    return { ...answer, reuse: true }
  }

  #below(limit: number): number {
    return Math.floor(this.#random() * limit)
  }
}

/** The answer with another first call. */
function withOther({ blocks, ...answer }: ScriptedAnswer): ScriptedAnswer {
  const first = blocks.findIndex(({ type }) => type === 'tool_call')
  const other = { type: 'tool_call', name: 'look_up', arguments: { word: 'planted' } } as const
  const { reuse: _reuse, ...once } = answer
  return { ...once, blocks: blocks.map((block, index) => (index === first ? other : block)) }
}

const MODELS = ['claude-haiku-4-5/none', 'gpt-5-mini/low', 'gemini-2.5-flash/none', 'mistral-medium-latest/none']

describe('random runs, run again', () => {
  const tool = new LookUp()
  /** Differences that were planted, and those that were found where they are. */
  const differences = { planted: 0, found: 0 }
  let simulator: Simulator
  let real: RealEngine

  beforeAll(async () => {
    simulator = await startSimulator()
    real = await openRealEngine(simulator.environment(), { tools: [tool], allowed: ['look_up', 'slash'] })
  })
  afterAll(async () => {
    await real.close()
    await simulator.close()
  })

  it.each(Array.from({ length: RUNS }, (_, index) => SEED + index))(
    'send the same bytes and run nothing, and a planted difference is found at its event: seed %i',
    async (seed) => {
      const random = seededRandom(seed)
      const below = (limit: number): number => Math.floor(random() * limit)
      const pick = <T>(items: readonly T[], otherwise: T): T => items[below(items.length)] ?? otherwise
      const model = new Model(random)
      simulator.answerWith((request) => model.answer(request))
      let pane = await Pane.create(real.engine, pick(MODELS, ''))
      if (random() < 0.4) {
        await pane.type('Before the fork')
        model.begin()
        pane = await pane.fork({ models: [], prompt: 'In the fork' })
        await pane.until(({ view }) => view.turn === null && view.events.at(-1)?.kind === 'assistant')
      }
      const typeCommand = () =>
        real.engine.agents.submit({
          agentId: pane.agentId,
          text: pick(
            ['/mark M', '/clear', '/clear M', '/clear --undo', '/system edit Be brief.', `/model ${pick(MODELS, '')}`],
            '',
          ),
        })
      for (let prompt = 0; prompt < 3; prompt++) {
        await pane.type(`Prompt ${prompt}`)
        for (let commands = below(3); commands > 0; commands--) await typeCommand()
      }
      const sent = model.requests
      const original = await eventsOf(real, pane.agentId)
      const { runs } = tool

      model.begin()
      const same = await rerun(real, pane.agentId)
      expect(same).toMatchObject({ status: 'completed', differences: 0, divergence: null })
      expect(model.requests.map(({ host, bodyText }) => [host, bodyText])).toEqual(
        sent.map(({ host, bodyText }) => [host, bodyText]),
      )

      const bodies = new Set(sent.map(({ bodyText }) => bodyText))
      // A repeated request may get another answer in another run.
      const prompts = original.filter(
        ({ kind, content }) => bodies.size === sent.length && kind === 'user' && content?.startsWith('Prompt') === true,
      )
      const promptId = pick(prompts, prompts[0])?.id
      model.begin()
      const turn = await rerun(real, pane.agentId, promptId === undefined ? {} : { promptId })
      expect(turn).toMatchObject({ status: 'completed', differences: 0 })
      expect(model.requests.filter(({ bodyText }) => !bodies.has(bodyText))).toEqual([])

      model.begin()
      const stop = new AbortController()
      model.cutAt(below(sent.length), () => stop.abort())
      const cut = await rerun(real, pane.agentId, {}, stop.signal)
      expect(cut).toMatchObject({ status: 'stopped', canResume: true })
      const resumed = valueOf(await real.engine.local.reruns.resume(cut.agentId))
      valueOf(await resumed.ended)
      const whole = valueOf(await real.engine.reruns.view({ rerunId: cut.agentId }))
      expect(whole).toMatchObject({ status: 'completed', differences: 0, canResume: false })
      expect(model.requests.map(({ bodyText }) => bodyText)).toEqual(sent.map(({ bodyText }) => bodyText))

      model.begin()
      await rerun(real, pane.agentId)
      const calling = model.calling()
      const place = pick(calling, -1)
      const answers = original.filter(({ kind }) => kind === 'assistant')
      model.begin(place)
      const planted = await rerun(real, pane.agentId)
      const { status, divergence } = planted
      const found = [status, divergence?.type, divergence?.eventId, divergence?.made?.arguments, model.requests.length]
      const expected = ['difference', 'other_call', answers[place]?.id, { word: 'planted' }, place + 1]
      // A run without calls has none to plant.
      if (place !== -1) differences.planted++
      expect(found).toEqual(place === -1 ? ['completed', undefined, undefined, undefined, sent.length] : expected)
      if (place !== -1) differences.found++
      expect(tool.runs).toBe(runs)
    },
  )

  it('have a planted difference in most runs, and each is found', async ({ annotate }) => {
    const { planted, found } = differences
    await annotate(`${RUNS} runs: ${planted} differences planted, ${found} found`)
    expect(found).toBe(planted)
    expect(planted).toBeGreaterThan(RUNS / 2)
  })
})
