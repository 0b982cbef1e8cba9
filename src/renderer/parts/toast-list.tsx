import { X } from 'lucide-react'

import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './toast-list.module.css'
import { texts } from '../text/texts.ts'

interface ShownToast {
  readonly id: number
  readonly text: string
  readonly action: { readonly label: string; run(): void } | null
}

interface ToastListProps {
  readonly toasts: readonly ShownToast[]
  onDismiss(id: number): void
}

/** Messages about recent actions, with a button that takes them back if possible. They take no focus and disappear automatically. */
export function ToastList({ toasts, onDismiss }: ToastListProps) {
  return (
    <div className={styles.list} role="status" aria-live="polite">
      {toasts.map(({ id, text, action }) => (
        <div key={id} className={styles.toast}>
          <span className={styles.text}>{text}</span>
          {action === null ? null : (
            <Button
              onClick={() => {
                action.run()
                onDismiss(id)
              }}
            >
              {action.label}
            </Button>
          )}
          <IconButton label={texts.message.app.dismiss} size="small" onClick={() => onDismiss(id)}>
            <X />
          </IconButton>
        </div>
      ))}
    </div>
  )
}
