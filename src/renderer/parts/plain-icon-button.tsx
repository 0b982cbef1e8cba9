import type { ComponentProps } from 'react'

import styles from './icon-button.module.css'

interface PlainIconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'className' | 'title'> {
  /** The accessible name and the browser's own tooltip. */
  readonly label: string
}

/** A small icon button without a tooltip component, for buttons that every message of a long history has. */
export function PlainIconButton({ label, ...button }: PlainIconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} className={styles.button} data-size="small" {...button} />
  )
}
