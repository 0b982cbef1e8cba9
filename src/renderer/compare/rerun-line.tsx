import { Split } from 'lucide-react'

import { useCommands } from '../hooks/command-context.ts'
import { Button } from '../parts/button.tsx'
import { texts } from '../text/texts.ts'
import type { RerunLineText } from './column-rerun.ts'
import styles from './compare-column.module.css'

/** In the header of a rerun's column: what it repeats, and how many calls differ. */
export function RerunLine({ text, hasDivergence }: RerunLineText) {
  const goTo = useCommands().find(({ id }) => id === 'compare.divergence')
  return (
    <div className={styles.rerun}>
      <span>{text}</span>
      {hasDivergence ? (
        <Button tone="quiet" onClick={() => goTo?.getAction()?.()}>
          <Split aria-hidden /> {texts.compare.rerun.goTo}
        </Button>
      ) : null}
    </div>
  )
}
