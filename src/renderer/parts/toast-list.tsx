import { X } from 'lucide-react'
import { useEffect } from 'react'

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
  /** `window`: below the headers of the panes, never on a prompt. `dialog`: at the lower edge of the dialog. */
  readonly place: 'window' | 'dialog'
  readonly toasts: readonly ShownToast[]
  onDismiss(id: number): void
}

/** Messages about recent actions, with a button that takes them back if possible. They take no focus, and disappear automatically or when the user types. */
export function ToastList({ place, toasts, onDismiss }: ToastListProps) {
  useDismissedByTyping(toasts, onDismiss)
  return (
    <div className={styles.list} data-place={place} role="status" aria-live="polite">
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

/** Who types into a field has read what was shown before, and needs the room. */
function useDismissedByTyping(toasts: readonly ShownToast[], onDismiss: (id: number) => void): void {
  useEffect(() => {
    if (toasts.length === 0) return undefined
    // Checkboxes and sliders have events of the same name, but enter nothing.
    const dismissAll = (event: Event) =>
      event instanceof InputEvent ? toasts.forEach(({ id }) => onDismiss(id)) : undefined
    document.addEventListener('input', dismissAll, { capture: true })
    return () => document.removeEventListener('input', dismissAll, { capture: true })
  }, [toasts, onDismiss])
}
