import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'

import styles from './offer-card.module.css'

interface OfferCardProps {
  readonly Icon: LucideIcon
  readonly title: string
  readonly about: string
  /** What went wrong with an act. Missing: nothing can. */
  readonly failure?: ReactNode
  /** The buttons. */
  readonly children: ReactNode
}

/** Something that the user can have, or is asked once, with its acts at the end of the line. */
export function OfferCard({ Icon, title, about, failure, children }: OfferCardProps) {
  const id = useId()
  return (
    <section className={styles.card} aria-labelledby={id}>
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <h3 id={id}>{title}</h3>
        <p>{about}</p>
        {failure}
      </div>
      <div className={styles.acts}>{children}</div>
    </section>
  )
}
