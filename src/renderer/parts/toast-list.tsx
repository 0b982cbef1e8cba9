import { X } from 'lucide-react'

import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './toast-list.module.css'

interface ToastListProps {
  readonly toasts: readonly { readonly id: number; readonly text: string; readonly undo: (() => void) | null }[]
  onDismiss(id: number): void
}

/** Messages about recent actions, with an undo button if possible. They take no focus and disappear automatically. */
export function ToastList({ toasts, onDismiss }: ToastListProps) {
  return (
    <div className={styles.list} role="status" aria-live="polite">
      {toasts.map(({ id, text, undo }) => (
        <div key={id} className={styles.toast}>
          <span className={styles.text}>{text}</span>
          {undo === null ? null : (
            <Button
              onClick={() => {
                undo()
                onDismiss(id)
              }}
            >
              Undo
            </Button>
          )}
          <IconButton label="Dismiss" size="small" onClick={() => onDismiss(id)}>
            <X />
          </IconButton>
        </div>
      ))}
    </div>
  )
}
