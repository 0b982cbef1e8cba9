import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  readonly title: string
  readonly size: 'narrow' | 'wide'
  onClose(): void
  /** Where the focus goes afterwards; null: where it came from. */
  returnFocus(): HTMLElement | null
  readonly children: ReactNode
}

/** A modal dialog with a title and a way out. It is open while it is drawn. */
export function Dialog({ title, size, onClose, returnFocus, children }: DialogProps) {
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.popup} data-size={size} finalFocus={() => returnFocus() ?? true}>
          <header className={styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <Base.Close render={<IconButton label="Close" shortcut="Esc" children={<X />} />} />
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
