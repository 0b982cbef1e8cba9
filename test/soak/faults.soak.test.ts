import { afterAll, beforeAll, expect, it } from 'vitest'

import { FaultTrials } from '../support/fault-trial.ts'
import { FAULT_KINDS } from '../support/faulty-ports.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { say, SEED, setting } from './soak-settings.ts'

/** `FAULTS=10000 npm run test:soak -- faults` is the long run. */
const faults = setting('FAULTS', 200)
const random = seededRandom(SEED)
/** The largest number of the call that fails. */
const MAX_CALL = 4

let trials: FaultTrials
beforeAll(async () => {
  trials = await FaultTrials.open()
})
afterAll(() => trials.close())

// A rejection that nothing handles fails the run as well.
it(`no other turn notices ${faults} faults of ports (seed ${SEED})`, { timeout: 4 * 3_600_000 }, async () => {
  expect(await trials.try(null)).toBeNull()
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.trunc(random() * from.length)]
  const problems: string[] = []
  for (let done = 0; done < faults; done++) {
    const planned = pick(trials.faults(FAULT_KINDS))
    if (planned === undefined) throw new Error('No port was called.')
    const fault = { ...planned, call: 1 + Math.trunc(random() * MAX_CALL) }
    const problem = await trials.try(fault)
    if (problem !== null) problems.push(`${fault.path} ${fault.kind} ${fault.call}: ${problem}`)
  }
  say(`${faults} faults, ${Math.round(process.memoryUsage().rss / 1e6)} MB in use`)
  expect(problems).toEqual([])
})
