import { APP_COMMANDS, type AppCommand, type AppCommandId } from '../../shared/app-commands.ts'
import type { KeyBinding } from '../../shared/app-command-row.ts'
import { windowKeys } from '../../shared/command-keys.ts'
import type { AppModel } from '../app/app-model.ts'
import { commandTitle } from '../text/table-texts.ts'
import { agentCommands } from './agent-commands.ts'
import type { CommandBody } from './command-body.ts'
import { compareCommands } from './compare-commands.ts'
import { layoutCommands } from './layout-commands.ts'
import { paneCommands, type FocusPrompt } from './pane-commands.ts'
import { relativeCommands } from './relative-commands.ts'
import { viewCommands } from './view-commands.ts'
import { nearestRace } from '../store/nearest-race.ts'

/** A command as the palette, the key handler and the shortcut page use it. */
export interface WindowCommand extends AppCommand, CommandBody {
  /** In the language of the window. */
  readonly title: string
  /** The keys that run it now: those the user chose, else the default ones. */
  readonly currentKeys: readonly KeyBinding[]
}

/** Returns every command with its body. A command of the table without a body does not compile. */
export function createWindowCommands(app: AppModel, focusPrompt: FocusPrompt): readonly WindowCommand[] {
  const bodies: Readonly<Record<AppCommandId, CommandBody>> = {
    ...agentCommands(app, focusPrompt),
    ...compareCommands(app),
    ...raceCommands(app, focusPrompt),
    ...layoutCommands(app),
    ...paneCommands(app, focusPrompt),
    ...relativeCommands(app),
    ...viewCommands(app, focusPrompt),
  }
  return APP_COMMANDS.map((command) => ({
    ...command,
    title: commandTitle(command.id),
    ...bodies[command.id],
    get currentKeys() {
      return windowKeys(command, app.stores.preferences.getState().keys, app.keyPlatform)
    },
  }))
}

/** Commands on the race that is nearest to the focused agent. */
function raceCommands({ stores: { layout, tree, windowView } }: AppModel, focusPrompt: FocusPrompt) {
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
