import { afterAll, beforeAll } from 'vitest'

import { closeAll } from './close-all.ts'
import { openRealEngine, type RealEngine, type RealEngineOptions } from './open-real-engine.ts'
import type { Simulator, SimulatorOptions } from './provider-simulator/simulator.ts'
import { startSimulator } from './provider-simulator/start-simulator.ts'

/** An engine with simulated providers for the tests of one file; both are there once the first of them has begun. */
export interface SharedEngine {
  readonly simulator: Simulator
  readonly real: RealEngine
}

/** Opens an engine with a database of its own before the tests of a file, and closes it after them. */
export function engineForTests(answers: SimulatorOptions = {}, options: RealEngineOptions = {}): SharedEngine {
  let simulator: Simulator | undefined
  let real: RealEngine | undefined
  beforeAll(async () => {
    simulator = await startSimulator(answers)
    real = await openRealEngine(simulator.environment(), options)
  })
  afterAll(() => closeAll(real, simulator))
  return {
    get simulator() {
      return started(simulator)
    },
    get real() {
      return started(real)
    },
  }
}

function started<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('The engine is opened before the first test')
  return part
}
