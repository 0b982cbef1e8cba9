import { use } from 'react'

import type { ErrorCategory } from '../../shared/app-error.ts'
import { errorHelp } from '../../shared/help-places.ts'
import { texts } from '../text/texts.ts'
import styles from './error-help.module.css'
import { HelpContext } from './help-context.ts'

/** Leads to the section of the help about errors of the category, after a point. `subject`: what the failure is called. */
export function ErrorHelp({ category, subject }: { category: ErrorCategory; subject: string }) {
  const show = use(HelpContext)
  if (show === null) return null
  return (
    <>
      {' · '}
      <button
        type="button"
        className={styles.help}
        aria-label={texts.help.about({ subject })}
        onClick={() => show(errorHelp(category))}
      >
        {texts.help.title}
      </button>
    </>
  )
}
