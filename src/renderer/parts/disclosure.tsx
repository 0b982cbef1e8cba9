import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './disclosure.module.css'

interface DisclosureProps {
  readonly summary: ReactNode
  readonly open?: boolean
  readonly children: ReactNode
  /** Called when the user opens it. */
  onOpen?(): void
}

/** Content that is folded under one line. */
export function Disclosure({ summary, open = false, children, onOpen }: DisclosureProps) {
  return (
    <details
      className={styles.disclosure}
      open={open}
      onToggle={(toggle) => (toggle.currentTarget.open ? onOpen?.() : undefined)}
    >
      <summary className={styles.summary}>
        <ChevronRight className={styles.chevron} aria-hidden />
        {summary}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  )
}
