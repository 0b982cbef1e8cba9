import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import type { AppError } from '../../shared/app-error.ts'
import { cardAdvice, cardMessage, cardTitle } from '../text/table-texts.ts'
import { texts } from '../text/texts.ts'
import styles from './error-card.module.css'
import { ErrorHelp } from './error-help.tsx'

/** A failure: what happened, with the provider's own message, and what to do. `children` are buttons. */
export function ErrorCard({ error, children }: { error: AppError; children?: ReactNode }) {
  const title = cardTitle(error)
  const advice = cardAdvice(error)
  return (
    <div role="group" className={styles.card} aria-label={texts.parts.error({ error: title })}>
      <CircleAlert className={styles.icon} aria-hidden />
      <div className={styles.caption}>
        <h3 className={styles.title}>{title}</h3>
        <p className={styles.message}>{cardMessage(error)}</p>
        {advice === '' ? null : <p className={styles.advice}>{advice}</p>}
        <p className={styles.facts}>
          {facts(error).join(' · ')}
          <ErrorHelp category={error.category} subject={title} />
        </p>
      </div>
      {children === undefined || children === null ? null : <div className={styles.buttons}>{children}</div>}
    </div>
  )
}

function facts(error: AppError): readonly string[] {
  return [
    error.category,
    ...(error.providerCode === undefined ? [] : [error.providerCode]),
    ...(error.httpStatus === undefined ? [] : [`HTTP ${error.httpStatus}`]),
    ...(error.requestId === undefined ? [] : [error.requestId]),
  ]
}
