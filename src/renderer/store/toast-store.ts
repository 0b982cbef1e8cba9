import { createStore, type StoreApi } from 'zustand/vanilla'

import { texts } from '../text/texts.ts'
import type { DelayScheduler } from './delayed-writes.ts'

/** What can be done about a completed action: usually to undo it. */
interface ToastAction {
  readonly label: string
  run(): void
}

/** A short message about a completed action, with an action if there is one. */
interface Toast {
  readonly id: number
  readonly text: string
  readonly action: ToastAction | null
}

export interface Toasts extends StoreApi<readonly Toast[]> {
  show(text: string, undo?: () => void, label?: string): void
  dismiss(id: number): void
}

/** Maximum number of visible toasts. The oldest is removed. */
const MAX_TOASTS = 3

/** `lifetime` schedules the removal of a toast. */
export function createToasts(lifetime: DelayScheduler): Toasts {
  const store = createStore<readonly Toast[]>(() => [])
  let lastId = 0
  const dismiss = (id: number) => store.setState((toasts) => toasts.filter((toast) => toast.id !== id), true)
  return {
    ...store,
    dismiss,
    show(text, undo, label = texts.common.undo) {
      lastId += 1
      const id = lastId
      const action = undo === undefined ? null : { label, run: undo }
      store.setState((toasts) => [...toasts.slice(1 - MAX_TOASTS), { id, text, action }], true)
      lifetime(() => dismiss(id))
    },
  }
}
