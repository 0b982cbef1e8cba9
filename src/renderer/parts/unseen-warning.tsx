import { TriangleAlert } from 'lucide-react'

import type { UnseenFiles } from '../../shared/file-outcome.ts'
import styles from './unseen-warning.module.css'

interface UnseenWarningProps {
  /** Null: there is nothing to warn of. */
  readonly warning: UnseenFiles | null
  /** Whether only a sign is visible, where there is little room. */
  readonly isBrief?: boolean
}

/** A warning beside a model about files that it would not see. */
export function UnseenWarning({ warning, isBrief = false }: UnseenWarningProps) {
  if (warning === null) return null
  return (
    <span className={styles.warning} title={warning.reason}>
      <TriangleAlert aria-hidden />
      <span className={isBrief ? 'visually-hidden' : undefined}>{warning.count}</span>
    </span>
  )
}
