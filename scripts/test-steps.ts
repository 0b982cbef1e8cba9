import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

import { ROOT, type Tool } from './project.ts'
import { runTool } from './run-program.ts'
import { NO_TESTS, readTally, type Tally, TALLY_FILE } from './tally.ts'

export interface Step {
  readonly name: string
  readonly tool: Tool
  readonly args: readonly string[]
}

export interface StepResult {
  /** Name of the step. */
  readonly step: string
  readonly tally: Tally
  readonly time: StepTime
}

/** Seconds. */
export interface StepTime {
  readonly elapsed: number
  /** Of the step's processes, without those that outlived it; null where the system does not say. */
  readonly processor: number | null
}

/** Time limit of a step, far above the duration of any, so that an endless test does not run forever. */
const STEP_TIMEOUT_MS = 3_600_000

/**
 * One checker instead of the default four: each checks again the types that the files of the others use, which takes a
 * third more processor time. The other processor has another step to run.
 */
const TYPE_CHECKERS = ['--checkers', '1']

/** Independent of each other; the longest first, so that no processor is idle at the end. */
const CHECK_STEPS: readonly Step[] = [
  { name: 'unit tests', tool: 'vitest', args: ['run', '--project', 'unit'] },
  { name: 'lint', tool: 'oxlint', args: [] },
  { name: 'types, with the tests', tool: 'tsc', args: ['-p', 'tsconfig.json', ...TYPE_CHECKERS] },
  { name: 'types, as the web', tool: 'tsc', args: ['-p', 'tsconfig.web.json', ...TYPE_CHECKERS] },
  { name: 'types, as Node', tool: 'tsc', args: ['-p', 'tsconfig.node.json', ...TYPE_CHECKERS] },
  {
    name: 'import rules',
    tool: 'dependency-cruiser',
    args: ['--config', '.dependency-cruiser.mjs', 'src', 'test', 'scripts'],
  },
  { name: 'unused code', tool: 'knip', args: ['--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'format', tool: 'oxfmt', args: ['--check'] },
]

/** Two, because no step keeps two processors busy all the time. */
const STEPS_AT_ONCE = 2

/** Runs the fast checks that a change must pass before the slower tests. */
export function runCheck(): Promise<readonly StepResult[]> {
  return runSteps(CHECK_STEPS, STEPS_AT_ONCE)
}

const END_TO_END_STEP: Step = {
  name: 'end-to-end tests',
  tool: 'playwright',
  args: ['test', '--project', 'browser'],
}

const BROWSER_STEP: Step = { name: 'browser tests', tool: 'vitest', args: ['run', '--project', 'browser'] }

const OTHER_STEPS: readonly Step[] = [
  { name: 'database tests', tool: 'vitest', args: ['run', '--project', 'db'] },
  { name: 'process tests', tool: 'vitest', args: ['run', '--project', 'process'] },
]

/**
 * Runs the tests that start the app, which need the build. Tests in a browser keep two processors busy by themselves,
 * so only one of their steps runs at a time. `missing`: why no browser can be started; null if one can.
 */
export async function runIntegration(missing: string | null): Promise<readonly StepResult[]> {
  // The build is none of these steps.
  endedProcessorSeconds()
  const inBrowsers = missing === null ? [END_TO_END_STEP, BROWSER_STEP] : [BROWSER_STEP]
  const results = await Promise.all([inTurn(inBrowsers), inTurn(OTHER_STEPS)])
  return [...results.flat(), ...(missing === null ? [] : [failedStep(END_TO_END_STEP.name, missing)])]
}

/** Runs the steps one after another, and continues after a failure. Other steps run at the same time. */
async function inTurn(steps: readonly Step[]): Promise<readonly StepResult[]> {
  const results: StepResult[] = []
  for (const step of steps) results.push(await runAndReport(step, true))
  return results
}

/** Lines of a failed step's output that are kept for the end of the log. */
const KEPT_LINES = 20

/** Runs the steps in order, `atOnce` at the same time, and continues after a failure. */
export async function runSteps(steps: readonly Step[], atOnce = 1): Promise<readonly StepResult[]> {
  const waiting = [...steps]
  const results: StepResult[] = []
  const runNext = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      results.push(await runAndReport(step, atOnce > 1))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  return results
}

/** Returns the result of a step that could not be started. */
export function failedStep(step: string, error: string): StepResult {
  return { step, tally: withFailure(error, NO_TESTS), time: { elapsed: 0, processor: null } }
}

/** What failed is no test: there is no test runner, or it ended early. */
function withFailure(error: string, tally: Tally): Tally {
  return { ...tally, failed: [{ name: 'the step itself', file: null, error }] }
}

async function runAndReport(step: Step, isBesideOthers: boolean): Promise<StepResult> {
  const began = performance.now()
  const output: string[] = []
  const { tally, processor } = await runStep(step, isBesideOthers ? output : null)
  const elapsed = (performance.now() - began) / 1000
  if (output.length > 0) console.log(output.join('').trimEnd())
  console.log(`${tally.failed.length === 0 ? '✓' : '✗'} ${step.name} (${elapsed.toFixed(1)} s)`)
  return { step: step.name, tally, time: { elapsed, processor } }
}

/**
 * `output` collects what the tool prints instead of this process's stdout and stderr, so that the output of
 * simultaneous steps is not mixed.
 */
async function runStep(step: Step, output: string[] | null) {
  const folder = await mkdtemp(join(tmpdir(), 'ikigai-test-'))
  try {
    const report = join(folder, 'tally.json')
    const code = await runTool(step.tool, [...step.args, ...reporterArguments(step.tool)], {
      environment: { ...process.env, [TALLY_FILE]: report },
      timeoutMs: STEP_TIMEOUT_MS,
      ...(output !== null && { stdio: ['ignore', 'pipe', 'pipe'], onOutput: (text: string) => output.push(text) }),
    })
    const processor = endedProcessorSeconds()
    const tally = await readTally(report)
    const isExplained = code === 0 || tally.failed.length > 0
    const problem = [`It ended with exit code ${code}.`, ...lastLines(output ?? [])].join('\n')
    return { tally: isExplained ? tally : withFailure(problem, tally), processor }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

let counted = 0

/**
 * Returns the processor time, in seconds, of the child processes that have ended since the last call, with their own
 * children. The kernel adds it when a child ends, so it belongs to one step, whatever runs beside it. Only Linux says it.
 */
function endedProcessorSeconds(): number | null {
  const file = '/proc/self/stat'
  if (!existsSync(file)) return null
  // The name in parentheses may contain spaces; after it, the fields 14 and 15 are the time of children, in hundredths.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  const total = (Number(fields[13]) + Number(fields[14])) / 100
  const since = total - counted
  counted = total
  return since
}

function lastLines(output: readonly string[]): readonly string[] {
  const lines = stripVTControlCharacters(output.join('')).trimEnd().split('\n')
  return lines.slice(-KEPT_LINES + 1)
}

/** One line for a file, none for a test that passed: what failed is printed at the end. */
function reporterArguments(tool: Tool): readonly string[] {
  const tally = (runner: string) => join(ROOT, `scripts/${runner}-tally.ts`)
  if (tool === 'vitest') {
    return ['--reporter=default', '--slowTestThreshold=60000', `--reporter=${tally('vitest')}`]
  }
  if (tool === 'playwright') return [`--reporter=dot,${tally('playwright')}`]
  return []
}
