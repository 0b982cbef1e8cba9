import type { AppModel } from '../app/app-model.ts'
import { agentCommands } from './agent-commands.ts'
import { compareCommands } from './compare-commands.ts'
import { arrangeCommands } from './arrange-commands.ts'
import { keysOf } from './default-keys.ts'
import { editCommands } from './edit-commands.ts'
import { paneCommands, type FocusPrompt } from './pane-commands.ts'
import { relativeCommands } from './relative-commands.ts'
import { treeCommands } from './tree-commands.ts'
import { viewCommands } from './view-commands.ts'
import type { CommandBody, WindowCommand } from './window-command.ts'

/** Every command of the window. The one list behind palette, keys, shortcut page and menu. */
export function createWindowCommands(app: AppModel, focusPrompt: FocusPrompt): readonly WindowCommand[] {
  return [
    ...agentCommands(app),
    ...relativeCommands(app),
    ...compareCommands(app),
    ...paneCommands(app, focusPrompt),
    ...arrangeCommands(app, focusPrompt),
    ...editCommands(app),
    ...treeCommands(app),
    ...viewCommands(app),
  ].map((body) => withKeys(body, app))
}

/** Titles and keys are asked for when they are shown: panes change, and a person may rebind. */
function withKeys(body: CommandBody, { stores: { preferences } }: AppModel): WindowCommand {
  return {
    id: body.id,
    group: body.group,
    prepare: body.prepare,
    get title() {
      return body.title
    },
    get keys() {
      return keysOf(body.id, preferences.getState().keys)
    },
  }
}
