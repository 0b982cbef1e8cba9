import type { AgentId } from '../../shared/ids.ts'
import type { AppModel } from '../app/app-model.ts'
import { openAgents } from '../store/layout.ts'

/** Commands on the race that is nearest: the focused agent or one above it, else the first one with a pane. */
export function raceCommands({ stores: { layout, tree, views } }: AppModel) {
  const isRace = (agentId: AgentId) =>
    views
      .getState()
      .views.get(agentId)
      ?.events.some(({ kind }) => kind === 'race') === true

  function nearest(): AgentId | null {
    const { agents } = tree.getState()
    for (let id = layout.getState().focused; id !== null; id = agents.get(id)?.parentId ?? null)
      if (isRace(id)) return id
    return openAgents(layout.getState()).find(isRace) ?? null
  }

  return {
    'race.board': {
      getAction() {
        const agentId = nearest()
        if (agentId === null) return null
        return () => {
          layout.dispatch({ type: 'open', agents: [agentId], focus: true })
          layout.dispatch({ type: 'toggle_maximised', agentId })
        }
      },
    },
  }
}
