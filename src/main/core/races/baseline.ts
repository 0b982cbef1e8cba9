import type { BaselineRun, RacePlan } from '../../../shared/race.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { IdSource } from '../ports/system-ports.ts'
import type { Worktrees } from '../ports/worktree-ports.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { type TestDependencies, testRun } from './attempt-tests.ts'

export interface BaselineDependencies extends Pick<TestDependencies, 'testCommands' | 'logger'> {
  readonly worktrees: Pick<Worktrees, 'create' | 'remove'>
  readonly ids: Pick<IdSource, 'uuid'>
}

/** Where and with what the test is run before any request is sent. */
export interface BaselineRequest extends Pick<RacePlan, 'test' | 'timeout_ms' | 'unconfined'> {
  /** The agent by whose rights the command runs. */
  readonly agentId: AgentId
  /** What the worktree is a copy of: absolute, symlinks resolved. */
  readonly folder: string
  readonly signal: AbortSignal
}

/**
 * Runs a test command in an untouched worktree, which is removed afterwards, so that what the environment lacks is known
 * before any request is sent, and a test that passes already is known as such.
 */
export async function runBaseline(
  { agentId, folder, test, timeout_ms: timeoutMs, unconfined, signal }: BaselineRequest,
  { worktrees, testCommands, ids, logger }: BaselineDependencies,
): Promise<Result<{ readonly run: BaselineRun; readonly output: string }>> {
  const made = await worktrees.create({ agentId: ids.uuid(), name: 'baseline', folder, actor: agentId, signal })
  if (!made.ok) return made
  const ran = await testCommands.run({
    agentId,
    command: test,
    folder: made.value.folder,
    timeoutMs,
    unconfined,
    signal,
  })
  const removed = await worktrees.remove(made.value)
  if (!removed.ok) logger.warn('A worktree was not removed', { reason: removed.error.message })
  if (!ran.ok) return ran
  const run = testRun(ran.value)
  const outcome = run.passed ? 'passes' : run.missing === undefined ? 'fails' : 'cannot_start'
  const { dependencies } = made.value
  return ok({
    run: { ...run, outcome, ...(dependencies !== undefined && { dependencies }) },
    output: ran.value.output,
  })
}
