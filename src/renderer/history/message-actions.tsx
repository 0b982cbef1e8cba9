import { Ellipsis, Pencil, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'

import type { AgentEvent } from '../../shared/agent-event.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { PlainIconButton } from '../parts/plain-icon-button.tsx'
import { texts } from '../text/texts.ts'
import styles from './message-actions.module.css'
import { runMessageKey, useIsOfKilled, useMessageActs } from './message-acts.ts'
import { firstWords } from './cited-text.ts'
import { usePaneStream } from './pane-stream-context.ts'
import { useVersionsAt } from './use-path-versions.ts'
import { VersionArrows } from './version-arrows.tsx'

const words = texts.message

interface MessageActionsProps {
  readonly event: AgentEvent
  /** The text that "Copy" copies. */
  readonly text: string
  /** Details of the message, shown below it. */
  readonly facts?: string
  /** More details, in the title of the others. */
  readonly moreFacts?: string | undefined
  /** What it is, and of whom. */
  readonly name: string
  readonly children: ReactNode
}

/** A settled message with its actions. The arrows of its versions always show, the buttons on hover and on focus. */
export function MessageActions({ event, text, facts = '', moreFacts, name, children }: MessageActionsProps) {
  const { openMenu } = usePaneStream()
  const acts = useMessageActs(event, text)
  const killed = useIsOfKilled(event)
  const versions = useVersionsAt(event.id)
  const begins = firstWords(text)
  const label = begins === '' ? name : words.named({ message: name, begins })
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- single keys of the focused message
    <article
      className={styles.message}
      data-kind={event.kind}
      data-parts={versions !== null}
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(key) => runMessageKey(key, acts)}
    >
      {children}
      <footer className={styles.footer}>
        <span className={styles.facts} title={moreFacts}>
          {facts}
        </span>
        {versions === null ? null : <VersionArrows versions={versions} />}
        <span className={styles.actions}>
          {acts.edit === null ? null : (
            <PlainIconButton
              label={killed ? words.ofKilled : words.edit}
              data-act="edit"
              aria-disabled={killed}
              onClick={killed ? undefined : acts.edit}
            >
              <Pencil />
            </PlainIconButton>
          )}
          {acts.retry === null ? null : (
            <PlainIconButton
              label={killed ? words.ofKilled : words.retry}
              data-act="retry"
              aria-disabled={killed}
              onClick={killed ? undefined : acts.retry}
            >
              <RotateCw />
            </PlainIconButton>
          )}
          {text === '' ? null : <CopyButton text={text} label={words.copy} isMarkdown={acts.edit === null} />}
          <PlainIconButton
            label={words.more}
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
