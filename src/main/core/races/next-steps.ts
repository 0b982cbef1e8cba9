import type { AgentId } from '../../../shared/ids.ts'
import type { BaselineRun } from '../../../shared/baseline.ts'
import type { LeaveReason, LimitReason } from '../../../shared/race.ts'
import type { TestRun } from '../../../shared/test-run.ts'
import { isPassingCause } from './environment-signs.ts'
import { wasEndedFromOutside } from './missing-environment.ts'
import { asksUser, type AttemptState, type RaceState } from './race-state.ts'
import { type AttemptCosts, raceWinner } from './race-winner.ts'

/** What the log does not say. */
export interface RaceSituation {
  /** Attempts with a turn or a test that this engine runs for the race. */
  readonly working: ReadonlySet<AgentId>
  readonly costs: AttemptCosts
  /** Time in which the race ran so far, ms. */
  readonly activeMs: number
}

/** `turn`: continues an attempt, whose context ends with something to answer. `send_back`: with its failed test. */
export type RaceStep =
  | { readonly type: 'turn' | 'send_back' | 'test'; readonly agentId: AgentId }
  | { readonly type: 'leave'; readonly agentId: AgentId; readonly reason: LeaveReason }
  /** Ends its turn; its test is due then. */
  | { readonly type: 'limit'; readonly agentId: AgentId; readonly reason: LimitReason }
  | { readonly type: 'end'; readonly winner: AgentId | null }

const MS_PER_MINUTE = 60_000

/** Decides what happens next in a race; empty: nothing until something changes, or it has ended. */
export function nextSteps(state: RaceState, situation: RaceSituation): readonly RaceStep[] {
  if (state.hasEnded || asksUser(state)) return []
  const { plan, attempts } = state
  const { working } = situation
  const open = attempts.filter((attempt) => isOpen(attempt, state))
  const leaving = open.flatMap((attempt): readonly RaceStep[] => {
    const { agentId } = attempt
    const reason = leaveReason(attempt, state)
    if (reason !== null) return [{ type: 'leave', agentId, reason }]
    const limit = limitReason(attempt, state, situation)
    if (limit === null || attempt.phase === 'answered') return []
    return [{ type: attempt.phase === 'working' ? 'limit' : 'leave', agentId, reason: limit }]
  })
  if (leaving.length > 0) return leaving
  if (open.length === 0 && working.size === 0) {
    return [{ type: 'end', winner: raceWinner(attempts, plan.winner, situation.costs) }]
  }
  // What was begun is finished before another attempt begins.
  const due = open.filter(({ agentId }) => !working.has(agentId))
  const [alone] = due.filter(({ timedOut }) => timedOut !== null)
  const ready = due.filter(({ timedOut }) => timedOut === null)
  if (alone !== undefined && ready.length === 0 && working.size === 0) return [stepOf(alone)]
  const ordered = [...ready.filter(hasBegun), ...ready.filter((attempt) => !hasBegun(attempt))]
  return ordered.slice(0, Math.max(0, plan.at_once - working.size)).map(stepOf)
}

/** Whether there is something left to do for an attempt. */
export function isOpen(attempt: AttemptState, { plan, baseline }: Pick<RaceState, 'plan' | 'baseline'>): boolean {
  const { left, passedAt, phase, tries } = attempt
  if (left !== null || passedAt !== null) return false
  return phase !== 'tested' || tries <= plan.retries || testedEnd(attempt, baseline) !== null
}

/** Returns why its last test ends the attempt for another reason than that it failed; null: it does not. */
function testedEnd({ test, limit }: AttemptState, baseline: BaselineRun | null): LeaveReason | null {
  if (test?.passed === true) return 'unchanged'
  return test !== null && isNotJudged(test, baseline) ? 'environment' : limit
}

/**
 * Whether a test that failed says nothing about the work that it tested, because the environment made it fail. Where the test
 * could start before, it is the work that it cannot start any more, unless the cause comes and goes by itself. `baseline` null:
 * it was not run before.
 */
export function isNotJudged(test: TestRun, baseline: BaselineRun | null): boolean {
  if (test.missing === undefined) return false
  if (isPassingCause(test.missing)) return true
  return baseline === null ? !wasEndedFromOutside(test) : baseline.outcome === 'cannot_start'
}

const hasBegun = ({ phase }: AttemptState): boolean => phase !== 'waiting'

function leaveReason(attempt: AttemptState, { plan, attempts, baseline }: RaceState): LeaveReason | null {
  const end = attempt.phase === 'tested' ? testedEnd(attempt, baseline) : null
  if (end !== null) return end
  if (plan.winner !== 'first' || attempts.every(({ passedAt }) => passedAt === null)) return null
  // Its test would perhaps have passed first, had it been alone.
  return attempt.timedOut === null ? 'decided' : 'environment'
}

/** The limit of the race that is reached; null: none is. */
function limitReason(
  { agentId, phase }: AttemptState,
  { plan }: RaceState,
  { working, costs, activeMs }: RaceSituation,
): LimitReason | null {
  if (plan.max_minutes !== null && activeMs >= plan.max_minutes * MS_PER_MINUTE) return 'time'
  // A turn that runs is stopped by the limit before its next request; a test costs nothing.
  if (plan.max_usd === null || working.has(agentId) || phase === 'answered') return null
  return spent(costs) >= plan.max_usd ? 'cost' : null
}

/** Returns what all attempts cost, as far as it is known. US dollars. */
function spent(costs: AttemptCosts): number {
  return [...costs.values()].reduce((sum, { usd }) => sum + usd, 0)
}

function stepOf({ agentId, phase, prompts, tries }: AttemptState): RaceStep {
  if (phase === 'answered') return { type: 'test', agentId }
  // The engine may have ended after the record that a turn starts, and before its prompt.
  return { type: phase === 'tested' || prompts <= tries ? 'send_back' : 'turn', agentId }
}
