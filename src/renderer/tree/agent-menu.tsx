import { Menu } from '@base-ui/react/menu'
import {
  AppWindow,
  Archive,
  ArchiveRestore,
  CircleStop,
  Columns3,
  Copy,
  Download,
  Eraser,
  Folder,
  Gauge,
  House,
  Mail,
  Pencil,
  Pin,
  PinOff,
  Skull,
  SquareArrowOutUpRight,
  SquareSplitHorizontal,
  SquareTerminal,
} from 'lucide-react'
import type { ReactNode } from 'react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { useActions, useStores } from '../hooks/app-context.ts'
import { useTree } from '../hooks/use-stores.ts'
import { BranchSign } from '../parts/branch-sign.tsx'
import menuStyles from '../parts/menu.module.css'
import type { OpenDialog } from '../store/dialog-store.ts'
import { commandTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import { livingDescendants } from './kill-dialog.tsx'
import { RightSwitches } from './right-switches.tsx'
import type { TreeAction } from './tree-keys.ts'

const words = texts.tree.menu

interface AgentMenuProps {
  readonly agent: AgentSummary
  /** Returns the row. */
  anchor(): HTMLElement | null
  onAction(action: TreeAction): void
  onClose(): void
}

/** The context menu of an agent in the tree. */
export function AgentMenu({ agent, anchor, onAction, onClose }: AgentMenuProps) {
  const { dialogs, windowView } = useStores()
  const { agents, arrange, terminals } = useActions()
  const { id: agentId, pinned = false, archived = false } = agent
  const killed = agent.status === 'killed'
  const below = useTree((state) => livingDescendants(state.agents, agentId))
  const ask = (dialog: OpenDialog) => () => dialogs.setState({ dialog })
  return (
    <Menu.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} sideOffset={2} align="start">
          <Menu.Popup className={menuStyles.popup} aria-label={words.label} finalFocus={() => anchor() ?? true}>
            <OpenLines agentId={agentId} onAction={onAction} />
            <Line disabled={killed} onChoose={ask({ type: 'fork', agentId, atEventId: null })}>
              <BranchSign of="fork" /> {commandTitle('agent.fork')}
            </Line>
            <Line onChoose={ask({ type: 'compare', with: agentId })}>
              <Columns3 aria-hidden /> {commandTitle('compare.choose')}
            </Line>
            <Line onChoose={ask({ type: 'merge_back', agentId, turn: null })}>
              <BranchSign of="merge" /> {commandTitle('agent.mergeBack')}
            </Line>
            <Line onChoose={() => onAction({ type: 'rename', agentId })}>
              <Pencil aria-hidden /> {commandTitle('agent.rename')}
            </Line>
            <Line onChoose={() => void arrange.pin([agentId], !pinned)}>
              {pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />} {pinned ? words.unpin : words.pin}
            </Line>
            <Line onChoose={() => void arrange.archive([agentId], !archived)}>
              {archived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}{' '}
              {archived ? words.unarchive : words.archive}
            </Line>
            <Line disabled={killed} onChoose={ask({ type: 'budget', agentId })}>
              <Gauge aria-hidden /> {commandTitle('agent.budget')}
            </Line>
            <Line disabled={killed} onChoose={ask({ type: 'folder', agentId })}>
              <Folder aria-hidden /> {commandTitle('agent.folder')}
            </Line>
            <HomeLine agent={agent} onChoose={ask({ type: 'take_over', agentId })} />
            <Line onChoose={() => windowView.showChanges({ type: 'agent', agentId, scope: { type: 'agent' } })}>
              <BranchSign of="changes" /> {commandTitle('agent.changes')}
            </Line>
            <Line
              disabled={killed}
              onChoose={() => {
                onAction({ type: 'open', agentId, beside: false })
                void terminals.show(agentId)
              }}
            >
              <SquareTerminal aria-hidden /> {commandTitle('agent.terminal')}
            </Line>
            <Menu.Separator className={menuStyles.separator} />
            <MailAndRights agent={agent} />
            <Menu.Separator className={menuStyles.separator} />
            <Line onChoose={ask({ type: 'export', agentId })}>
              <Download aria-hidden /> {commandTitle('agent.export')}
            </Line>
            <Line onChoose={() => void navigator.clipboard.writeText(agentId)}>
              <Copy aria-hidden /> {commandTitle('agent.copyId')}
            </Line>
            <Line onChoose={ask({ type: 'redact', agentId, eventId: null })}>
              <Eraser aria-hidden /> {texts.agentDialogs.redact.menu}
            </Line>
            <Line onChoose={() => void agents.stop(agentId)}>
              <CircleStop aria-hidden /> {commandTitle('agent.stopBelow')}
            </Line>
            <Line disabled={killed && below === 0} onChoose={ask({ type: 'kill', agentIds: [agentId] })}>
              <Skull aria-hidden /> {commandTitle('agent.kill')}
            </Line>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

/** Where the agent is shown. */
function OpenLines({ agentId, onAction }: { readonly agentId: AgentId; onAction(action: TreeAction): void }) {
  const { popOuts } = useActions()
  return (
    <>
      <Line onChoose={() => onAction({ type: 'open', agentId, beside: false })}>
        <SquareArrowOutUpRight aria-hidden /> {words.show}
      </Line>
      <Line onChoose={() => onAction({ type: 'open', agentId, beside: true })}>
        <SquareSplitHorizontal aria-hidden /> {words.beside}
      </Line>
      <Line onChoose={() => popOuts.open({ agents: [agentId] })}>
        <AppWindow aria-hidden /> {commandTitle('pane.popOut')}
      </Line>
    </>
  )
}

interface LineProps {
  readonly disabled?: boolean
  onChoose(): void
  readonly children: ReactNode
}

function Line({ disabled = false, onChoose, children }: LineProps) {
  return (
    <Menu.Item className={menuStyles.item} disabled={disabled} onClick={onChoose}>
      {children}
    </Menu.Item>
  )
}

/** Offers to take over an agent of another home. */
function HomeLine({ agent: { otherHome, status }, onChoose }: { agent: AgentSummary; onChoose(): void }) {
  if (otherHome === undefined) return null
  return (
    <Line disabled={status === 'killed'} onChoose={onChoose}>
      <House aria-hidden /> {texts.agentDialogs.takeOver.menu}
      <span className={menuStyles.note}>{otherHome.label}</span>
    </Line>
  )
}

function MailAndRights({ agent }: { agent: AgentSummary }) {
  const { id: agentId, status, unreadMail } = agent
  const { agents } = useActions()
  return (
    <>
      <Line
        disabled={status === 'killed' || unreadMail === 0}
        onChoose={() => void agents.submit(agentId, '/check-mail')}
      >
        <Mail aria-hidden /> {words.readMail}
        <span className={menuStyles.note}>
          {unreadMail === 0 ? words.noneUnread : texts.tree.row.unread({ mails: unreadMail })}
        </span>
      </Line>
      <RightSwitches agent={agent} />
    </>
  )
}
