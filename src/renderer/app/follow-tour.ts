import type { AgentId } from '../../shared/ids.ts'
import type { Stop } from '../store/engine-connection.ts'
import { actsOfAgents, actsOfComparisons, actsOfEvents, type TourAct, withDone } from '../store/tour-store.ts'
import type { AppStores } from './app-stores.ts'

/** Notes which acts of the tour the user does in this window, from when it has been restored. What was there before is none. */
export function followTour({ comparisons, connection, tour, tree, views }: AppStores): Stop {
  /** Agents that appeared since, whose models may be set a moment later. */
  const fresh = new Set<AgentId>()
  const note = (acts: readonly TourAct[]): void => tour.setState((state) => withDone(state, acts), true)
  const whileReady = (act: () => void): void => (connection.getState().ready ? act() : undefined)
  const stops = [
    tree.subscribe((now, before) =>
      whileReady(() => {
        if (now.agents === before.agents) return
        for (const id of now.agents.keys()) if (!before.agents.has(id)) fresh.add(id)
        const appeared = [...fresh].flatMap((id) => now.agents.get(id) ?? [])
        note(actsOfAgents(appeared, now.agents))
      }),
    ),
    views.subscribe((now, before) =>
      whileReady(() => {
        if (now.views === before.views) return
        for (const [agentId, view] of now.views) {
          const known = before.views.get(agentId)
          if (known === undefined || known.lastEventId === view.lastEventId) continue
          note(actsOfEvents(view.events.filter(({ id }) => id > known.lastEventId)))
        }
      }),
    ),
    comparisons.subscribe((now, before) => whileReady(() => note(actsOfComparisons(now, before)))),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
