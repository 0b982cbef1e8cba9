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

/** Far more than any step needs: a test that spins must not keep a machine busy for ever. */
const STEP_TIMEOUT_MS = 900_000

/** What a change must pass before anything slower is worth its time. */
export const CHECK_STEPS: readonly Step[] = [
  { name: 'types, as Node', tool: 'tsc', args: ['-p', 'tsconfig.node.json'] },
  { name: 'types, as the web', tool: 'tsc', args: ['-p', 'tsconfig.web.json'] },
  { name: 'types, with the tests', tool: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'lint', tool: 'oxlint', args: [] },
  {
    name: 'import rules',
    tool: 'dependency-cruiser',
    args: ['--config', '.dependency-cruiser.mjs', 'src', 'test', 'scripts'],
  },
  { name: 'format', tool: 'oxfmt', args: ['--check'] },
  { name: 'unit tests', tool: 'vitest', args: ['run', '--project', 'unit'] },
]

/** Everything else that this machine can run, the browser's part last. */
export const INTEGRATION_STEPS: readonly Step[] = [
  { name: 'database tests', tool: 'vitest', args: ['run', '--project', 'database'] },
  { name: 'contract tests', tool: 'vitest', args: ['run', '--project', 'contract'] },
  { name: 'engine tests', tool: 'vitest', args: ['run', '--project', 'engine'] },
  { name: 'command-line tests', tool: 'vitest', args: ['run', '--project', 'process'] },
  { name: 'renderer tests', tool: 'vitest', args: ['run', '--project', 'renderer'] },
]

export const END_TO_END_STEP: Step = {
  name: 'end-to-end tests',
  tool: 'playwright',
  args: ['test', '--project', 'browser'],
}

/**
 * Runs the steps one after the other, the later ones also when an earlier one failed, and adds up their tests. A step that
 * is no test runner, or that ended before its tests, counts as one failed test.
 */
export async function runSteps(steps: readonly Step[]): Promise<Tally> {
  const tallies: Tally[] = []
  for (const step of steps) {
    const began = performance.now()
    const tally = await runStep(step)
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${tally.failed === 0 ? '✓' : '✗'} ${step.name} (${seconds} s)`)
    for (const name of tally.flaky) console.log(`  flaky, passed when retried: ${name}`)
    tallies.push(tally)
  }
  return addTallies(tallies)
}

async function runStep(step: Step): Promise<Tally> {
  const folder = await mkdtemp(join(tmpdir(), 'ikigai-test-'))
  try {
    const report = join(folder, 'tally.json')
    const code = await runTool(step.tool, [...step.args, ...reporterArguments(step.tool)], {
      environment: { ...process.env, [TALLY_FILE]: report },
      timeoutMs: STEP_TIMEOUT_MS,
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
