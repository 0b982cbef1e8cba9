import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useViews } from '../hooks/use-stores.ts'
import { alignTurns, type AlignedTurn } from './align-turns.ts'
import { answerTurns, type AnswerTurn } from './answer-turns.ts'

export interface ComparedTurns {
  /** The loaded turns of each agent. */
  readonly columns: readonly (readonly AnswerTurn[])[]
  readonly rows: readonly AlignedTurn[]
}

const NO_EVENTS: readonly AgentEvent[] = []

/**
 * Returns the aligned turns of the compared agents. Recomputed when an event is recorded, not while an answer streams.
 */
export function useComparedTurns(agents: readonly AgentId[]): ComparedTurns {
  const logs = useViews(useShallow(({ views }) => agents.map((agentId) => views.get(agentId)?.events ?? NO_EVENTS)))
  return useMemo(() => {
    const columns = logs.map((events, index) => answerTurns(agents[index] ?? '', events))
    return { columns, rows: alignTurns(columns) }
  }, [agents, logs])
}
