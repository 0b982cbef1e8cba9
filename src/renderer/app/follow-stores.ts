import type { BudgetActions } from '../actions/budget-actions.ts'
import type { Stop } from '../store/engine-connection.ts'
import { withRecentAgent } from '../store/recent-agent-store.ts'
import type { AppStores } from './app-stores.ts'

/** Keeps in which order panes had the focus, from when the stored order has been read. */
export function followRecentAgents({ connection, layout, recentAgents }: AppStores): Stop {
  const stops = [
    layout.subscribe(({ focused }) => {
      if (focused === null || !connection.getState().ready) return
      recentAgents.setState((recent) => withRecentAgent(recent, focused), true)
    }),
    // The panes that are open from the last time, of which another window may have noted none.
    connection.subscribe(({ ready }, before) => {
      if (!ready || before.ready) return
      recentAgents.setState((recent) => layout.getState().recent.toReversed().reduce(withRecentAgent, recent), true)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Compares what today costs with its limit when responses were recorded or the limit was changed. */
export function followDay({ connection, usage, configuration }: AppStores, budgets: BudgetActions): Stop {
  const load = (): void => {
    if (connection.getState().ready) void budgets.loadToday()
  }
  const stops = [
    usage.subscribe(({ revision }, before) => (revision === before.revision ? undefined : load())),
    configuration.subscribe(({ config }, before) => {
      if (config?.maxCostPerDay !== before.config?.maxCostPerDay) load()
    }),
    connection.subscribe(({ ready }, before) => (ready && !before.ready ? load() : undefined)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
