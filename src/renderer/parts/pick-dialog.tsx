import { Dialog as Base } from '@base-ui/react/dialog'
import { Command } from 'cmdk'
import type { ReactNode } from 'react'

import styles from './pick-dialog.module.css'

interface PickDialogProps {
  /** Label of the list for screen readers. */
  readonly label: string
  readonly placeholder: string
  /** Shown if nothing matches. */
  readonly none: ReactNode
  onClose(): void
  returnFocus(): HTMLElement | null
  readonly children: ReactNode
}

/** A list with a search field to select one item. `children` are `PickGroup`s or `PickItem`s. */
export function PickDialog({ label, placeholder, none, onClose, returnFocus, children }: PickDialogProps) {
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Popup className={styles.popup} aria-label={label} finalFocus={() => returnFocus() ?? true}>
          <Command label={label}>
            <Command.Input autoFocus className={styles.search} placeholder={placeholder} />
            <Command.List className={styles.list} label={label}>
              <Command.Empty className={styles.empty}>{none}</Command.Empty>
              {children}
            </Command.List>
          </Command>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

export function PickGroup({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <Command.Group heading={heading} className={styles.group}>
      {children}
    </Command.Group>
  )
}

interface PickItemProps {
  /** Unique in the list. */
  readonly id: string
  readonly label: string
  readonly detail?: string | undefined
  onChoose(): void
}

export function PickItem({ id, label, detail, onChoose }: PickItemProps) {
  return (
    <Command.Item value={id} keywords={[label, detail ?? '']} className={styles.item} onSelect={onChoose}>
      {label}
      {detail === undefined ? null : <span className={styles.keys}>{detail}</span>}
    </Command.Item>
  )
}
