import type { ReactNode } from 'react'

import styles from './user-message.module.css'
import { texts } from '../text/texts.ts'

interface UserMessageProps {
  readonly text: string
  /** The files of the message, above its text. */
  readonly children?: ReactNode
}

/** A user's message as plain text. */
export function UserMessage({ text, children }: UserMessageProps) {
  return (
    <div className={styles.message}>
      <span className="visually-hidden">{texts.parts.you} </span>
      {children}
      {text === '' ? null : (
        <p className={styles.text} dir="auto">
          {text}
        </p>
      )}
    </div>
  )
}
