import type { AgentWorktree } from '../../../shared/agent-worktree.ts'
import { changeFigures } from '../../../shared/change-figures.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { RaceData, RacePlan } from '../../../shared/race.ts'
import type { TestRun } from '../../../shared/test-run.ts'
import { DONE, ok, refuse, type Result } from '../../../shared/result.ts'
import type { Checkpoints, SavedFolder } from '../ports/checkpoint-ports.ts'
import type { TestCommandEnd } from '../ports/test-command-ports.ts'
import { missingEnvironment } from './missing-environment.ts'
import { readTestReport } from './test-report.ts'
import type { RunServices } from './run-services.ts'

/** Names of test files by the customs of the languages. */
const TEST_FILE =
  /(?:^|\/)(?:tests?|spec|specs|__tests__|__snapshots__|testdata)\/|(?:[._-](?:test|tests|spec|e2e)|Tests?|Spec)\.[A-Za-z]+$|(?:^|\/)(?:test_[^/]*\.py|conftest\.py)$/

/**
 * Returns the changed files that are tests: those that the test command names, also by their folder, and those that are
 * named like tests. A user should look at them before the attempt is adopted.
 */
export function changedTests(command: string, paths: readonly string[]): readonly string[] {
  const words = command
    .split(/[\s;&|()<>"'`=]+/)
    .map((word) => word.replace(/^\.\//, '').replace(/\/+$/, ''))
    .filter((word) => /[./]/.test(word) && /[^./]/.test(word))
  const isNamed = (path: string): boolean => words.some((word) => path === word || path.startsWith(`${word}/`))
  return paths.filter((path) => isNamed(path) || TEST_FILE.test(path))
}

interface TestedAttempt {
  readonly data: Extract<RaceData, { step: 'tested' }>
  readonly output: string
}

/** Runs the test command of a race in the worktree of an attempt. What the command writes there is taken back. */
export async function testAttempt(
  agentId: AgentId,
  { test, timeout_ms: timeoutMs, unconfined }: Pick<RacePlan, 'test' | 'timeout_ms' | 'unconfined'>,
  signal: AbortSignal,
  services: RunServices,
): Promise<Result<TestedAttempt>> {
  const { agentWorktrees, checkpoints, testCommands } = services
  const worktree = await agentWorktrees.worktreeOf(agentId)
  if (!worktree.ok) return worktree
  if (worktree.value === null) return refuse('The attempt has no worktree any more.')
  const { folder } = worktree.value
  const before = await saved(agentId, worktree.value, checkpoints)
  if (!before.ok) return before
  const ran = await testCommands.run({ agentId, command: test, folder, timeoutMs, unconfined, signal })
  const restored = await restore(agentId, worktree.value, before.value, checkpoints)
  if (!restored.ok) {
    services.logger.warn('What a test command wrote was not undone', { reason: restored.error.message })
  }
  if (!ran.ok) return ran
  const differences = await checkpoints.difference(before.value.place, worktree.value.base, before.value.id)
  if (!differences.ok) return differences
  const run = testRun(ran.value)
  const data = {
    step: 'tested',
    agent: agentId,
    ...run,
    changes: changeFigures(differences.value),
    changed_tests: changedTests(
      test,
      differences.value.map(({ path }) => path),
    ).slice(0, MAX_NAMED),
    ...(ran.value.sandbox !== undefined && { sandbox: ran.value.sandbox }),
  } as const
  return ok({ data, output: ran.value.output })
}

/** Most changed tests that an event names. */
const MAX_NAMED = 20

/** Returns the result of a test command that has ended. */
export function testRun({ output, isWhole, exitCode, note, durationMs }: TestCommandEnd): TestRun {
  const counts = readTestReport(output, isWhole)
  // A pipe can hide the exit code of the runner, whose report then says that tests failed.
  const passed = exitCode === 0 && (counts === null || counts.failed === 0)
  const missing = passed ? null : missingEnvironment({ output, exitCode, note, counts })
  return {
    passed,
    exit_code: exitCode,
    counts,
    duration_ms: durationMs,
    ...(note !== null && { note }),
    ...(missing !== null && { missing }),
  }
}

async function saved(
  agentId: AgentId,
  { folder }: AgentWorktree,
  checkpoints: Checkpoints,
): Promise<Result<SavedFolder>> {
  const state = await checkpoints.save({ agentId, folder, touched: [] })
  if (!state.ok) return state
  return state.value.place.store === 'git' ? state : refuse(`${folder} is not in its git repository any more.`)
}

async function restore(
  agentId: AgentId,
  worktree: AgentWorktree,
  before: SavedFolder,
  checkpoints: Checkpoints,
): Promise<Result<unknown>> {
  const after = await saved(agentId, worktree, checkpoints)
  if (!after.ok || after.value.id === before.id) return after.ok ? DONE : after
  const differences = await checkpoints.difference(before.place, before.id, after.value.id)
  if (!differences.ok) return differences
  const contents = await checkpoints.read(
    before.place,
    differences.value.flatMap(({ before: version }) => version ?? []),
  )
  if (!contents.ok) return contents
  const left = [...contents.value]
  return checkpoints.replace(
    before.place,
    differences.value.map(({ path, before: version, after: expected }) => ({
      path,
      expected,
      wanted: version === null ? null : { mode: version.mode, content: left.shift() ?? new Uint8Array() },
    })),
  )
}
