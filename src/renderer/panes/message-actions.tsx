import { Menu } from '@base-ui/react/menu'
import { Copy, Ellipsis, GitFork } from 'lucide-react'
import type { ReactNode } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import { useWindow } from '../frame/window-context.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import menuStyles from '../parts/menu.module.css'
import styles from './message-actions.module.css'
import { usePaneStream } from './pane-stream-context.ts'

interface MessageActionsProps {
  readonly event: AgentEvent
  /** What "Copy" copies. */
  readonly text: string
  /** A quiet line about the message. */
  readonly facts?: string
  readonly children: ReactNode
}

/** A settled message with what can be done with it; the buttons show on hover and on focus. */
export function MessageActions({ event, text, facts = '', children }: MessageActionsProps) {
  return (
    <article
      className={styles.message}
      data-kind={event.kind}
      aria-label={event.kind === 'user' ? 'Your prompt' : 'Answer'}
    >
      {children}
      <footer className={styles.footer}>
        <span className={styles.facts}>{facts}</span>
        <span className={styles.actions}>
          {text === '' ? null : <CopyButton text={text} label="Copy message" />}
          <MessageMenu event={event} text={text} />
        </span>
      </footer>
    </article>
  )
}

function MessageMenu({ event, text }: { event: AgentEvent; text: string }) {
  const { dialogs } = useWindow()
  const { agentId } = usePaneStream()
  const forkHere = () => dialogs.setState({ dialog: { type: 'fork', agentId, atEventId: event.id } })
  return (
    <Menu.Root>
      <Menu.Trigger render={<IconButton label="More for this message" size="small" />}>
        <Ellipsis />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end">
          <Menu.Popup className={menuStyles.popup}>
            <Menu.Item className={menuStyles.item} onClick={forkHere}>
              <GitFork aria-hidden /> Fork from here…
            </Menu.Item>
            <Menu.Item
              className={menuStyles.item}
              disabled={text === ''}
              onClick={() => void navigator.clipboard.writeText(text)}
            >
              <Copy aria-hidden /> Copy
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
