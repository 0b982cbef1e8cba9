import type { BaselineRun } from '../../../shared/baseline.ts'
import type { RacePlan } from '../../../shared/race.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { testRun } from './attempt-tests.ts'
import { plainText } from './test-report.ts'
import type { RunServices } from './run-services.ts'

/** Where and with what the test is run before any request is sent. */
export interface BaselineRequest extends Pick<RacePlan, 'test' | 'timeout_ms' | 'unconfined'> {
  /** The agent by whose rights the command runs. */
  readonly agentId: AgentId
  /** What the worktree is a copy of: absolute, symlinks resolved. */
  readonly folder: string
  /** The worktree gets the files of this commit. Missing: those of the folder as they are now. */
  readonly commit?: string
  /** Distinguishes the runs of one agent, and is the same when a run is begun again. Missing: it has one run. */
  readonly number?: number
  readonly signal: AbortSignal
}

/**
 * Runs a test command in an untouched worktree, which is removed afterwards, so that what the environment lacks is known
 * before any request is sent, and a test that passes already is known as such.
 */
export async function runBaseline(
  { agentId, folder, commit, number = 0, test, timeout_ms: timeoutMs, unconfined, signal }: BaselineRequest,
  { worktrees, testCommands, logger }: RunServices,
): Promise<Result<{ readonly run: BaselineRun; readonly output: string }>> {
  // The same name again finds what an engine left that was killed, and no worktree of an agent has it.
  const name = `baseline-${number}-of-${agentId}`
  const made = await worktrees.create({ agentId, name, folder, commit, replaces: true, signal })
  if (!made.ok) return signal.aborted ? made : ok({ run: notRun(made.error.message), output: '' })
  const ran = await testCommands.run({
    agentId,
    command: test,
    folder: made.value.folder,
    timeoutMs,
    unconfined,
    signal,
  })
  const left = await worktrees.tearDown(made.value, agentId)
  if (!left.ok) logger.warn('A worktree was not left in order', { reason: left.error.message })
  const removed = await worktrees.remove(made.value)
  if (!removed.ok) logger.warn('A worktree was not removed', { reason: removed.error.message })
  if (!ran.ok) return ran
  const run = testRun(ran.value)
  const outcome = run.passed ? 'passes' : run.missing === undefined ? 'fails' : 'cannot_start'
  const { dependencies } = made.value
  const printed = lastLines(ran.value.output)
  return ok({
    run: {
      ...run,
      outcome,
      ...(printed !== '' && { last_lines: printed }),
      ...(dependencies !== undefined && { dependencies }),
    },
    output: ran.value.output,
  })
}

/** No worktree could be made, or its set-up failed: the message says with which command and what it printed last. */
function notRun(message: string): BaselineRun {
  const [first = '', ...rest] = message.split('\n')
  const printed = lastLines(rest.join('\n'))
  const run = { outcome: 'cannot_start', passed: false, exit_code: null, counts: null, duration_ms: 0 } as const
  return { ...run, missing: first.replace(/[:.]$/, ''), ...(printed !== '' && { last_lines: printed }) }
}

const MAX_LINES = 12
/** Of the last lines, characters. */
const MAX_LENGTH = 2_000

function lastLines(output: string): string {
  return plainText(output).trimEnd().split('\n').slice(-MAX_LINES).join('\n').slice(-MAX_LENGTH)
}
