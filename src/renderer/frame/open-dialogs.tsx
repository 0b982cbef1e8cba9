import { assertNever } from '../../shared/assert-never.ts'
import { ApprovalInbox } from '../approvals/approval-inbox.tsx'
import { CommandPalette } from '../palette/command-palette.tsx'
import { ShortcutList } from '../palette/shortcut-list.tsx'
import { ForkDialog } from '../panes/fork-dialog.tsx'
import { SettingsDialog } from '../settings/settings-dialog.tsx'
import { useWindowStore } from './window-context.ts'

/** The dialog that is open, if one is. */
export function OpenDialogs() {
  const dialog = useWindowStore(
    (window) => window.dialogs,
    (state) => state.dialog,
  )
  switch (dialog.type) {
    case 'none':
      return null
    case 'palette':
      return <CommandPalette />
    case 'shortcuts':
      return <ShortcutList />
    case 'inbox':
      return <ApprovalInbox />
    case 'settings':
      return <SettingsDialog />
    case 'fork':
      return <ForkDialog agentId={dialog.agentId} atEventId={dialog.atEventId} />
    default:
      return assertNever(dialog)
  }
}
