import { openFind } from '../store/find-store.ts'
import type { AppModel } from '../app/app-model.ts'
import type { CommandBody } from './window-command.ts'

/** Looking for words. */
export function editCommands({ stores: { dialogs, layout, find } }: AppModel): readonly CommandBody[] {
  return [
    {
      id: 'edit.find',
      title: 'Find in this pane',
      group: 'View',
      prepare() {
        const { focused } = layout.getState()
        return focused === null ? null : () => openFind(find, focused)
      },
    },
    {
      id: 'edit.searchAll',
      title: 'Search everything…',
      group: 'View',
      prepare: () => () => dialogs.setState({ dialog: { type: 'search' } }),
    },
  ]
}
