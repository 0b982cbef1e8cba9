import type { ReactNode } from 'react'

import styles from './rule.module.css'

/** A line across the stream with a short text: a mark, a fork, a change of model. */
export function Rule({ tone = 'quiet', children }: { tone?: 'quiet' | 'mark'; children: ReactNode }) {
  return (
    <div className={styles.rule} data-tone={tone}>
      <span className={styles.caption}>{children}</span>
    </div>
  )
}
