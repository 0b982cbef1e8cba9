import type { ComponentProps } from 'react'

import styles from './button.module.css'

interface ButtonProps extends Omit<ComponentProps<'button'>, 'className'> {
  readonly tone?: 'primary' | 'plain' | 'quiet' | 'danger'
}

export function Button({ tone = 'plain', type = 'button', ...button }: ButtonProps) {
  return <button type={type} className={styles.button} data-tone={tone} {...button} />
}
