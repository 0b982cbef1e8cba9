import type { ReactNode } from 'react'

import styles from './note-line.module.css'

/** One dim line of the stream that belongs to no message: a mark, a change of model, a step of a race. */
export function NoteLine({ tone = 'quiet', children }: { tone?: 'quiet' | 'mark'; children: ReactNode }) {
  return (
    <div className={styles.note} data-tone={tone}>
      {children}
    </div>
  )
}
