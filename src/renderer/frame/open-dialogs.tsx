import { useEffect } from 'react'

import { assertNever } from '../../shared/assert-never.ts'
import { ApprovalInbox } from '../approvals/approval-inbox.tsx'
import { AdoptDialog } from '../changes/adopt-dialog.tsx'
import { ConflictDialog } from '../changes/conflict-dialog.tsx'
import { UnsureDialog } from '../changes/unsure-dialog.tsx'
import { CompareDialogs } from '../compare/compare-dialogs.tsx'
import { AgentSwitcher } from '../palette/agent-switcher.tsx'
import { CommandPalette } from '../palette/command-palette.tsx'
import { ShortcutList } from '../palette/shortcut-list.tsx'
import { BudgetDialog } from '../agent/budget-dialog.tsx'
import { EventDialog, FileDialog } from '../history/file-dialog.tsx'
import { TakeOverDialog } from '../agent/take-over-dialog.tsx'
import { FolderDialog } from '../agent/folder-dialog.tsx'
import { EvaluationDialog } from '../fork/evaluation-dialog.tsx'
import { ForkDialog } from '../fork/fork-dialog.tsx'
import { MarkDialog } from '../agent/mark-dialog.tsx'
import { OutsideDialog } from '../agent/outside-dialog.tsx'
import { PromptsDialog } from '../agent/prompts-dialog.tsx'
import { ProfileDialog } from '../agent/profile-dialog.tsx'
import { MergeBackDialog } from '../fork/merge-back-dialog.tsx'
import { RaceDialog } from '../fork/race-dialog.tsx'
import { RerunDialog } from '../fork/rerun-dialog.tsx'
import { RedactDialog } from '../agent/redact-dialog.tsx'
import { RenameDialog } from '../agent/rename-dialog.tsx'
import { RetryDialog } from '../fork/retry-dialog.tsx'
import { RewindDialog } from '../agent/rewind-dialog.tsx'
import { CostDialog } from '../prompt/cost-dialog.tsx'
import { Overview } from '../pane/overview.tsx'
import { LayoutsDialog } from '../pane/layouts-dialog.tsx'
import { SplitDialog } from '../pane/split-dialog.tsx'
import { SystemDialog } from '../agent/system-dialog.tsx'
import { FlightDialog } from '../recorder/flight-dialog.tsx'
import { SearchDialog } from '../search/search-dialog.tsx'
import { SettingsDialog } from '../settings/settings-dialog.tsx'
import { ExportDialog } from '../transfer/export-dialog.tsx'
import { ImportDialog } from '../transfer/import-dialog.tsx'
import { KillDialog } from '../tree/kill-dialog.tsx'
import { EndedDialog } from './ended-dialog.tsx'
import { TreeDrawer } from '../tree/tree-drawer.tsx'
import { DialogHelpContext } from '../parts/help-context.ts'
import type { OpenDialog } from '../store/dialog-store.ts'
import { dialogHelp } from '../store/help-places.ts'
import { useStores } from '../hooks/app-context.ts'
import { StatusFoot } from './status-foot.tsx'
import { useDialogs } from '../hooks/use-stores.ts'

/** Dialogs without properties. */
const PLAIN = {
  palette: CommandPalette,
  switcher: AgentSwitcher,
  layouts: LayoutsDialog,
  shortcuts: ShortcutList,
  inbox: ApprovalInbox,
  overview: Overview,
  tree: TreeDrawerWithFoot,
  recorder: FlightDialog,
  evaluation: EvaluationDialog,
  profile: ProfileDialog,
  outside: OutsideDialog,
  import: ImportDialog,
  ended: EndedDialog,
}

/** Dialogs about an agent that need nothing else. */
const OF_AGENT = {
  prompts: PromptsDialog,
  rewind: RewindDialog,
  mark: MarkDialog,
  rename: RenameDialog,
  system: SystemDialog,
  budget: BudgetDialog,
  folder: FolderDialog,
  take_over: TakeOverDialog,
  race: RaceDialog,
}

/** The open dialog, if any. */
export function OpenDialogs() {
  const dialog = useDialogs((state) => state.dialog)
  return (
    <DialogHelpContext value={dialogHelp(dialog)}>
      <DialogOfType dialog={dialog} />
    </DialogHelpContext>
  )
}

function DialogOfType({ dialog }: { dialog: OpenDialog }) {
  switch (dialog.type) {
    case 'none':
      return null
    case 'palette':
    case 'switcher':
    case 'layouts':
    case 'shortcuts':
    case 'inbox':
    case 'overview':
    case 'tree':
    case 'recorder':
    case 'evaluation':
    case 'profile':
    case 'outside':
    case 'import':
    case 'ended': {
      const Plain = PLAIN[dialog.type]
      return <Plain />
    }
    case 'prompts':
    case 'rewind':
    case 'mark':
    case 'rename':
    case 'system':
    case 'budget':
    case 'folder':
    case 'take_over':
    case 'race': {
      const OfAgent = OF_AGENT[dialog.type]
      return <OfAgent agentId={dialog.agentId} />
    }
    case 'settings':
      return <SettingsDialog page={dialog.page} />
    case 'search':
      return <SearchDialog text={dialog.text ?? ''} />
    case 'split':
      return <SplitDialog direction={dialog.direction} />
    case 'rerun':
      return <RerunDialog agentId={dialog.agentId} promptId={dialog.promptId} />
    case 'merge_back':
      return <MergeBackDialog agentId={dialog.agentId} turn={dialog.turn} />
    case 'redact':
      return <RedactDialog agentId={dialog.agentId} eventId={dialog.eventId} />
    case 'event':
      return <EventDialog event={dialog.event} />
    case 'file':
      return <FileDialog agentId={dialog.agentId} file={dialog.file} />
    case 'kill':
      return <KillDialog agentIds={dialog.agentIds} />
    case 'cost':
      return <CostDialog prompt={dialog.prompt} onSend={dialog.onSend} />
    case 'export':
      return <ExportDialog agentId={dialog.agentId} />
    case 'adopt':
      return <AdoptDialog raceId={dialog.raceId} agentId={dialog.agentId} plan={dialog.plan} />
    case 'conflict':
      return <ConflictDialog {...dialog} />
    case 'unsure':
      return <UnsureDialog {...dialog} />
    case 'fork':
      return <ForkDialog agentId={dialog.agentId} atEventId={dialog.atEventId} before={dialog.before === true} />
    case 'retry':
      return <RetryDialog agentId={dialog.agentId} answerId={dialog.answerId} />
    case 'compare':
    case 'judge':
    case 'answers':
    case 'add_merge':
    case 'add_column':
    case 'result':
      return <CompareDialogs dialog={dialog} />
    default:
      return assertNever(dialog)
  }
}

/** The tree over the panes of a narrow window, with its foot. Opening the usage page closes it. */
function TreeDrawerWithFoot() {
  const { dialogs, usage } = useStores()
  useEffect(
    () =>
      usage.subscribe((now, before) => {
        if (now.opened !== before.opened) dialogs.close()
      }),
    [dialogs, usage],
  )
  return <TreeDrawer foot={<StatusFoot />} />
}
