import type { ComponentProps } from 'react'

import styles from './icon-button.module.css'

interface PlainIconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'className' | 'title'> {
  /** The name for screen readers and the browser's own tooltip. */
  readonly label: string
}

/** A small icon button that costs nothing until it is used: for what stands at every message of a long history. */
export function PlainIconButton({ label, ...button }: PlainIconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} className={styles.button} data-size="small" {...button} />
  )
}
