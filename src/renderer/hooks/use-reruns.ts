import { useEffect, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'

import type { AgentView } from '../../shared/agent-view.ts'
import type { AgentId } from '../../shared/ids.ts'
import { isRerunLog, type RerunView } from '../../shared/rerun.ts'
import { useActions } from './app-context.ts'
import { useTree, useViews } from './use-stores.ts'

const NONE: ReadonlyMap<AgentId, RerunView> = new Map()

/** The rerun of an agent, as it is now; null: the agent is none. */
export function useRerun(agentId: AgentId): RerunView | null {
  return useReruns([agentId]).get(agentId) ?? null
}

/** The reruns among these agents, as they are now. */
export function useReruns(agents: readonly AgentId[]): ReadonlyMap<AgentId, RerunView> {
  const { reruns } = useActions()
  const [found, setFound] = useState(NONE)
  const states = useViews(useShallow(({ views }) => agents.map((agentId) => rerunState(views.get(agentId)))))
  const activities = useTree(
    useShallow((tree) => agents.map((agentId) => tree.agents.get(agentId)?.activity.type ?? 'idle')),
  )
  // A text, so that the engine is asked again only when one of them has changed.
  const wanted = agents
    .flatMap((agentId, index) => (states[index] === '' ? [] : [`${agentId} ${states[index]} ${activities[index]}`]))
    .join('\n')
  useEffect(() => {
    if (wanted === '') return undefined
    let isCurrent = true
    const ids = wanted.split('\n').map((line) => line.slice(0, line.indexOf(' ')))
    void Promise.all(ids.map((agentId) => reruns.view(agentId))).then((views) => {
      const read = views.flatMap((view) => (view.ok ? [[view.value.agentId, view.value] as const] : []))
      if (isCurrent) setFound(new Map(read))
    })
    return () => {
      isCurrent = false
    }
  }, [reruns, wanted])
  return wanted === '' ? NONE : found
}

/** Changes whenever the rerun may have; empty: the agent is none. */
function rerunState(view: AgentView | undefined): string {
  const events = view?.events ?? []
  return isRerunLog(events) ? String(events.at(-1)?.id ?? 0) : ''
}
