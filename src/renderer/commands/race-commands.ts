import type { AppModel } from '../app/app-model.ts'
import { nearestRace } from '../store/nearest-race.ts'
import type { FocusPrompt } from './pane-commands.ts'

/** Commands on the race that is nearest to the focused agent. */
export function raceCommands({ stores: { layout, tree, windowView } }: AppModel, focusPrompt: FocusPrompt) {
  return {
    'race.board': {
      getAction() {
        const { focused } = layout.getState()
        if (windowView.getState().view.type === 'race') {
          return () => {
            windowView.showPanes()
            if (focused !== null) focusPrompt(focused)
          }
        }
        const agentId = nearestRace(tree.getState().agents, focused)
        return agentId === null ? null : () => windowView.showRace(agentId)
      },
    },
  }
}
