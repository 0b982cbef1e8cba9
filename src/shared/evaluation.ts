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
    }
  /** The agent that the cases of a task are below; null: that of the judges. */
  | { readonly step: 'group'; readonly task: string | null; readonly agent: AgentId }
  | ({ readonly step: 'case'; readonly agent: AgentId } & CaseKey)
  /** An agent judges the answer of the case of the agent `of`, by the check with this index. */
  | { readonly step: 'judge'; readonly agent: AgentId; readonly of: AgentId; readonly index: number }
  /** The case could not be answered or checked. It is tried again by the next run. */
  | { readonly step: 'failed'; readonly agent: AgentId; readonly message: string }
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

/** A case as it is shown. `open`: neither checked nor failed. */
export interface CaseView extends CaseKey {
  readonly agentId: AgentId
  readonly state: 'open' | 'failed' | 'passed' | 'not_passed'
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

/** `ended`: every case has a result. `stopped`: some have none, and no engine works on them. */
type EvaluationStatus = 'running' | 'stopped' | 'ended'

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
  readonly models: readonly ModelResult[]
  readonly pairs: readonly PairResult[]
  readonly cases: readonly CaseView[]
  /** Of all agents of the evaluation, judges included. */
  readonly cost: CostSum
}
