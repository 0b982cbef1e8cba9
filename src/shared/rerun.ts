import type { CostSum } from './cost-sum.ts'
import type { AgentId, EventId } from './ids.ts'
import type { JsonObject } from './json.ts'

/**
 * What happens at a call that differs from the recorded ones. `nearest`: the result of the nearest recorded call is
 * played. `run`: from here on all calls run. `end`: the rerun ends. (docs/behaviour/reruns.md#differences)
 */
const DIFFERENCE_CHOICES = ['nearest', 'run', 'end'] as const
export type DifferenceChoice = (typeof DIFFERENCE_CHOICES)[number]

/** Stands for the tool in a question about a difference. */
export const RERUN = 'rerun'

/** What a user decides in advance; `ask`: each time. */
export const DIFFERENCE_RULES = ['ask', ...DIFFERENCE_CHOICES] as const
export type DifferenceRule = (typeof DIFFERENCE_RULES)[number]

/**
 * How the calls of a rerun leave what was recorded. `other_call`: another call than the recorded one. `extra_call`: the
 * turn recorded no further call. `missing_call`: the turn ended before a recorded call was made. `no_result`: the same
 * call, but it was interrupted and has no result to play.
 */
export type DivergenceType = 'other_call' | 'extra_call' | 'missing_call' | 'no_result'

/** Why a rerun ended. `completed`: everything was run again. `difference`: at a call that differs. */
export type RerunEnd = 'completed' | 'difference' | 'stopped' | 'failed'

/** What a rerun has of its own: the recorded changes of it are not repeated. */
export type RerunOwn = 'model' | 'system' | 'instructions'

/** How a rerun was begun. It is resumed in the same way. */
export interface RerunSettings {
  readonly onDifference: DifferenceRule
  readonly own: readonly RerunOwn[]
}

/** `data` of a `rerun` event in the log of the agent that runs again (docs/behaviour/reruns.md#events). */
export type RerunData =
  /**
   * The events of `agent` from `from` to `to`, both included, are run again. `settings` is missing in logs of versions
   * that could not resume a rerun.
   */
  | {
      readonly step: 'begun'
      readonly agent: AgentId
      readonly from: EventId
      readonly to: EventId
      readonly settings?: RerunSettings
    }
  /** The part of the original that begins with this event, a turn or a change of the context, was run again. */
  | { readonly step: 'repeated'; readonly event: EventId }
  /** A rerun that was cut off goes on. */
  | { readonly step: 'resumed' }
  | {
      readonly step: 'diverged'
      readonly type: DivergenceType
      /** The event of the original at which it is: that of the recorded call, or the last one of the turn. */
      readonly event: EventId
      /** Id of the recorded call; null: none was recorded here. */
      readonly recorded: string | null
      /** Id of the call that was made; null: none was made. */
      readonly made: string | null
    }
  /** `played`: id of the recorded call whose result the call got; null: it got none. */
  | {
      readonly step: 'decided'
      readonly choice: DifferenceChoice
      readonly made: string
      readonly played: string | null
    }
  | { readonly step: 'ended'; readonly reason: RerunEnd; readonly message?: string }

/** A call as it is shown. */
export interface DivergingCall {
  readonly name: string
  readonly arguments: JsonObject
}

/** The first difference of a rerun. */
export interface ShownDivergence {
  readonly type: DivergenceType
  /** The event of the original. */
  readonly eventId: EventId
  /** The answers with which the runs part: what precedes them is the same in both. */
  readonly answers: { readonly original: EventId; readonly again: EventId }
  /** Null: none was recorded here. */
  readonly recorded: DivergingCall | null
  /** Null: none was made. */
  readonly made: DivergingCall | null
  /** Null: nothing was decided yet, or there was nothing to decide. */
  readonly choice: DifferenceChoice | null
}

/** What the responses of one run used. */
export interface RunFigures {
  readonly agentId: AgentId
  /** Null: none is known. */
  readonly model: string | null
  readonly answers: number
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cost: CostSum
  /** Time of the responses, without that of the calls, ms. */
  readonly answerMs: number
}

/** A rerun as it is shown. */
export interface RerunView {
  readonly agentId: AgentId
  readonly name: string
  /** `stopped`: it has not ended, and no engine runs it. */
  readonly status: 'running' | 'stopped' | RerunEnd
  /** Whether it can be resumed. */
  readonly canResume: boolean
  /** Why it failed; null: it has not. */
  readonly message: string | null
  /** Null: all calls were the recorded ones so far. */
  readonly divergence: ShownDivergence | null
  /** Number of differences. */
  readonly differences: number
  readonly original: RunFigures
  readonly again: RunFigures
}

/** Returns whether the log of an agent, as far as it is given, is that of a rerun. */
export function isRerunLog(events: readonly { readonly kind: string }[]): boolean {
  return events.some(({ kind }) => kind === 'rerun')
}
