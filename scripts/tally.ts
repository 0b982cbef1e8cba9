import { readFile, writeFile } from 'node:fs/promises'
import { stripVTControlCharacters } from 'node:util'

import { z } from 'zod'

const testProblemSchema = z.object({
  /** The names of the test and of the groups around it, or what else failed. */
  name: z.string(),
  /** Path from the project's root; null if the problem belongs to no file. */
  file: z.string().nullable(),
  /** What was thrown, without colours. */
  error: z.string(),
})

const tallySchema = z.object({
  passed: z.number(),
  failed: z.array(testProblemSchema),
  flaky: z.array(testProblemSchema),
})

/** A test that failed at least once. */
export type TestProblem = Readonly<z.infer<typeof testProblemSchema>>

/** The results of one step. */
export interface Tally {
  /** Number of tests that passed, at the first attempt or at a retry. */
  readonly passed: number
  /** Failed tests, and what failed outside tests: a hook, a file that could not be loaded, the step itself. */
  readonly failed: readonly TestProblem[]
  /** Tests that failed first and passed when they were retried, with the error of the first attempt. */
  readonly flaky: readonly TestProblem[]
}

export const NO_TESTS: Tally = { passed: 0, failed: [], flaky: [] }

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

/**
 * The fields that the errors of Vitest and Playwright share. Both carry other things, such as the place in the code.
 */
interface RunnerError {
  readonly message?: string
  readonly stack?: string
  /** Vitest's difference between what was expected and what was found. */
  readonly diff?: string
  /** In Playwright's errors: what was thrown, if it was not an Error. */
  readonly value?: string
}

/** Returns the message, the difference and the project's own lines of the stack. */
export function errorText({ message, stack, diff, value }: RunnerError): string {
  const calls = (stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line) && !/node:|node_modules|<anonymous>/.test(line))
  const parts = [message ?? value ?? 'unknown error', ...(diff === undefined ? [] : [diff]), ...calls]
  return stripVTControlCharacters(parts.join('\n'))
}
