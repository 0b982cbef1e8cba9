import { readFile, writeFile } from 'node:fs/promises'

import { z } from 'zod'

const tallySchema = z.object({ passed: z.number(), failed: z.number(), flaky: z.array(z.string()) })

/** The results of one test runner. */
export interface Tally {
  /** Tests that passed, at the first attempt or at a retry. */
  readonly passed: number
  readonly failed: number
  /** Full names of the tests that failed first and passed when they were retried. */
  readonly flaky: readonly string[]
}

export const NO_TESTS: Tally = { passed: 0, failed: 0, flaky: [] }

/** Variable that names the file to which a runner's reporter writes its tally, as JSON. */
export const TALLY_FILE = 'IKIGAI_TALLY_FILE'

/** Writes the tally to the file of `TALLY_FILE`. Does nothing without that variable. */
export async function writeTally(tally: Tally): Promise<void> {
  const file = process.env[TALLY_FILE]
  if (file !== undefined) await writeFile(file, JSON.stringify(tally))
}

/** Returns the tally that a reporter wrote. A runner that ended before its tests has written none. */
export async function readTally(file: string): Promise<Tally> {
  const text = await readFile(file, 'utf8').catch(() => null)
  return text === null ? NO_TESTS : tallySchema.parse(JSON.parse(text))
}

export function addTallies(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((sum, { passed }) => sum + passed, 0),
    failed: tallies.reduce((sum, { failed }) => sum + failed, 0),
    flaky: tallies.flatMap(({ flaky }) => flaky),
  }
}
