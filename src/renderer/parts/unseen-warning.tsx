import { TriangleAlert } from 'lucide-react'

import styles from './unseen-warning.module.css'

/** A warning beside a model about files that it would not see; null: there are none. */
export function UnseenWarning({ warning }: { warning: string | null }) {
  if (warning === null) return null
  return (
    <span className={styles.warning} title={warning}>
      <TriangleAlert aria-hidden />
      <span>{warning}</span>
    </span>
  )
}
