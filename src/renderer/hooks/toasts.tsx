import { ToastList } from '../parts/toast-list.tsx'
import type { OpenDialog } from '../store/dialog-store.ts'
import { useStores } from './app-context.ts'
import { useDialogs, useToasts } from './use-stores.ts'

/** Messages about recent actions. */
export function Toasts({ place = 'dialog' }: { readonly place?: 'window' | 'dialog' }) {
  const { toasts } = useStores()
  const shown = useToasts((state) => state)
  return <ToastList place={place} toasts={shown} onDismiss={toasts.dismiss} />
}

/**
 * Hidden while a dialog is open that shows the toasts itself: elements outside of a modal dialog cannot be reached.
 */
export function WindowToasts() {
  const inDialog = useDialogs(({ dialog }) => WITH_TOASTS.has(dialog.type))
  return inDialog ? null : <Toasts place="window" />
}

const WITH_TOASTS: ReadonlySet<OpenDialog['type']> = new Set(['settings', 'conflict', 'unsure'])
