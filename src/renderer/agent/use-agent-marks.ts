import { useEffect } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentMarks } from '../../shared/agent-marks.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useMarks, useViews } from '../hooks/use-stores.ts'
import { currentMarks } from '../store/mark-store.ts'

const NO_EVENTS: readonly AgentEvent[] = []

/** All marks that the agent has now: at first as far as its events are loaded, then what the engine knows. */
export function useAgentMarks(agentId: AgentId): AgentMarks {
  const { marks } = useStores()
  const events = useViews(({ views }) => views.get(agentId)?.events ?? NO_EVENTS)
  const known = useMarks(({ known }) => known.get(agentId))
  useEffect(() => void marks.load(agentId), [marks, agentId, events])
  return currentMarks(agentId, events, known)
}
