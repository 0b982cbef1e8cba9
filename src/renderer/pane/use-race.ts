import { useEffect, useState } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import type { RaceView } from '../../shared/race.ts'
import { useActions } from '../hooks/app-context.ts'
import { useTree, useViews } from '../hooks/use-stores.ts'

/** The race of an agent, as it is now; null: the agent is none. */
export function useRace(agentId: AgentId): RaceView | null {
  const { races } = useActions()
  const [race, setRace] = useState<RaceView | null>(null)
  // The newest step (0: the agent is no race), and what the attempts have done since: their costs and states are not steps.
  const step = useViews(({ views }) => views.get(agentId)?.events.findLast(({ kind }) => kind === 'race')?.id ?? 0)
  const isRace = step !== 0
  const activity = useTree(({ agents }) => {
    const own = [...agents.values()].filter(({ id, parentId }) => id === agentId || parentId === agentId)
    return own.map(({ cost, activity: { type } }) => `${cost.usd} ${type}`).join()
  })
  useEffect(() => {
    if (!isRace) return undefined
    let isCurrent = true
    void races.view(agentId).then((view) => {
      if (isCurrent && view.ok) setRace(view.value)
    })
    return () => {
      isCurrent = false
    }
  }, [races, agentId, isRace, step, activity])
  return isRace ? race : null
}
