import { useEffect, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { RerunView } from '../../shared/rerun.ts'
import { useActions } from '../hooks/app-context.ts'
import { useTree, useViews } from '../hooks/use-stores.ts'

/** The rerun of an agent, as it is now; null: the agent is none. */
export function useRerun(agentId: AgentId): RerunView | null {
  const { reruns } = useActions()
  const [rerun, setRerun] = useState<RerunView | null>(null)
  // The newest step; 0: the agent is no rerun.
  const step = useViews(({ views }) => views.get(agentId)?.events.findLast(({ kind }) => kind === 'rerun')?.id ?? 0)
  const newest = useViews(({ views }) => views.get(agentId)?.events.at(-1)?.id ?? 0)
  const activity = useTree(({ agents }) => agents.get(agentId)?.activity.type ?? 'idle')
  const isRerun = step !== 0
  useEffect(() => {
    if (!isRerun) return undefined
    let isCurrent = true
    void reruns.view(agentId).then((view) => {
      if (isCurrent && view.ok) setRerun(view.value)
    })
    return () => {
      isCurrent = false
    }
  }, [reruns, agentId, isRerun, newest, activity])
  return isRerun ? rerun : null
}
