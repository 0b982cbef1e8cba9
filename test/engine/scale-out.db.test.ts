import { fork } from 'node:child_process'
import { once } from 'node:events'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

/** The proof takes 200; a normal run needs no more than a crowd. */
const AGENTS = Number(process.env['IKIGAI_SCALE_AGENTS'] ?? 24)
const MODEL = 'claude-haiku-4-5/none'
const CHILD = new URL('../support/engine-child.ts', import.meta.url)

describe('three engines on one database', () => {
  let simulator: Simulator
  let owner: RealEngine
  let engines: readonly RealEngine[]

  beforeAll(async () => {
    simulator = await startSimulator()
    owner = await openRealEngine(simulator.environment())
    const databaseUrl = owner.databaseUrl
    const others = [1, 2].map(() => openRealEngine(simulator.environment(), { databaseUrl }))
    engines = [owner, ...(await Promise.all(others))]
  })

  afterAll(async () => {
    for (const real of engines.toReversed()) await real.close()
    await simulator.close()
  })

  it(`run each turn of ${AGENTS} agents once, whichever of them is asked first, and tell each other`, async () => {
    simulator.answerWith(() => textAnswer('Done.'))
    const before = simulator.requests.length
    const ids: string[] = []
    for (let index = 0; index < AGENTS; index++) {
      ids.push(valueOf(await owner.engine.agents.create({ model: MODEL, name: `agent ${index}` })).id)
    }
    for (const { engine } of engines) await sees(engine, ids)
    const latencies: number[] = []
    await Promise.all(
      ids.map(async (id, index) => {
        const watcher = await Pane.open(engineAt(index + 1), id)
        const answers = await Promise.all(
          engines.map(({ engine }) => engine.agents.submit({ agentId: id, text: `ask-${index}` })),
        )
        const started = answers.filter((answer) => answer.ok).length
        expect({ index, started: started >= 1 }).toEqual({ index, started: true })
        await watcher.until((pane) => answersOf(pane) === started && promptsOf(pane) === started)
        const recordedAt = Date.parse(watcher.last('assistant')?.createdAt ?? '')
        latencies.push(Date.now() - recordedAt)
        expect({ index, prompts: promptsOf(watcher), answers: answersOf(watcher) }).toEqual({
          index,
          prompts: started,
          answers: started,
        })
        watcher.close()
        prompts += started
      }),
    )
    expect(simulator.requests.length - before).toBe(prompts)
    const sorted = latencies.toSorted((a, b) => a - b)
    const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]
    process.stdout.write(`from record to another engine's subscriber: p50 ${at(0.5)} ms, p99 ${at(0.99)} ms\n`)
  })
  let prompts = 0

  it('take over from one that is killed in the middle of a turn: closed as interrupted, free for the next', async () => {
    simulator.answerWith(() => undefined)
    simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'text', text: 'Half an ' }, { type: 'hold' }],
    })
    const agent = valueOf(await owner.engine.agents.create({ model: MODEL }))
    const pane = await Pane.open(owner.engine, agent.id)
    const child = fork(CHILD, [owner.databaseUrl, agent.id], { env: simulator.environment() })
    await simulator.streamHeld()
    await once(child, 'message')
    expect(refused(await owner.engine.agents.submit({ agentId: agent.id, text: 'Mine' }))).toMatch(
      /^Another ikigai on this database/,
    )
    child.kill('SIGKILL')
    await pane.until(() => pane.last('interrupted') !== undefined)
    expect(pane.lines()).toEqual(['user: Go', 'interrupted: Half an '])
    simulator.enqueue('anthropic', textAnswer('Free again.'))
    await pane.type('And now?')
    expect(pane.last('assistant')?.content).toBe('Free again.')
  })

  const engineAt = (index: number) => (engines[index % engines.length] ?? owner).engine
})

function refused(outcome: { readonly ok: boolean; readonly error?: { readonly message: string } }): string {
  return outcome.error?.message ?? 'it was not refused'
}

function answersOf(pane: Pane): number {
  return pane.view.events.filter(({ kind }) => kind === 'assistant').length
}

function promptsOf(pane: Pane): number {
  return pane.view.events.filter(({ kind }) => kind === 'user').length
}

/** The engine's tree has all of these. */
async function sees(engine: RealEngine['engine'], ids: readonly string[]): Promise<void> {
  const missing = new Set(ids)
  for (const { id } of await agentsOf(engine)) missing.delete(id)
  if (missing.size === 0) return
  const stop = new AbortController()
  for await (const batch of engine.engine.subscribe(undefined, stop.signal)) {
    for (const item of batch) {
      if (item.type === 'agent') missing.delete(item.agent.id)
      if (item.type === 'snapshot') for (const { id } of item.agents) missing.delete(id)
    }
    if (missing.size === 0) stop.abort()
  }
}
