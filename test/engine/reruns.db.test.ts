import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../src/shared/agent-summary.ts'
import type { DifferenceRule, RerunView } from '../../src/shared/rerun.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type ScriptedAnswer, type ScriptedBlock, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** Random runs that are run again; each plants a difference too. */
const RUNS = Number(process.env['IKIGAI_RERUNS'] ?? 4)
const SEED = Number(process.env['IKIGAI_SEED'] ?? 1)

/** Answers differently each time that it runs. */
class LookUp implements Tool {
  readonly definition = {
    name: 'look_up',
    description: 'Looks a word up.',
    parameters: { type: 'object', properties: { word: { type: 'string' } } },
  }
  runs = 0

  prepare({ word }: { readonly word?: unknown }) {
    const run = async () => {
      this.runs += 1
      return { content: `entry ${this.runs} of ${JSON.stringify(word)}`, isError: this.runs % 5 === 0 }
    }
    const call = { subject: String(word), access: 'read', paths: [], isInFolder: true, run } as const
    return Promise.resolve({ ok: true, call } as const)
  }
}

const lookUp = (...words: readonly string[]): ScriptedAnswer => ({
  type: 'script',
  blocks: words.map((word): ScriptedBlock => ({ type: 'tool_call', name: 'look_up', arguments: { word } })),
})

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

  constructor(random: () => number) {
    this.#random = random
  }

  begin(planted = -1): void {
    this.requests = []
    this.#planted = planted
  }

  answer(request: SimulatorRequest): ScriptedAnswer {
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

async function eventsOf({ storage }: RealEngine, agentId: string): Promise<readonly AgentEvent[]> {
  return valueOf(await storage.store.events({ agentId }))
}

interface Wish {
  readonly promptId?: number
  readonly model?: string
  readonly system?: string
  readonly onDifference?: DifferenceRule
}

/** Runs an agent again, to the end. */
async function rerun({ engine }: RealEngine, agentId: string, wish: Wish = {}): Promise<RerunView> {
  const { rerunId, ended } = valueOf(await engine.local.reruns.start({ agentId, onDifference: 'end', ...wish }))
  valueOf(await ended)
  return valueOf(await engine.reruns.view({ rerunId }))
}

describe('random runs, run again', () => {
  const tool = new LookUp()
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
      expect(found).toEqual(place === -1 ? ['completed', undefined, undefined, undefined, sent.length] : expected)
      expect(tool.runs).toBe(runs)
    },
  )
})

describe('a rerun', () => {
  const tool = new LookUp()
  let folder: string
  let simulator: Simulator
  let real: RealEngine
  let inbox: ApprovalClient
  let original: Pane

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ikigai-reruns-'))
    simulator = await startSimulator()
    const log = (hook: string) => ({ command: ['bash', '-c', `cat >> "${join(folder, hook)}"`] })
    const hooks = { before_tool: [log('before')], after_tool: [log('after')], turn_end: [log('end')] }
    const options = { tools: [tool], allowed: ['look_up'], attended: true, config: { hooks } }
    real = await openRealEngine(simulator.environment(), options)
    inbox = new ApprovalClient(real.engine)
    original = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    simulator.enqueue('anthropic', lookUp('a', 'b'))
    simulator.enqueue('anthropic', lookUp('c'))
    simulator.enqueue('anthropic', textAnswer('One.'))
    await original.type('Look it up')
    simulator.enqueue('anthropic', textAnswer('Two.'))
    await original.type('And?')
  })
  afterAll(async () => {
    inbox.close()
    await real.close()
    await simulator.close()
    await rm(folder, { recursive: true, force: true })
  })

  const results = async (agentId: string): Promise<readonly string[]> =>
    (await eventsOf(real, agentId)).flatMap(({ kind, content }) => (kind === 'tool_result' ? [content ?? ''] : []))

  it('with another model asks at a difference, plays the nearest result, and goes on', async () => {
    const { runs } = tool
    simulator.enqueue('openai', lookUp('a'))
    simulator.enqueue('openai', lookUp('x', 'c'))
    simulator.enqueue('openai', textAnswer('Uno.'))
    simulator.enqueue('openai', textAnswer('Dos.'))
    const request = { agentId: original.agentId, model: 'gpt-5-mini/low', onDifference: 'ask' } as const
    const rerunId = valueOf(await real.engine.reruns.start(request))
    await inbox.until(({ pending }) => pending.size === 1)
    const [question] = inbox.pending.values()
    expect(question).toMatchObject({
      agentId: rerunId,
      access: 'question',
      choices: ['Play the nearest recorded result', 'Run for real', 'End the rerun'],
      subject: expect.stringContaining('look_up {"word":"x"}'),
    })
    const answerWith = (...choices: readonly string[]) =>
      real.engine.approvals.answer({ approvalId: question?.id ?? '', answer: { type: 'reply', choices, text: '' } })
    expect(refusalOf(await answerWith())).toBe('Choose one of the answers.')
    const pane = await Pane.open(real.engine, rerunId)
    valueOf(await answerWith('Play the nearest recorded result'))
    await pane.until(({ view }) => view.events.some(({ kind, data }) => kind === 'rerun' && data.step === 'ended'))
    const view = valueOf(await real.engine.reruns.view({ rerunId }))
    expect(view).toMatchObject({
      status: 'completed',
      differences: 1,
      divergence: {
        type: 'other_call',
        recorded: { name: 'look_up', arguments: { word: 'b' } },
        made: { name: 'look_up', arguments: { word: 'x' } },
        choice: 'nearest',
      },
      original: { model: 'claude-haiku-4-5', answers: 4, calls: 3 },
      again: { model: 'gpt-5-mini', answers: 4, calls: 3 },
    })
    expect(await results(rerunId)).toEqual(await results(original.agentId))
    expect(tool.runs).toBe(runs)
    pane.close()
  })

  it('runs calls from a difference on if the person says so, and before it none', async () => {
    const { runs } = tool
    simulator.enqueue('anthropic', lookUp('a', 'x'))
    simulator.enqueue('anthropic', textAnswer('Done.'))
    simulator.enqueue('anthropic', lookUp('y'))
    simulator.enqueue('anthropic', textAnswer('Done.'))
    const view = await rerun(real, original.agentId, { onDifference: 'run' })
    expect(view).toMatchObject({ status: 'completed', differences: 1, divergence: { choice: 'run' } })
    const [first] = await results(original.agentId)
    expect(await results(view.agentId)).toEqual([first, `entry ${runs + 1} of "x"`, `entry ${runs + 2} of "y"`])
    expect(tool.runs).toBe(runs + 2)
  })

  it('of one turn has another system prompt, and no hook runs while results are played', async () => {
    const prompt = original.view.events.find(({ content }) => content === 'Look it up')
    simulator.enqueue('anthropic', lookUp('a', 'b'))
    simulator.enqueue('anthropic', lookUp('c'))
    simulator.enqueue('anthropic', textAnswer('Once more.'))
    const view = await rerun(real, original.agentId, { promptId: prompt?.id ?? 0, system: 'Be a poet.' })
    expect(view).toMatchObject({ status: 'completed', differences: 0, again: { answers: 3 } })
    expect(JSON.stringify(simulator.requests.at(-1)?.body['system'])).toContain('Be a poet.')
    expect((await eventsOf(real, view.agentId)).map(({ content }) => content)).not.toContain('And?')
    const hooked = await Promise.all(['before', 'after'].map((name) => readFile(join(folder, name), 'utf8')))
    expect(hooked.join('')).toContain(original.agentId)
    expect(hooked.join('')).not.toContain(view.agentId)
  })

  it('is stopped with its turn or before it, and fails with its request', async () => {
    simulator.enqueue('anthropic', { ...lookUp('a'), holdAfterEvents: 1 })
    const { rerunId, ended } = valueOf(
      await real.engine.local.reruns.start({ agentId: original.agentId, onDifference: 'end' }),
    )
    await simulator.streamHeld()
    expect(valueOf(await real.engine.reruns.view({ rerunId })).status).toBe('running')
    await real.engine.agents.cancel({ agentId: rerunId })
    valueOf(await ended)
    expect(valueOf(await real.engine.reruns.view({ rerunId })).status).toBe('stopped')
    const sent = simulator.requests.length
    const request = { agentId: original.agentId, onDifference: 'end' } as const
    const before = valueOf(await real.engine.local.reruns.start(request, AbortSignal.abort()))
    valueOf(await before.ended)
    expect(valueOf(await real.engine.reruns.view({ rerunId: before.rerunId })).status).toBe('stopped')
    expect(simulator.requests).toHaveLength(sent)
    simulator.enqueue('anthropic', { type: 'failure', failure: { kind: 'bad_request', message: 'No.' } })
    expect(await rerun(real, original.agentId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('No.'),
    })
  })

  it('is imported with what it repeats', async () => {
    const { engine } = real
    const views = async (agents: readonly AgentSummary[]) => {
      const found = await Promise.all(agents.map(({ id }) => engine.reruns.view({ rerunId: id })))
      return found.flatMap((view) => (view.ok ? [view.value] : []))
    }
    const facts = (all: readonly RerunView[]) =>
      all
        .map(({ status, divergence, original: { calls, answers }, again }) =>
          JSON.stringify([status, divergence?.recorded, divergence?.made, calls, answers, again.calls]),
        )
        .toSorted()
    const before = await agentsOf(engine)
    const exported = await views(before)
    const lines: string[] = []
    for await (const line of engine.local.exportLines(original.agentId)) lines.push(valueOf(line))
    valueOf(await engine.local.importLines(lines))
    const imported = await views((await agentsOf(engine)).filter(({ id }) => before.every((known) => known.id !== id)))
    expect(facts(imported)).toEqual(facts(exported))
    expect(imported.map((view) => view.original.agentId)).not.toContain(original.agentId)
  })

  it('is refused for what has no answer, no such prompt, and no model that could play', async () => {
    const start = (agentId: string, wish: Wish) => real.engine.reruns.start({ agentId, onDifference: 'end', ...wish })
    const empty = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    expect(refusalOf(await start(empty.agentId, {}))).toBe('There is no answer that could be run again.')
    expect(refusalOf(await start(original.agentId, { promptId: 1 }))).toContain('no prompt of the agent')
    expect(refusalOf(await start(original.agentId, { model: 'acp/some-agent' }))).toContain('outside agent')
    expect(refusalOf(await real.engine.reruns.view({ rerunId: original.agentId }))).toContain('No rerun')
    empty.close()
  })
})
