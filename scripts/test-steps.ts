import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { ROOT, type Tool } from './project.ts'
import { runTool } from './run-program.ts'
import { addTallies, readTally, type Tally, TALLY_FILE } from './tally.ts'

export interface Step {
  readonly name: string
  readonly tool: Tool
  readonly args: readonly string[]
}

/** Time limit of a step, far above the duration of any, so that an endless test does not run forever. */
const STEP_TIMEOUT_MS = 900_000

/** Static checks, independent of each other. */
const STATIC_STEPS: readonly Step[] = [
  { name: 'types, with the tests', tool: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'lint', tool: 'oxlint', args: [] },
  { name: 'types, as Node', tool: 'tsc', args: ['-p', 'tsconfig.node.json'] },
  { name: 'types, as the web', tool: 'tsc', args: ['-p', 'tsconfig.web.json'] },
  {
    name: 'import rules',
    tool: 'dependency-cruiser',
    args: ['--config', '.dependency-cruiser.mjs', 'src', 'test', 'scripts'],
  },
  { name: 'unused code', tool: 'knip', args: ['--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'format', tool: 'oxfmt', args: ['--check'] },
]

const UNIT_STEP: Step = { name: 'unit tests', tool: 'vitest', args: ['run', '--project', 'unit'] }

/** Two, because one tool does not use the processor while it reads files. */
const STATIC_STEPS_AT_ONCE = 2

/** Runs the fast checks that a change must pass before the slower tests. */
export async function runCheck(): Promise<Tally> {
  return addTallies([await runSteps(STATIC_STEPS, STATIC_STEPS_AT_ONCE), await runSteps([UNIT_STEP])])
}

/** All other tests that this machine can run, the browser's last. */
export const INTEGRATION_STEPS: readonly Step[] = [
  { name: 'database tests', tool: 'vitest', args: ['run', '--project', 'db'] },
  { name: 'process tests', tool: 'vitest', args: ['run', '--project', 'process'] },
  { name: 'browser tests', tool: 'vitest', args: ['run', '--project', 'browser'] },
]

export const END_TO_END_STEP: Step = {
  name: 'end-to-end tests',
  tool: 'playwright',
  args: ['test', '--project', 'browser'],
}

/**
 * Runs the steps in order, `atOnce` at the same time, continues after a failure, and sums up their tests. A step that
 * is not a test runner, or that ended before its tests, counts as one failed test.
 */
export async function runSteps(steps: readonly Step[], atOnce = 1): Promise<Tally> {
  const waiting = [...steps]
  const tallies: Tally[] = []
  const runNext = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      tallies.push(await runAndReport(step, atOnce > 1))
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  return addTallies(tallies)
}

async function runAndReport(step: Step, isBesideOthers: boolean): Promise<Tally> {
  const began = performance.now()
  const output: string[] = []
  const tally = await runStep(step, isBesideOthers ? (text) => output.push(text) : null)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  if (output.length > 0) console.log(output.join('').trimEnd())
  console.log(`${tally.failed === 0 ? '✓' : '✗'} ${step.name} (${seconds} s)`)
  for (const name of tally.flaky) console.log(`  flaky, passed when retried: ${name}`)
  return tally
}

/**
 * `collect` receives the output instead of this process's stdout, so that the output of simultaneous steps is not
 * mixed.
 */
async function runStep(step: Step, collect: ((text: string) => void) | null): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'ikigai-test-'))
  try {
    const report = join(folder, 'tally.json')
    const code = await runTool(step.tool, [...step.args, ...reporterArguments(step.tool)], {
      environment: { ...process.env, [TALLY_FILE]: report },
      timeoutMs: STEP_TIMEOUT_MS,
      ...(collect !== null && { stdio: ['ignore', 'pipe', 'inherit'], onOutput: collect }),
    })
    const tally = await readTally(report)
    return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function reporterArguments(tool: Tool): readonly string[] {
  if (tool === 'vitest') return ['--reporter=default', `--reporter=${join(ROOT, 'scripts/vitest-tally.ts')}`]
  if (tool === 'playwright') return [`--reporter=list,${join(ROOT, 'scripts/playwright-tally.ts')}`]
  return []
}
