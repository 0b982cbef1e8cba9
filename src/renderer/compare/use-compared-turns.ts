import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useViews } from '../hooks/use-stores.ts'
import { alignTurns, type AlignedTurn } from './align-turns.ts'
import { answerTurns, type AnswerTurn } from './answer-turns.ts'

export interface ComparedTurns {
  /** Each agent's own turns, as far as they are loaded. */
  readonly columns: readonly (readonly AnswerTurn[])[]
  readonly rows: readonly AlignedTurn[]
}

const NO_EVENTS: readonly AgentEvent[] = []

/** The turns of compared agents beside each other. Made anew when something is recorded, not while it streams. */
export function useComparedTurns(agents: readonly AgentId[]): ComparedTurns {
  const logs = useViews(useShallow(({ views }) => agents.map((agentId) => views.get(agentId)?.events ?? NO_EVENTS)))
  return useMemo(() => {
    const columns = logs.map((events, index) => answerTurns(agents[index] ?? '', events))
    return { columns, rows: alignTurns(columns) }
  }, [agents, logs])
}
