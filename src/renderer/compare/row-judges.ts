import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { Verdict } from '../../shared/verdict.ts'
import type { AlignedTurn } from './align-turns.ts'

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
