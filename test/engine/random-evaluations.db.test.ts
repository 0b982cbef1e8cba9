import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { binomialAtMost } from '../../src/main/core/statistics/rate-intervals.ts'
import { valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { RATED_MODELS, RatedAnswers, ratedTasks, type Rates } from '../support/rated-answers.ts'
import { seededRandom } from '../support/seeded-random.ts'

/** Evaluations of 30 tasks, 3 models and 3 repetitions. Long series are run in parts, by the first seed. */
const RUNS = Number(process.env['IKIGAI_EVALUATIONS'] ?? 2)
const SEED = Number(process.env['IKIGAI_SEED'] ?? 1)

const TASKS = 30
const REPEAT = 3
/** How probably all intervals of an evaluation contain the true rates, at least. */
const CONFIDENCE = 0.95
/** A result that is less probable than this, if the intervals are right, is a failure. */
const IMPROBABLE = 0.01
/** The widest interval of a right computation: 45 of 90 passed, at a confidence of 98.3 %. */
const WIDEST = 0.27

describe('random evaluations', () => {
  let simulator: Simulator
  let real: RealEngine
  let folder: string
  let file: string
  /** By run and model, whether the interval contains the true rate. */
  const contained: (readonly boolean[])[] = []
  const widths: number[] = []

  beforeAll(async () => {
    simulator = await startSimulator({ remembers: false })
    real = await openRealEngine(simulator.environment())
    folder = await mkdtemp(join(tmpdir(), 'ikigai-evaluations-'))
    file = join(folder, 'tasks.json')
    await writeFile(file, JSON.stringify({ tasks: ratedTasks(TASKS) }))
  })
  afterAll(() => closeAll(real, simulator, folder))

  it.for(Array.from({ length: RUNS }, (_, index) => SEED + index))(
    'ask each model each task as often as wanted: seed %i',
    async (seed, { annotate }) => {
      const random = seededRandom(seed)
      const rates: Rates = { anthropic: random(), openai: random() ** 0.2, google: random() ** 3 }
      const answers = new RatedAnswers(seed, rates)
      let requests = 0
      simulator.answerWith((request) => {
        requests++
        return answers.answer(request)
      })
      const view = await evaluate(real, file)
      expect([view.planned, view.checked, view.failed, requests]).toEqual([270, 270, 0, 270])
      const truth = Object.values(rates)
      const intervals = view.models.map(({ interval }) => interval ?? { low: 0, high: 0 })
      expect(view.models.map(({ model }) => model)).toEqual(RATED_MODELS)
      const right = intervals.map(({ low, high }, index) => low <= (truth[index] ?? -1) && (truth[index] ?? 2) <= high)
      contained.push(right)
      await annotate(`seed ${seed}: ${right.filter(Boolean).length} of ${right.length} intervals contain the true rate`)
      widths.push(...intervals.map(({ low, high }) => high - low))
    },
  )

  it('have intervals that contain the true rates as often as they promise, and are not wider than needed', async ({
    annotate,
  }) => {
    const single = contained.flat()
    const right = single.filter(Boolean).length
    const allRight = contained.filter((run) => run.every(Boolean)).length
    const widest = Math.max(...widths)
    await annotate(
      `${contained.length} evaluations: all intervals contain the true rates in ${allRight}; ${right} of ${single.length} intervals do; the widest is ${widest.toFixed(3)}`,
    )
    expect(contained).toHaveLength(RUNS)
    const each = 1 - (1 - CONFIDENCE) / RATED_MODELS.length
    expect(binomialAtMost(right, single.length, each)).toBeGreaterThan(IMPROBABLE)
    expect(binomialAtMost(allRight, RUNS, CONFIDENCE)).toBeGreaterThan(IMPROBABLE)
    expect(widest).toBeLessThan(WIDEST)
  })
})

/** Runs one evaluation to its end. */
async function evaluate({ engine }: RealEngine, file: string) {
  const { evaluations } = engine.local
  const settings = { repeat: REPEAT, atOnce: 8, maxUsd: null, unconfined: false, isNew: true }
  const { evaluationId, plan } = valueOf(await evaluations.open({ file, models: RATED_MODELS, ...settings }))
  valueOf(await evaluations.run(evaluationId, plan))
  return valueOf(await evaluations.view(evaluationId))
}
