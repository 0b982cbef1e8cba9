import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'

import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  readonly title: string
  readonly size: 'narrow' | 'wide' | 'page'
  onClose(): void
  /** Where the focus goes afterwards; null: where it came from. */
  returnFocus(): HTMLElement | null
  readonly children: ReactNode
}

/** A modal dialog with a title and a way out. It is open while it is drawn. */
export function Dialog({ title, size, onClose, returnFocus, children }: DialogProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup
          ref={popup}
          className={styles.popup}
          data-size={size}
          // The first field if one asks for it, else the dialog itself: not the way out.
          initialFocus={() => popup.current?.querySelector<HTMLElement>('[data-first-focus]') ?? popup.current}
          finalFocus={() => returnFocus() ?? true}
        >
          <header className={styles.header}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <IconButton label="Close" shortcut="Esc" onClick={onClose}>
              <X />
            </IconButton>
          </header>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
