import { defined } from '../../../shared/defined.ts'
import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { ChangeFigures } from '../../../shared/change-figures.ts'
import { eventTime } from '../../../shared/exact-time.ts'
import type { AgentId, EventId } from '../../../shared/ids.ts'
import { type BaselineRun, needsAnswer } from '../../../shared/baseline.ts'
import type { LeaveReason, LimitReason, RaceData, RacePlan } from '../../../shared/race.ts'
import type { TestRun } from '../../../shared/test-run.ts'
import { isCompleteAnswer } from '../../../shared/answer-end.ts'

/** What the log says of an attempt. */
export interface AttemptState {
  readonly agentId: AgentId
  /**
   * `working`: a turn was started and has not ended with an answer. `answered`: its test is due. `tested`: the newest
   * run has a result.
   */
  readonly phase: 'waiting' | 'working' | 'answered' | 'tested'
  /** Prompts of its own; the first one is recorded before it begins. */
  readonly prompts: number
  /** Number of test runs. */
  readonly tries: number
  readonly test: TestRun | null
  readonly changes: ChangeFigures | null
  readonly changedTests: readonly string[]
  /** The event of the first run that passed with changes of the attempt; null: none did. */
  readonly passedAt: EventId | null
  /** The limit that ended its last turn; null: none did. */
  readonly limit: LimitReason | null
  /** The time limit that its test ran into beside other attempts, so that it is due again; null: none. */
  readonly timedOut: string | null
  readonly left: { readonly reason: LeaveReason; readonly message: string | null } | null
  /** Time of its finished tries, ms. */
  readonly activeMs: number
  /** When its present try began, ms since the epoch; null: there is none. */
  readonly since: number | null
}

/** What the log says of a race. */
export interface RaceState {
  readonly plan: RacePlan
  /** The test before any attempt; null: it was not run. */
  readonly baseline: BaselineRun | null
  /** Whether the user wants to go on after it; null: there is no answer. */
  readonly goesOn: boolean | null
  readonly attempts: readonly AttemptState[]
  /** Time in which it ran, up to its newest event, ms. */
  readonly activeMs: number
  /** Time of the newest event, ms since the epoch. */
  readonly lastAt: number
  readonly hasEnded: boolean
  readonly winner: AgentId | null
  readonly adopted: AgentId | null
}

/** Whether no attempt begins before the user has answered what the test has shown before. */
export function asksUser({ plan, baseline, goesOn, attempts, hasEnded }: RaceState): boolean {
  if (baseline === null || goesOn !== null || hasEnded) return false
  return attempts.every(({ phase }) => phase === 'waiting') && needsAnswer(baseline, plan.go_on)
}

/**
 * Returns the state of a race after its next event: a `race` event of its agent, or an own event of an attempt. Null: it
 * has not begun. Other events change nothing.
 */
export function reduceRace(state: RaceState | null, event: AgentEvent): RaceState | null {
  const at = eventTime(event)
  if (event.kind === 'race') return reduceStep(state, event, at)
  if (state === null) return null
  if (event.kind === 'user') return forAttempt(state, event.agentId, (attempt) => prompted(attempt))
  if (!isCompleteAnswer(event)) return state
  return forAttempt(state, event.agentId, (attempt) => ({ ...attempt, phase: 'answered' }))
}

const prompted = (attempt: AttemptState): AttemptState => ({ ...attempt, prompts: attempt.prompts + 1 })

function reduceStep(state: RaceState | null, { id, data }: AgentEventOf<'race'>, at: number): RaceState | null {
  // A race begins once: nothing that is recorded later has another command run.
  if (data.step === 'begun') return state ?? begun(data, at)
  if (state === null) return null
  // No attempt works while the baseline is run, nor while the user is asked about it.
  const skips = data.step === 'resumed' || data.step === 'baseline' || data.step === 'answered'
  const now = skips ? skipTime(state, at) : passTime(state, at)
  switch (data.step) {
    case 'resumed':
      return now
    case 'baseline': {
      const { step: _step, ...baseline } = data
      return { ...now, baseline }
    }
    case 'answered':
      return { ...now, goesOn: state.goesOn ?? data.go_on }
    case 'limited':
      return forAttempt(now, data.agent, (attempt) => ({ ...attempt, phase: 'answered', limit: data.reason }))
    case 'started':
      return forAttempt(now, data.agent, (attempt) => ({
        ...attempt,
        phase: 'working',
        since: attempt.since ?? at,
      }))
    case 'tested':
      return forAttempt(now, data.agent, (attempt) => tested(attempt, data, { id, at }))
    case 'left':
      return forAttempt(now, data.agent, (attempt) => ({
        ...stopClock(attempt, at),
        left: { reason: data.reason, message: data.message ?? null },
      }))
    case 'ended':
      return { ...now, hasEnded: true, winner: data.winner }
    case 'adopted':
      return { ...now, adopted: data.agent }
  }
}

function begun({ plan, attempts }: Extract<RaceData, { step: 'begun' }>, at: number): RaceState {
  const none = { test: null, changes: null, changedTests: [], passedAt: null, limit: null, timedOut: null, left: null }
  return {
    plan,
    baseline: null,
    goesOn: null,
    attempts: attempts.map((agentId) => ({
      agentId,
      phase: 'waiting',
      // The prompt of each attempt is recorded with it, before the race.
      prompts: 1,
      tries: 0,
      activeMs: 0,
      since: null,
      ...none,
    })),
    activeMs: 0,
    lastAt: at,
    hasEnded: false,
    winner: null,
    adopted: null,
  }
}

function tested(
  attempt: AttemptState,
  {
    changes,
    changed_tests,
    passed,
    exit_code,
    counts,
    note,
    duration_ms,
    missing,
    timed_out,
  }: Extract<RaceData, { step: 'tested' }>,
  { id, at }: { readonly id: EventId; readonly at: number },
): AttemptState {
  if (timed_out !== undefined) return { ...stopClock(attempt, at), phase: 'answered', timedOut: timed_out }
  return {
    ...stopClock(attempt, at),
    phase: 'tested',
    timedOut: null,
    tries: attempt.tries + 1,
    test: {
      passed,
      exit_code,
      counts,
      duration_ms,
      ...defined({ note, missing }),
    },
    changes,
    changedTests: changed_tests,
    passedAt: attempt.passedAt ?? (passed && changes.files > 0 ? id : null),
  }
}

function stopClock(attempt: AttemptState, at: number): AttemptState {
  if (attempt.since === null) return attempt
  return { ...attempt, activeMs: attempt.activeMs + Math.max(0, at - attempt.since), since: null }
}

function passTime(state: RaceState, at: number): RaceState {
  if (state.hasEnded) return state
  return { ...state, activeMs: state.activeMs + Math.max(0, at - state.lastAt), lastAt: Math.max(at, state.lastAt) }
}

/** Nothing ran since the newest event. */
function skipTime(state: RaceState, at: number): RaceState {
  const skipped = Math.max(0, at - state.lastAt)
  const attempts = state.attempts.map((attempt) =>
    attempt.since === null ? attempt : { ...attempt, since: attempt.since + skipped },
  )
  return { ...state, attempts, lastAt: at }
}

function forAttempt(state: RaceState, agentId: AgentId, change: (attempt: AttemptState) => AttemptState): RaceState {
  return {
    ...state,
    attempts: state.attempts.map((attempt) => (attempt.agentId === agentId ? change(attempt) : attempt)),
  }
}
