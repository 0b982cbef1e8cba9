import { Menu } from '@base-ui/react/menu'
import {
  Copy,
  GitFork,
  Mail,
  MailCheck,
  Pencil,
  Skull,
  SquareArrowOutUpRight,
  SquareSplitHorizontal,
} from 'lucide-react'

import type { AgentSummary } from '../../shared/agent-summary.ts'
import { useWindow } from '../frame/window-context.ts'
import menuStyles from '../parts/menu.module.css'
import type { TreeAction } from './tree-keys.ts'

interface AgentMenuProps {
  readonly agent: AgentSummary
  /** The row. */
  anchor(): HTMLElement | null
  onAction(action: TreeAction): void
  onClose(): void
}

/** What can be done with an agent from the tree. */
export function AgentMenu({ agent, anchor, onAction, onClose }: AgentMenuProps) {
  const { dialogs, agents } = useWindow()
  const agentId = agent.id
  const killed = agent.status === 'killed'
  return (
    <Menu.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} sideOffset={2} align="start">
          <Menu.Popup className={menuStyles.popup} aria-label="For this agent" finalFocus={() => anchor() ?? true}>
            <Menu.Item className={menuStyles.item} onClick={() => onAction({ type: 'open', agentId, beside: false })}>
              <SquareArrowOutUpRight aria-hidden /> Show in its pane
            </Menu.Item>
            <Menu.Item className={menuStyles.item} onClick={() => onAction({ type: 'open', agentId, beside: true })}>
              <SquareSplitHorizontal aria-hidden /> Open beside
            </Menu.Item>
            <Menu.Item
              className={menuStyles.item}
              onClick={() => dialogs.setState({ dialog: { type: 'fork', agentId, atEventId: null } })}
            >
              <GitFork aria-hidden /> Fork…
            </Menu.Item>
            <Menu.Item className={menuStyles.item} onClick={() => onAction({ type: 'rename', agentId })}>
              <Pencil aria-hidden /> Rename
            </Menu.Item>
            <Menu.Separator className={menuStyles.separator} />
            <Menu.Item
              className={menuStyles.item}
              disabled={killed || agent.unreadMail === 0}
              onClick={() => void agents.submit(agentId, '/check-mail')}
            >
              <Mail aria-hidden /> Read mail
              <span className={menuStyles.note}>
                {agent.unreadMail === 0 ? 'none unread' : `${agent.unreadMail} unread`}
              </span>
            </Menu.Item>
            <Menu.CheckboxItem
              className={menuStyles.item}
              disabled={killed}
              checked={agent.wakeOnMail}
              onCheckedChange={(wakes) => void agents.setWakeOnMail(agentId, wakes)}
            >
              <MailCheck aria-hidden /> Mail starts a turn
              <span className={menuStyles.note}>{agent.wakeOnMail ? 'on' : 'off'}</span>
            </Menu.CheckboxItem>
            <Menu.Separator className={menuStyles.separator} />
            <Menu.Item className={menuStyles.item} onClick={() => void navigator.clipboard.writeText(agentId)}>
              <Copy aria-hidden /> Copy UUID
            </Menu.Item>
            <Menu.Item
              className={menuStyles.item}
              disabled={killed}
              onClick={() => dialogs.setState({ dialog: { type: 'kill', agentId } })}
            >
              <Skull aria-hidden /> Kill…
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
