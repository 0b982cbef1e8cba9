import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'

import type { AgentEvent } from '../../shared/agent-event.ts'
import { readVerdict } from '../../shared/verdict.ts'
import { useActions } from '../hooks/app-context.ts'
import { useViews } from '../hooks/use-stores.ts'
import { columnLetter } from '../store/column-letter.ts'
import type { Comparison } from '../store/comparison.ts'
import { texts } from '../text/texts.ts'
import { newestAnswer, sourceOf } from './chosen-answers.ts'
import type { ComparedTurns } from './use-compared-turns.ts'
import { type JudgedBy, verdictLine } from './verdicts.ts'
import type { EventId } from '../../shared/ids.ts'

/** The user's vote on the newest answer of a column. */
export interface ColumnVote {
  readonly isPreferred: boolean
  /** Prefers the answer, or takes that back. */
  toggle(): void
}

interface JudgedColumns {
  /** One line per column; empty: nobody judged it. */
  readonly verdicts: readonly string[]
  /** Null: the column has no answer. */
  readonly votes: readonly (ColumnVote | null)[]
}

const NO_EVENTS: readonly AgentEvent[] = []

/** Returns what judges and the user say about the newest answers. */
export function useJudgedColumns({ agents, judges }: Comparison, turns: ComparedTurns): JudgedColumns {
  const { compare } = useActions()
  const logs = useViews(useShallow(({ views }) => agents.map((id) => views.get(id)?.events ?? NO_EVENTS)))
  const judgeLogs = useViews(useShallow(({ views }) => judges.map((id) => views.get(id)?.events ?? NO_EVENTS)))
  return useMemo(() => {
    const judged = judgeLogs.flatMap((events, index) => judgementOf(judges[index] ?? '', events))
    const answers = turns.columns.map(newestAnswer)
    const preferred = preferredAnswer(
      logs,
      answers.map((answer) => answer?.answerIds ?? []),
    )
    const sources = answers.map((answer, index) => (answer === null ? null : sourceOf(agents[index] ?? '', answer)))
    return {
      verdicts: agents.map((_, index) => verdictLine(columnLetter(index), judged)),
      votes: sources.map((answer, index) => {
        if (answer === null) return null
        const isPreferred = preferred === index
        const over = sources.flatMap((other) => (other === null || other === answer ? [] : [other]))
        return { isPreferred, toggle: () => void compare.vote({ answer, over, withdrawn: isPreferred }) }
      }),
    }
  }, [agents, judges, turns, logs, judgeLogs, compare])
}

/** Reads the verdict of a judge from its own newest answer. */
function judgementOf(judge: string, events: readonly AgentEvent[]): readonly JudgedBy[] {
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
