import type { ReactNode } from 'react'

import styles from './user-message.module.css'
import { texts } from '../text/texts.ts'

interface UserMessageProps {
  readonly text: string
  /** The files of the message, above its text. */
  readonly children?: ReactNode
}

/** Characters and lines from which on a message is too long to be set like a heading. */
const LONG = { characters: 240, lines: 3 } as const

function isLong(text: string): boolean {
  return text.length > LONG.characters || text.split('\n', LONG.lines + 1).length > LONG.lines
}

/** A user's message as plain text. */
export function UserMessage({ text, children }: UserMessageProps) {
  return (
    <div className={styles.message}>
      <span className="visually-hidden">{texts.parts.you} </span>
      {children}
      {text === '' ? null : (
        <p className={styles.text} dir="auto" data-long={isLong(text)}>
          {text}
        </p>
      )}
    </div>
  )
}
