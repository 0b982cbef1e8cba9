import { Tooltip } from '@base-ui/react/tooltip'
import type { ComponentProps, ReactNode } from 'react'

import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'className'> {
  /** The accessible name and the tooltip. */
  readonly label: string
  /** The keys with the same effect, formatted for display: `Ctrl+B`. */
  readonly shortcut?: string | undefined
  readonly size?: 'small' | 'medium'
  readonly children?: ReactNode
}

/** A button with an icon only. Its name is available to screen readers and as a tooltip. */
export function IconButton({ label, shortcut, size = 'medium', children, ...button }: IconButtonProps) {
  return (
    <Tooltip.Root onOpenChange={passEscapeOn}>
      <Tooltip.Trigger
        render={<button type="button" aria-label={label} className={styles.button} data-size={size} {...button} />}
      >
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner sideOffset={6}>
          <Tooltip.Popup className={styles.tooltip}>
            {label}
            {shortcut === undefined ? null : <kbd className={styles.keys}>{shortcut}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  )
}

/** Lets the key that closes a tooltip reach what is around its button, so that a dialog closes with it. */
function passEscapeOn(_open: boolean, details: Tooltip.Root.ChangeEventDetails): void {
  if (details.reason === 'escape-key') details.allowPropagation()
}
