import { useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useComparisons, useViews } from '../hooks/use-stores.ts'
import { activeComparison, type Comparison } from '../store/comparison.ts'
import { alignTurns, type ComparedTurns } from './align-turns.ts'
import { answerTurns } from './answer-turns.ts'
import { comparedHistory, type ComparedHistory } from './compared-rows.ts'

const NO_EVENTS: readonly AgentEvent[] = []

/**
 * Returns the aligned turns of the compared agents. Recomputed when an event is recorded, not while an answer streams.
 */
export function useComparedTurns(agents: readonly AgentId[]): ComparedTurns {
  const logs = useLogs(agents)
  return useMemo(() => {
    const columns = logs.map((events, index) => answerTurns(agents[index] ?? '', events))
    return { columns, rows: alignTurns(columns) }
  }, [agents, logs])
}

/** Returns the same turns with all that is shown of them, in rows. */
export function useComparedHistory(agents: readonly AgentId[], turns: ComparedTurns): ComparedHistory {
  const logs = useLogs(agents)
  return useMemo(() => comparedHistory(agents, logs, turns), [agents, logs, turns])
}

/** Returns the loaded events of each agent. */
export function useLogs(agents: readonly AgentId[]): readonly (readonly AgentEvent[])[] {
  return useViews(useShallow(({ views }) => agents.map((agentId) => views.get(agentId)?.events ?? NO_EVENTS)))
}

/** Returns the comparison that is shown instead of the panes, if any. */
export function useActiveComparison(): Comparison | null {
  return useComparisons(activeComparison)
}

export function useComparison(id: string): Comparison | null {
  return useComparisons(({ list }) => list.find((comparison) => comparison.id === id) ?? null)
}
