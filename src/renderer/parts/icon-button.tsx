import { Tooltip } from '@base-ui/react/tooltip'
import type { ComponentProps, ReactNode } from 'react'

import styles from './icon-button.module.css'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'className'> {
  /** The name for screen readers and the tooltip. */
  readonly label: string
  /** The keys that do the same, as they are written: `Ctrl+B`. */
  readonly shortcut?: string | undefined
  readonly size?: 'small' | 'medium'
  readonly children?: ReactNode
}

/** A button that is only an icon. Its name is always there: spoken, and as a tooltip. */
export function IconButton({ label, shortcut, size = 'medium', children, ...button }: IconButtonProps) {
  return (
    <Tooltip.Root>
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
