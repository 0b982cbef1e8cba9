import { useEffect } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import type { AgentMarks } from '../../shared/agent-marks.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useMarks, useViews } from '../hooks/use-stores.ts'
import { currentMarks } from '../store/mark-store.ts'

const NO_EVENTS: readonly AgentEvent[] = []

/** Returns the agent's current marks: initially those of the loaded events, then those from the engine. */
export function useAgentMarks(agentId: AgentId): AgentMarks {
  const { marks } = useStores()
  const events = useViews(({ views }) => views.get(agentId)?.events ?? NO_EVENTS)
  const known = useMarks(({ known }) => known.get(agentId))
  useEffect(() => void marks.load(agentId), [marks, agentId, events])
  return currentMarks(agentId, events, known)
}
