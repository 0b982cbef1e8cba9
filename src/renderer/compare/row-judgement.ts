import { useMemo } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import { readVerdict, type Verdict } from '../../shared/verdict.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useModels } from '../hooks/use-stores.ts'
import { columnLetter } from '../store/column-letters.ts'
import type { Comparison } from '../store/comparison.ts'
import { modelTitle } from '../store/model-title.ts'
import { texts } from '../text/texts.ts'
import type { AlignedTurn } from './align-turns.ts'
import { sourceOf } from './chosen-answers.ts'
import type { ComparedCell, ComparedRow } from './compared-rows.ts'
import { useLogs } from './use-compared-turns.ts'
import { columnVerdict, type ColumnVerdict, type JudgedBy } from './verdicts.ts'

/** The user's vote on an answer. */
export interface ColumnVote {
  readonly isPreferred: boolean
  /** Prefers the answer, or takes that back. A vote shows hidden names again. */
  toggle(): void
}

/** What judges and the user say about the answers of one row, by the places of the agents. */
export interface RowJudgement {
  /** Null: nobody ranked it. */
  readonly verdicts: readonly (ColumnVerdict | null)[]
  /** Null: there is no answer. */
  readonly votes: readonly (ColumnVote | null)[]
}

/** `judges`: those of this row. */
export function useRowJudgement(comparison: Comparison, row: ComparedRow, judges: readonly AgentId[]): RowJudgement {
  const { compare } = useActions()
  const { comparisons } = useStores()
  const { id, agents } = comparison
  const logs = useLogs(agents)
  const judgeLogs = useLogs(judges)
  const list = useModels((state) => state.list)
  return useMemo(() => {
    const judged = judgeLogs.flatMap((events, index) => judgementOf(judges[index] ?? '', events))
    const answers = row.cells.map(answerIn)
    const preferred = preferredAnswer(
      logs,
      answers.map((answer) => answer?.answerIds ?? []),
    )
    const sources = answers.map((answer, index) => (answer === null ? null : sourceOf(agents[index] ?? '', answer)))
    return {
      verdicts: agents.map((_, index) =>
        columnVerdict(columnLetter(index), judged, (model) => modelTitle(list, '', model)),
      ),
      votes: sources.map((answer, index) => {
        if (answer === null) return null
        const isPreferred = preferred === index
        const over = sources.flatMap((other) => (other === null || other === answer ? [] : [other]))
        return {
          isPreferred,
          toggle() {
            void compare.vote({ answer, over, withdrawn: isPreferred })
            comparisons.dispatch({ type: 'show_names', id })
          },
        }
      }),
    }
  }, [id, agents, judges, row, logs, judgeLogs, list, compare, comparisons])
}

function answerIn({ turn }: ComparedCell) {
  return turn === null || turn.answerIds.length === 0 ? null : turn
}

/** Reads the verdict of a judge from its own newest answer. */
export function judgementOf(judge: AgentId, events: readonly AgentEvent[]): readonly JudgedBy[] {
  const answer = events.findLast((event) => event.kind === 'assistant' && event.agentId === judge)
  if (answer?.kind !== 'assistant') return []
  const verdict = readVerdict(answer.content ?? '')
  return verdict === null ? [] : [{ model: answer.data.model ?? texts.compare.verdict.unknownModel, verdict }]
}

/**
 * Returns which of several answers the newest vote about any of them prefers; null: none, or it was withdrawn. `logs`:
 * the loaded events of each answer's agent; `answers`: the events of each answer, empty if there is none.
 */
export function preferredAnswer(
  logs: readonly (readonly AgentEvent[])[],
  answers: readonly (readonly EventId[])[],
): number | null {
  let newest: { readonly id: EventId; readonly index: number; readonly isWithdrawn: boolean } | null = null
  for (const [index, events] of logs.entries()) {
    const own = new Set(answers[index])
    const vote = events.findLast((event) => event.kind === 'vote' && event.data.answer.events.some((id) => own.has(id)))
    if (vote?.kind !== 'vote' || (newest !== null && newest.id > vote.id)) continue
    newest = { id: vote.id, index, isWithdrawn: vote.data.withdrawn === true }
  }
  return newest === null || newest.isWithdrawn ? null : newest.index
}

/**
 * Returns the row that an agent judges or merges, as an index: the one with an answer that it was shown; else the newest
 * with an answer; -1: there is none. `logs`: the loaded events of the compared agents, which contain the forks.
 */
export function rowOf(
  agentId: AgentId,
  logs: readonly (readonly AgentEvent[])[],
  rows: readonly { readonly turns: AlignedTurn['turns'] }[],
): number {
  const fork = logs.flat().find((event) => event.kind === 'fork' && event.data.child === agentId)
  const answers = fork?.kind === 'fork' ? (fork.data.answers ?? []) : []
  const shown = new Set<EventId>(answers.flatMap(({ events }) => events))
  const index = rows.findLastIndex(({ turns }) => turns.some((turn) => turn?.answerIds.some((id) => shown.has(id))))
  return index === -1 ? rows.findLastIndex(({ turns }) => turns.some((turn) => hasAnswer(turn))) : index
}

function hasAnswer(turn: AlignedTurn['turns'][number]): boolean {
  return turn !== null && turn.answerIds.length > 0
}

/** Whether two runs of one judge, which saw the answers in opposite orders, gave every answer the same rank. */
export function agrees(one: Verdict, other: Verdict): boolean {
  return one.size === other.size && [...one].every(([letter, { rank }]) => other.get(letter)?.rank === rank)
}
