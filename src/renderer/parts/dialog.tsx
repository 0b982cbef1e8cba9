import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'

import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

interface DialogProps {
  readonly title: string
  readonly size: 'narrow' | 'wide' | 'page'
  onClose(): void
  /** Returns the element to focus after closing; null: the previously focused one. */
  returnFocus(): HTMLElement | null
  readonly children: ReactNode
}

/** A modal dialog with a title and a close button. It is open while it is rendered. */
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
          // Focus the marked first field, else the dialog itself, but not the close button.
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
