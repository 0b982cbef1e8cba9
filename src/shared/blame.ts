import type { AnswerSource } from './answer-source.ts'
import type { CostSum } from './cost-sum.ts'
import type { AgentId, EventId } from './ids.ts'

/** Lines that one change of an agent brought into a file. Lines count from 1, both ends are included. */
export interface BlamedLines {
  readonly start: number
  readonly end: number
  /** The `checkpoint` event of the change. */
  readonly eventId: EventId
  readonly agentId: AgentId
  /** The model that made the call, as the response named it; null: not known. */
  readonly model: { readonly provider: string; readonly name: string } | null
  /** The prompt of the turn; null: not known. */
  readonly prompt: string | null
  /** Where the texts are from that were merged into the context just before the turn. */
  readonly merged: readonly AnswerSource[]
  /** What the turn cost. */
  readonly cost: CostSum
}

/** Lines that are in no range were there before, or were not written by an agent. */
export interface BlamedFile {
  readonly lineCount: number
  readonly ranges: readonly BlamedLines[]
}
