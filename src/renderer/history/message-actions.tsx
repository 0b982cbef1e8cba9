import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { PlainIconButton } from '../parts/plain-icon-button.tsx'
import styles from './message-actions.module.css'
import { usePaneStream } from './pane-stream-context.ts'

interface MessageActionsProps {
  readonly event: AgentEvent
  /** The text that "Copy" copies. */
  readonly text: string
  /** Details of the message, shown below it. */
  readonly facts?: string
  readonly children: ReactNode
}

/** A settled message with its actions; the buttons show on hover and on focus. */
export function MessageActions({ event, text, facts = '', children }: MessageActionsProps) {
  const { openMenu } = usePaneStream()
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
          <PlainIconButton
            label="More actions"
            aria-haspopup="menu"
            onClick={(click) => openMenu({ event, text, anchor: click.currentTarget })}
          >
            <Ellipsis />
          </PlainIconButton>
        </span>
      </footer>
    </article>
  )
}
