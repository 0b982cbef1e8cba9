import { ToastList } from '../parts/toast-list.tsx'
import { useWindow, useWindowStore } from './app-context.ts'

/** What was done just now. */
export function Toasts() {
  const { toasts } = useWindow()
  const shown = useWindowStore(
    (window) => window.toasts.store,
    (state) => state,
  )
  return <ToastList toasts={shown} onDismiss={toasts.dismiss} />
}

/** Outside of a modal dialog nothing can be reached: Settings shows them itself. */
export function WindowToasts() {
  const inSettings = useWindowStore(
    (window) => window.dialogs,
    ({ dialog }) => dialog.type === 'settings',
  )
  return inSettings ? null : <Toasts />
}
