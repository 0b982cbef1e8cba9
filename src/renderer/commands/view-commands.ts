import type { OpenDialog } from '../store/dialog-store.ts'
import { THEMES } from '../store/preference-store.ts'
import type { AppModel } from '../app/app-model.ts'
import type { CommandBody } from './window-command.ts'

export function viewCommands({ stores: { dialogs, layout }, actions }: AppModel): readonly CommandBody[] {
  const open = (dialog: OpenDialog) => () => () => dialogs.setState({ dialog })
  return [
    {
      id: 'view.palette',
      title: 'Command palette',
      group: 'View',
      prepare: open({ type: 'palette' }),
    },
    {
      id: 'view.tree',
      title: 'Show or hide the tree',
      group: 'View',
      prepare: () => () => layout.dispatch({ type: 'toggle_tree' }),
    },
    { id: 'view.inspector', title: 'Context inspector', group: 'View', prepare: () => actions.inspector.toggle },
    { id: 'view.inbox', title: 'What needs you: the approval inbox', group: 'View', prepare: open({ type: 'inbox' }) },
    { id: 'view.settings', title: 'Settings', group: 'View', prepare: open({ type: 'settings' }) },
    {
      id: 'view.shortcuts',
      title: 'Keyboard shortcuts',
      group: 'View',
      prepare: open({ type: 'shortcuts' }),
    },
    ...THEMES.map((theme): CommandBody => ({
      id: `view.theme.${theme}`,
      title: theme === 'system' ? 'Theme: as the system' : `Theme: ${theme}`,
      group: 'View',
      prepare: () => () => void actions.settings.setTheme(theme),
    })),
  ]
}
