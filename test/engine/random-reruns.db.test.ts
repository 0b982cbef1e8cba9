import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { callsOf, rerunSteps } from '../../src/main/core/reruns/recorded-turns.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { type Planted, PLANTED, RepeatingModel } from '../support/repeating-model.ts'
import { eventsOf, LookUp, rerun } from '../support/rerun-runs.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** Random runs that are run again; each plants a difference too. Long series are run in parts, by the first seed. */
const RUNS = Number(process.env['IKIGAI_RERUNS'] ?? 4)
const SEED = Number(process.env['IKIGAI_SEED'] ?? 1)

const MODELS = ['claude-haiku-4-5/none', 'gpt-5-mini/low', 'gemini-2.5-flash/none', 'mistral-medium-latest/none']

describe('random runs, run again', () => {
  const tool = new LookUp()
  /** What was recorded and run again, and the differences that were planted and found at their events. */
  const sums = { runs: 0, turns: 0, withCalls: 0, requests: 0, calls: 0, planted: 0, found: 0 }
  let simulator: Simulator
  let real: RealEngine

  beforeAll(async () => {
    simulator = await startSimulator()
    real = await openRealEngine(simulator.environment(), { tools: [tool], allowed: ['look_up', 'slash'] })
  })
  afterAll(() => closeAll(real, simulator))

  it.each(Array.from({ length: RUNS }, (_, index) => SEED + index))(
    'send the same bytes and run nothing, and a planted difference is found at its event: seed %i',
    async (seed) => {
      const random = seededRandom(seed)
      const below = (limit: number): number => Math.floor(random() * limit)
      const pick = <T>(items: readonly T[], otherwise: T): T => items[below(items.length)] ?? otherwise
      const model = new RepeatingModel(random)
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
      const type = pick(['other_call', 'extra_call', 'missing_call'] as const, 'extra_call')
      const places = model.answered(type !== 'extra_call')
      // A run without calls has none to change or to leave out.
      const planted: Planted =
        places.length > 0 ? { type, at: pick(places, 0) } : { type: 'extra_call', at: sent.length - 1 }
      sums.planted++
      model.begin(planted)
      const { divergence } = await rerun(real, pane.agentId)
      expect([divergence?.type, divergence?.eventId, divergence?.made?.arguments]).toEqual([
        planted.type,
        placeOf(planted, original),
        planted.type === 'missing_call' ? undefined : PLANTED,
      ])
      sums.found++
      expect(tool.runs).toBe(runs)
      const turns = rerunSteps(original).flatMap((step) => (step.type === 'turn' ? [step.turn.calls.length] : []))
      sums.runs++
      sums.turns += turns.length
      sums.withCalls += turns.filter((calls) => calls > 0).length
      sums.requests += sent.length
      sums.calls += original.flatMap(callsOf).length
    },
  )

  it('are all run again, each with a planted difference', async ({ annotate }) => {
    const { turns, withCalls, requests, calls, planted, found } = sums
    await annotate(
      `Seeds ${SEED} to ${SEED + RUNS - 1}: ${sums.runs} runs of ${turns} turns, ${withCalls} of them with calls, with ${requests} requests and ${calls} calls; ${planted} differences planted, ${found} found`,
    )
    expect(sums).toMatchObject({ runs: RUNS, planted: RUNS, found: RUNS })
    expect(calls).toBeGreaterThan(RUNS)
  })
})

/** Returns the event of the original at which a planted difference is. */
function placeOf({ type, at }: Planted, original: readonly AgentEvent[]): number | undefined {
  const answer = original.filter(({ kind }) => kind === 'assistant')[at]
  if (type !== 'extra_call') return answer?.id
  const turns = rerunSteps(original).flatMap((step) => (step.type === 'turn' ? [step.turn.events] : []))
  return turns.find((events) => events.some(({ id }) => id === answer?.id))?.at(-1)?.id
}
