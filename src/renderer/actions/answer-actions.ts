import type { AnswerSource } from '../../shared/answer-source.ts'
import type { BranchMerge } from '../../shared/branch-merge.ts'
import type { ForkRequest } from '../../shared/engine-api.ts'
import type { AgentId } from '../../shared/ids.ts'
import { ok, refuse, type Result } from '../../shared/result.ts'
import type { ComparisonStore } from '../store/comparison-store.ts'
import type { Comparison } from '../store/comparison.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { Notices } from '../store/notice-store.ts'
import type { AgentActions } from './agent-actions.ts'
import { texts } from '../text/texts.ts'
import { callEngine } from './call-engine.ts'

/** A place in the path of an agent: before an event, or after one. */
type ColumnPlace = Pick<ForkRequest, 'agentId' | 'before' | 'atEventId'>
type Vote = Parameters<EngineClient['comparisons']['vote']>[0]
type BranchWish = Parameters<EngineClient['comparisons']['mergeBranch']>[0]
type MergeQuestion = Pick<ForkRequest, 'agentId' | 'atEventId' | 'models' | 'prompt'>
type MergedText = Parameters<EngineClient['comparisons']['addMerge']>[0]

/** What a model that stands outside is asked about answers. */
interface AnswersQuestion {
  readonly reason: 'judge' | 'merge'
  readonly place: ColumnPlace
  /** `MODEL/LEVEL`. */
  readonly model: string
  readonly runs: readonly {
    readonly prompt: string
    /** In the order in which the prompt shows them. */
    readonly answers: readonly AnswerSource[]
  }[]
}

/** What other models and the user say about the answers of a comparison. */
export interface AnswerActions {
  /**
   * Lets a model that stands outside judge or merge answers, in one new agent per prompt, which is shown beside the
   * others; returns whether that succeeded.
   */
  askAbout(comparison: Comparison, question: AnswersQuestion): Promise<boolean>
  /** Forks the column's agent at the newest prompt, with another model, into a further column. */
  addColumn(comparison: Comparison, place: ColumnPlace, model: string): Promise<boolean>
  /** Records that an answer is preferred, or no longer. */
  vote(vote: Vote): Promise<void>
  /** Adds a merged text to an agent's context; returns whether that succeeded. */
  addMerge(merge: MergedText): Promise<boolean>
  /** Adds a text about a branch to an agent's context, or returns what would be added. */
  mergeBranch(wish: BranchWish): Promise<Result<BranchMerge>>
  /** Lets a model write about a branch, in a fork that is not shown; returns the fork. */
  writeMerge(question: MergeQuestion): Promise<Result<AgentId>>
}

/** `show`: shows a comparison again, because a fork received the focus, which switched to the panes. */
export function createAnswerActions(
  {
    agents,
    client,
    comparisons,
    notices,
  }: {
    readonly agents: AgentActions
    readonly client: EngineClient
    readonly comparisons: ComparisonStore
    readonly notices: Notices
  },
  show: (chosen: readonly AgentId[]) => void,
): AnswerActions {
  return {
    async askAbout(comparison, { reason, place, model, runs }) {
      for (const { prompt, answers } of runs) {
        const request = { ...place, models: [model], prompt, reason, answers }
        const [fork] = (await agents.fork(request)) ?? []
        if (fork === undefined) return false
        const type = reason === 'judge' ? 'add_judge' : 'add_merge'
        comparisons.dispatch({ type, id: comparison.id, agentId: fork.id })
      }
      show(comparison.agents)
      return true
    },
    async addColumn({ id }, place, model) {
      const [fork] = (await agents.fork({ ...place, models: [model], reason: 'ask' })) ?? []
      if (fork === undefined) return false
      comparisons.dispatch({ type: 'add_column', id, agentId: fork.id })
      return true
    },
    async vote(vote) {
      const outcome = await callEngine(client.comparisons.vote(vote))
      if (!outcome.ok) notices.fail(outcome.error.message)
    },
    mergeBranch: (wish) => callEngine(client.comparisons.mergeBranch(wish)),
    async writeMerge(question) {
      const forked = await callEngine(client.agents.fork({ ...question, reason: 'merge' }))
      if (!forked.ok) return forked
      const [fork] = forked.value
      return fork === undefined ? refuse(texts.fork.mergeBack.noFork) : ok(fork.id)
    },
    async addMerge(merge) {
      const outcome = await callEngine(client.comparisons.addMerge(merge))
      if (!outcome.ok) notices.show(merge.agentId, outcome.error.message)
      return outcome.ok
    },
  }
}
