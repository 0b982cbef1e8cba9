import { ToastList } from '../parts/toast-list.tsx'
import { useStores } from './app-context.ts'
import { useDialogs, useToasts } from './use-stores.ts'

/** Messages about recent actions. */
export function Toasts() {
  const { toasts } = useStores()
  const shown = useToasts((state) => state)
  return <ToastList toasts={shown} onDismiss={toasts.dismiss} />
}

/**
 * Hidden while Settings is open, which shows the toasts itself: elements outside of a modal dialog cannot be reached.
 */
export function WindowToasts() {
  const inSettings = useDialogs(({ dialog }) => dialog.type === 'settings')
  return inSettings ? null : <Toasts />
}
