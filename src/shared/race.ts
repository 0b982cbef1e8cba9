import type { BaselineRun, GoOnRule } from './baseline.ts'
import type { ChangeFigures } from './change-figures.ts'
import type { CostSum } from './cost-sum.ts'
import type { AgentId, EventId } from './ids.ts'
import { costText, dollars } from './money.ts'
import type { SandboxUse } from './sandbox.ts'
import type { TestRun } from './test-run.ts'

/** Which of the attempts that pass wins (docs/behaviour/races.md#winner). */
export const WINNER_RULES = ['first', 'cheapest', 'smallest', 'fastest'] as const
export type WinnerRule = (typeof WINNER_RULES)[number]

/** Most attempts of one race. */
export const MAX_ATTEMPTS = 24
/** Most times that a failure is sent back to an attempt. */
export const MAX_RETRIES = 20

/** What a race is run by, as it is recorded. */
export interface RacePlan {
  /** The prompt of every attempt. */
  readonly task: string
  /** The command line that decides, for bash. */
  readonly test: string
  /** Longest time of one test run, ms. */
  readonly timeout_ms: number
  /** How often a failure is sent back to an attempt; 0: never. */
  readonly retries: number
  /** Most attempts that work at the same time. */
  readonly at_once: number
  readonly winner: WinnerRule
  /** Limit of all attempts together, US dollars; null: none. */
  readonly max_usd: number | null
  /** Limit of the time in which the race runs, minutes; null: none. */
  readonly max_minutes: number | null
  /** Limit of the rounds of tools of one turn; null or missing: none. */
  readonly max_tool_turns?: number | null | undefined
  /** The user allowed the test command to run where there is no sandbox. */
  readonly unconfined: boolean
  /** False: the test is not run before the attempts begin. Missing: it is. */
  readonly baseline?: boolean | undefined
  /** With which outcomes of that run the race goes on without an answer of the user. Missing: only with a test that fails. */
  readonly go_on?: GoOnRule | undefined
}

/** What holds where a user says nothing else. The task and the command must be given. */
export const DEFAULT_PLAN: RacePlan = {
  task: '',
  test: '',
  timeout_ms: 600_000,
  retries: 3,
  at_once: 4,
  winner: 'first',
  max_usd: null,
  max_minutes: null,
  max_tool_turns: null,
  unconfined: false,
}

/**
 * A limit that ended the turn of an attempt, whose test is run all the same. `cost`, `time`: of the race. `rounds`: of tools
 * in one turn. `loop`: the model repeated the same calls.
 */
export type LimitReason = 'cost' | 'time' | 'rounds' | 'loop'

/**
 * Why an attempt ended without having passed. `person`: the user stopped it. `decided`: another one has won. `error`: its
 * turn or the test could not be run. `environment`: it is not judged, because the environment made its test fail. `unchanged`:
 * the test passed, but the attempt has changed nothing.
 */
export type LeaveReason = LimitReason | 'person' | 'decided' | 'error' | 'environment' | 'unchanged'

/** `data` of a `race` event in the log of the race's agent (docs/behaviour/races.md#events). */
export type RaceData =
  | { readonly step: 'begun'; readonly plan: RacePlan; readonly attempts: readonly AgentId[] }
  /** The engine ended meanwhile. */
  | { readonly step: 'resumed' }
  /** `content` is what the command printed. */
  | ({ readonly step: 'baseline' } & BaselineRun)
  /** The user's answer to what the run before the attempts has shown; the first one counts. */
  | { readonly step: 'answered'; readonly go_on: boolean }
  /** A turn of the attempt is about to start. */
  | { readonly step: 'started'; readonly agent: AgentId }
  /** `content` is what the command printed. */
  | ({
      readonly step: 'tested'
      readonly agent: AgentId
      readonly changes: ChangeFigures
      /** Changed files that are tests. */
      readonly changed_tests: readonly string[]
      /**
       * The time limit that it ran into while other attempts worked: the run does not count, and the test is run again alone. Missing:
       * it counts.
       */
      readonly timed_out?: string
      /** Where the command ran. Missing: programs are never confined here. */
      readonly sandbox?: SandboxUse
    } & TestRun)
  /** A limit ended its turn; its test is due. */
  | { readonly step: 'limited'; readonly agent: AgentId; readonly reason: LimitReason; readonly message?: string }
  | {
      readonly step: 'left'
      readonly agent: AgentId
      readonly reason: LeaveReason
      /** What went wrong. Missing: the reason says it. */
      readonly message?: string
    }
  /** Null: none passed. */
  | { readonly step: 'ended'; readonly winner: AgentId | null }
  /** Its changes were applied by this event; null: nothing had to be written. */
  | { readonly step: 'adopted'; readonly agent: AgentId; readonly event: EventId | null }

/** `waiting`: it has not begun. `failed`: its last test failed, and it can go on. `out`: it ended without passing. */
export type AttemptPhase = 'waiting' | 'working' | 'testing' | 'failed' | 'passed' | 'out'

/** An attempt as it is shown. */
export interface AttemptView {
  readonly agentId: AgentId
  readonly name: string
  readonly phase: AttemptPhase
  /** Number of test runs. */
  readonly tries: number
  /** The newest run; null: none yet. */
  readonly test: TestRun | null
  readonly changes: ChangeFigures | null
  readonly changedTests: readonly string[]
  /** Of the attempt and its descendants. */
  readonly cost: CostSum
  /** Time from its prompts to the ends of their tests, ms. */
  readonly activeMs: number
  /** The limit that ended its last turn; null: none did. */
  readonly limit: LimitReason | null
  /**
   * The time limit that its test ran into while other attempts worked: it is run again when no other one does. Null: none, or its
   * test has been run since.
   */
  readonly timedOut: string | null
  /** Why it ended without passing; null: it has not. */
  readonly left: { readonly reason: LeaveReason | 'tests'; readonly message: string | null } | null
}

/** A race as it is shown. */
export interface RaceView {
  readonly agentId: AgentId
  readonly name: string
  readonly plan: RacePlan
  /** Absolute. */
  readonly folder: string
  /** The id of the commit at which the worktrees of the attempts began. Null: not known, as at another home. */
  readonly commit: string | null
  /** Null: the test was not run before the attempts, or not yet. */
  readonly baseline: BaselineRun | null
  readonly attempts: readonly AttemptView[]
  /** Of all attempts. */
  readonly cost: CostSum
  /** Time in which the race ran, ms. */
  readonly activeMs: number
  /**
   * `stopped`: no engine runs it, and it can be resumed. `asks`: no attempt begins before the user has answered whether to go
   * on after what the run before them has shown.
   */
  readonly status: 'running' | 'stopped' | 'asks' | 'ended'
  /** Null: none has won. */
  readonly winner: AgentId | null
  /** The attempt whose changes were applied; null: none. */
  readonly adopted: AgentId | null
}

/** What is said of attempts, in English. */
export const ATTEMPT_WORDS = {
  passed: 'passed',
  noResult: 'no result',
  exit: ({ code }: { code: number }) => `exit ${code}`,
  fixing: ({ tries }: { tries: number }) => `fixing, try ${tries}`,
  phases: {
    waiting: 'waiting',
    working: 'working',
    testing: 'testing',
    failed: 'failed',
    passed: 'passed',
    out: 'out',
  },
  left: {
    person: 'stopped',
    cost: 'budget used up',
    time: 'out of time',
    decided: 'decided before it finished',
    error: 'failed',
    tests: 'tests failed',
    rounds: 'limit of tool rounds',
    loop: 'repeats itself',
    environment: 'not judged: the environment failed',
    unchanged: 'passed without changes',
  },
  limited: ({ limit }: { limit: string }) => `passed (${limit})`,
  timedOut: 'ran into a time limit, will be tested alone',
}

/** `12/14`; without a report: `passed`, `exit 1`, or `no result` if it did not exit by itself. */
export function runText({ counts, passed, exit_code: code }: TestRun, words = ATTEMPT_WORDS): string {
  if (counts !== null) return `${counts.passed}/${counts.passed + counts.failed}`
  if (passed) return words.passed
  return code === null ? words.noResult : words.exit({ code })
}

/** What a race has cost: `$1.11 of $3.00`; without a limit `$1.11`. */
export function spentText({ plan, cost }: RaceView): string {
  return plan.max_usd === null ? costText(cost) : `${costText(cost)} of ${dollars(plan.max_usd)}`
}

/** The name of the agent of a race. */
export function raceName(task: string): string {
  const line = task.trim().split('\n')[0] ?? ''
  return `Race: ${line.length > MAX_NAME ? `${line.slice(0, MAX_NAME - 1)}…` : line}`
}

/** Longest part of the task in a name, characters. */
const MAX_NAME = 60

/** What an attempt does or how it ended: `testing`, `passed`, `fixing, try 2`, `budget used up`. */
export function attemptText({ phase, tries, left, limit, timedOut }: AttemptView, words = ATTEMPT_WORDS): string {
  if (left !== null) return words.left[left.reason]
  if (timedOut !== null) return words.timedOut
  if (phase === 'passed' && limit !== null) return words.limited({ limit: words.left[limit] })
  return phase === 'working' && tries > 0 ? words.fixing({ tries: tries + 1 }) : words.phases[phase]
}
