import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { runSingleTurn, fastClock, MODEL_BY_API } from '../support/run-single-turn.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { WIRE_FORMATS } from '../support/provider-simulator/wire-format.ts'
import { between, say, SEED, setting } from './soak-settings.ts'

/** 1: every byte; more: every so many, from a random one on. */
const STEP = setting('IKIGAI_SOAK_BYTE_STEP', 61)
const TEXT = 'Grüße, 日本!'
const LAST_BYTE = 3_000
const BIG = 'sixteen megabytes '.repeat(930_000)

let simulator: Simulator
let real: RealEngine

beforeAll(async () => {
  simulator = await startSimulator()
  real = await openRealEngine(simulator.environment(), { clock: fastClock })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

afterAll(async () => {
  vi.restoreAllMocks()
  await real.close()
  await simulator.close()
})

describe.each(WIRE_FORMATS)('a stream of %s', (wire) => {
  it.each(['end', 'reset'] as const)(
    `that is cut at any byte (%s) ends in one error or whole, never in half an answer (seed ${SEED})`,
    async (ending) => {
      const found = new Map<string, number>()
      for (let atByte = between(0, STEP); atByte < LAST_BYTE; atByte += STEP) {
        const faults = [{ type: 'truncate', atByte, ending }] as const
        simulator.answerWith(() => ({ type: 'script', blocks: [{ type: 'text', text: TEXT }], chunkSize: 4, faults }))
        const { kinds, category, recorded, streamed, endings } = await runSingleTurn(real, MODEL_BY_API[wire])
        const whole = kinds.join() === 'assistant'
        const isRight =
          recorded === streamed && endings === 1 && (whole ? recorded === TEXT : TEXT.startsWith(recorded))
        const outcome = isRight ? (category ?? 'whole') : `wrong at byte ${atByte}: ${kinds.join()} ${recorded}`
        found.set(outcome, (found.get(outcome) ?? 0) + 1)
      }
      say(`${wire}, ${ending}: ${[...found].map(([outcome, times]) => `${outcome} ${times}`).join(', ')}`)
      const surprises = [...found.keys()].filter((outcome) => !['whole', 'SERVER', 'UNKNOWN'].includes(outcome))
      expect(surprises).toEqual([])
    },
  )

  it('with an event of 16 MB is recorded whole', async () => {
    const faults = [{ type: 'replace_text', text: BIG }] as const
    simulator.answerWith(() => ({ type: 'script', blocks: [{ type: 'text', text: TEXT }], chunkSize: 4, faults }))
    const { kinds, recorded } = await runSingleTurn(real, MODEL_BY_API[wire])
    expect({ kinds, begins: recorded.startsWith(BIG), length: recorded.length }).toEqual({
      kinds: ['assistant'],
      begins: true,
      length: BIG.length + TEXT.length - 4,
    })
  })
})
