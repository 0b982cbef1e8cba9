import { afterAll, beforeAll, expect, it } from 'vitest'

import { FaultTrials } from '../support/fault-trial.ts'

let trials: FaultTrials
beforeAll(async () => {
  trials = await FaultTrials.open()
})
afterAll(() => trials.close())

// A rejection that nothing handles fails the run as well. The soak test has all calls of all methods.
it('a port that fails in a turn costs that turn at most, and the agent goes on', { timeout: 300_000 }, async () => {
  expect(await trials.try(null)).toBeNull()
  const faults = trials.faults(['throws', 'rejects', 'hangs', 'twice', 'late'])
  expect(faults.length).toBeGreaterThan(90)
  const callbacks = faults.filter(({ kind }) => kind === 'twice' || kind === 'late')
  expect(callbacks.length).toBeGreaterThan(4)
  const problems: string[] = []
  for (const fault of faults) {
    const problem = await trials.try(fault)
    if (problem !== null) problems.push(`${fault.path} ${fault.kind}: ${problem}`)
  }
  expect(problems).toEqual([])
})
