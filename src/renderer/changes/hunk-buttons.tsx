import { Check } from 'lucide-react'

import { Button } from '../parts/button.tsx'
import styles from './changes.module.css'

interface HunkButtonsProps {
  readonly isKept: boolean
  onKeep(): void
  onUndo(): void
}

export function HunkButtons({ isKept, onKeep, onUndo }: HunkButtonsProps) {
  return (
    <div className={styles.buttons}>
      <Button tone="quiet" aria-pressed={isKept} aria-keyshortcuts="y" title="Y" onClick={onKeep}>
        {isKept ? (
          <>
            <Check /> Kept
          </>
        ) : (
          'Keep this part'
        )}
      </Button>
      <Button tone="quiet" aria-keyshortcuts="u" title="U" onClick={onUndo}>
        Undo this part
      </Button>
    </div>
  )
}
