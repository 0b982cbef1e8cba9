import type { BaselineRun, GoOnRule } from './baseline.ts'
import type { CostSum } from './cost-sum.ts'
import type { AgentId, EventId } from './ids.ts'

/** The result of one check of an answer. */
export interface CheckResult {
  readonly check: 'matches' | 'schema' | 'test' | 'judge'
  readonly passed: boolean
  /** Why it failed, or what the judge wrote. Missing: the kind says it. */
  readonly note?: string
}

/** One question of an evaluation to one model. */
export interface CaseKey {
  /** Name of the task. */
  readonly task: string
  /** As for `/model`, with its level. */
  readonly model: string
  /** From 1 on. */
  readonly repeat: number
}

/** How the cases of a run are worked on. */
export interface RunSettings {
  /** Most cases at the same time. */
  readonly atOnce: number
  /** Limit of the whole evaluation, earlier runs included, US dollars; null: none. */
  readonly maxUsd: number | null
  /** Limit of the rounds of tools of one turn; null or missing: none. */
  readonly maxToolTurns?: number | null | undefined
  /** Test commands may run where there is no sandbox. */
  readonly unconfined: boolean
  /** False: the test commands are not run before any request. Missing: they are. */
  readonly baseline?: boolean | undefined
  /** With which outcomes of those runs the evaluation goes on unasked. Missing: only with tests that fail. */
  readonly goOn?: GoOnRule | undefined
}

/** A test command of tasks, in an untouched worktree before any request. */
export interface TaskBaseline extends BaselineRun {
  /** The names of the tasks that have this command, at the same commit of the same folder. */
  readonly tasks: readonly string[]
  readonly command: string
}

/** `data` of an `evaluation` event in the log of the evaluation's agent (docs/behaviour/evaluations.md#events). */
export type EvaluationData =
  /** `file`: its path. `sha256`: of the file and its attachments, in hex. */
  | { readonly step: 'begun'; readonly name: string; readonly file: string; readonly sha256: string }
  /** These cases are wanted from now on. */
  | {
      readonly step: 'run'
      readonly tasks: readonly string[]
      readonly models: readonly string[]
      readonly repeat: number
      /** Most cases at the same time. Missing, as the next two: an earlier version did not record it. */
      readonly at_once?: number
      /** Limit of the whole evaluation, US dollars; null: none. */
      readonly max_usd?: number | null
      /** Limit of the rounds of tools of one turn; null or missing: none. */
      readonly max_tool_turns?: number | null
      /** Test commands may run where there is no sandbox. */
      readonly unconfined?: boolean
      /** False: the test commands are not run before any request. Missing: they are. */
      readonly baseline?: boolean
      /** With which outcomes of those runs the evaluation goes on unasked. Missing: only with tests that fail. */
      readonly go_on?: GoOnRule
    }
  /** `content` is what the command printed. The newest one of a task and a command counts. */
  | ({ readonly step: 'baseline' } & TaskBaseline)
  /** The user's answer to what all runs before any request have shown. */
  | { readonly step: 'answered'; readonly go_on: boolean }
  /** The agent that the cases of a task are below; null: that of the judges. */
  | { readonly step: 'group'; readonly task: string | null; readonly agent: AgentId }
  | ({ readonly step: 'case'; readonly agent: AgentId } & CaseKey)
  /** An agent judges the answer of the case of the agent `of`, by the check with this index. */
  | { readonly step: 'judge'; readonly agent: AgentId; readonly of: AgentId; readonly index: number }
  /** The case could not be answered or checked. It is tried again by the next run. */
  | {
      readonly step: 'failed'
      readonly agent: AgentId
      readonly message: string
      /** It is not judged, because its environment made it fail. Missing: it failed for another reason. */
      readonly not_judged?: true
    }
  /** `content` is what test commands printed. */
  | {
      readonly step: 'checked'
      readonly agent: AgentId
      readonly passed: boolean
      readonly checks: readonly CheckResult[]
      /** The event of the answer. */
      readonly event: EventId
      /** Time from the prompt to the answer, ms; null: the turn was interrupted and continued. */
      readonly latency_ms: number | null
    }

/** A range of probabilities, from 0 to 1. */
export interface RateInterval {
  readonly low: number
  readonly high: number
}

/** A case as it is shown. `open`: neither checked nor failed. `not_judged`: its environment made it fail. */
export interface CaseView extends CaseKey {
  readonly agentId: AgentId
  readonly state: 'open' | 'failed' | 'not_judged' | 'passed' | 'not_passed'
  readonly checks: readonly CheckResult[]
  /** Why it failed; null: it did not. */
  readonly message: string | null
  readonly latencyMs: number | null
  readonly cost: CostSum
}

/** How one model did. */
export interface ModelResult {
  readonly model: string
  /** Cases that are wanted. */
  readonly planned: number
  /** Cases that were answered and checked. */
  readonly checked: number
  readonly passed: number
  /** Cases that failed: nothing is known about them. */
  readonly failed: number
  /** Cases that the environment made fail. They are in no rate, and are checked again by the next run. */
  readonly notJudged: number
  /** Share of the checked cases that passed; null: none was checked. */
  readonly rate: number | null
  /** All intervals of the evaluation together contain the true rates with at least 95 % probability. */
  readonly interval: RateInterval | null
  /** Wilson's interval of this model alone, about 95 %. */
  readonly wilson: RateInterval | null
  readonly cost: CostSum
  /** Null: not known of any case. */
  readonly medianLatencyMs: number | null
}

/** Two models, or one model in two runs, on the same tasks. */
export interface PairResult {
  readonly a: string
  readonly b: string
  /** Tasks at which `a` passed more often than `b`, less often, and equally often. */
  readonly better: number
  readonly worse: number
  readonly equal: number
  /** Mean over the tasks of the pass rate of `a` less that of `b`. */
  readonly difference: number
  /** Of the exact sign test over the tasks. */
  readonly p: number
}

/**
 * `ended`: every case has a result. `stopped`: some have none, and no engine works on them. `asks`: so is it, and the user is
 * asked whether to go on after what the test commands have shown before any request.
 */
type EvaluationStatus = 'running' | 'stopped' | 'asks' | 'ended'

/** An evaluation as it is shown. */
export interface EvaluationView {
  readonly agentId: AgentId
  readonly name: string
  /** The path of the file with the tasks. */
  readonly file: string
  readonly sha256: string
  readonly status: EvaluationStatus
  readonly planned: number
  readonly checked: number
  readonly failed: number
  readonly notJudged: number
  /** What the test commands have shown before any request, by task and command. */
  readonly baselines: readonly TaskBaseline[]
  readonly models: readonly ModelResult[]
  readonly pairs: readonly PairResult[]
  readonly cases: readonly CaseView[]
  /** Of all agents of the evaluation, judges included. */
  readonly cost: CostSum
}
