import { Command } from 'cmdk'
import type { ReactNode } from 'react'

import { DialogHelp } from './help-button.tsx'
import { ModalLayer } from './modal-layer.tsx'
import styles from './pick-dialog.module.css'

/** No item has this id. */
const NO_ITEM = '-'

interface PickDialogProps {
  /** Label of the list for screen readers. */
  readonly label: string
  readonly placeholder: string
  /** Shown if nothing matches. */
  readonly none: ReactNode
  /** Whether the first item is selected when the list opens; true if missing. */
  readonly preselects?: boolean
  onClose(): void
  readonly children: ReactNode
}

/** A list with a search field to select one item. `children` are `PickGroup`s or `PickItem`s. */
export function PickDialog({ label, placeholder, none, preselects = true, onClose, children }: PickDialogProps) {
  return (
    <PickLayer label={label} onClose={onClose}>
      <Command label={label} {...(preselects ? {} : { defaultValue: NO_ITEM })}>
        <PickSearch placeholder={placeholder} />
        <Command.List className={styles.list} label={label}>
          <Command.Empty className={styles.empty}>{none}</Command.Empty>
          {children}
        </Command.List>
      </Command>
    </PickLayer>
  )
}

interface PickLayerProps {
  readonly label: string
  readonly size?: 'wide'
  onClose(): void
  readonly children: ReactNode
}

/** The layer of a list with a search field, which receives the focus. */
export function PickLayer({ label, size, onClose, children }: PickLayerProps) {
  return (
    <ModalLayer
      className={styles.popup}
      backdropClassName={styles.backdrop}
      {...(size === undefined ? {} : { size })}
      label={label}
      initialFocus="marked"
      onClose={onClose}
    >
      {children}
      <div className={styles.help}>
        <DialogHelp />
      </div>
    </ModalLayer>
  )
}

interface PickSearchProps {
  readonly placeholder: string
  /** Missing: the list filters by itself. */
  readonly value?: string
  onValueChange?(value: string): void
}

/** The field that searches. A text that it has when it gets the focus is selected: what is typed then replaces it. */
export function PickSearch(props: PickSearchProps) {
  return (
    <Command.Input
      data-first-focus
      className={styles.search}
      onFocus={({ currentTarget }) => currentTarget.select()}
      {...props}
    />
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
      <span className={styles.label}>{label}</span>
      {detail === undefined ? null : <span className={styles.detail}>{detail}</span>}
    </Command.Item>
  )
}
