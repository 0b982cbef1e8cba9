import { ToastList } from '../parts/toast-list.tsx'
import { useStores } from './app-context.ts'
import { useDialogs, useToasts } from './use-stores.ts'

/** What was done just now. */
export function Toasts() {
  const { toasts } = useStores()
  const shown = useToasts((state) => state)
  return <ToastList toasts={shown} onDismiss={toasts.dismiss} />
}

/** Outside of a modal dialog nothing can be reached: Settings shows them itself. */
export function WindowToasts() {
  const inSettings = useDialogs(({ dialog }) => dialog.type === 'settings')
  return inSettings ? null : <Toasts />
}
