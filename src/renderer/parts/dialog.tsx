import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'

import styles from './dialog.module.css'
import { DialogHelp } from './help-button.tsx'
import { IconButton } from './icon-button.tsx'
import { ModalLayer, type InitialFocus } from './modal-layer.tsx'
import { texts } from '../text/texts.ts'

interface DialogProps {
  readonly title: string
  /** `help`: for a page beside its list. `full`: as wide as the window. `screen`: the whole window. `drawer`: along its left side. `sheet`: along its right. */
  readonly size: 'narrow' | 'wide' | 'page' | 'help' | 'full' | 'screen' | 'drawer' | 'sheet'
  readonly initialFocus: InitialFocus
  /** What stands in the header before the close button. */
  readonly beside?: ReactNode
  onClose(): void
  readonly children: ReactNode
}

/** A modal dialog with a title and a close button. It is open while it is rendered. */
export function Dialog({ title, size, initialFocus, beside, onClose, children }: DialogProps) {
  return (
    <ModalLayer
      className={styles.popup}
      backdropClassName={styles.backdrop}
      size={size}
      initialFocus={initialFocus}
      onClose={onClose}
    >
      <header className={styles.header}>
        <Base.Title className={styles.title}>{title}</Base.Title>
        {beside}
        <DialogHelp />
        <IconButton label={texts.common.close} shortcut="Esc" onClick={onClose}>
          <X />
        </IconButton>
      </header>
      {children}
    </ModalLayer>
  )
}
