import { createStore, type StoreApi } from 'zustand/vanilla'

import type { DelayScheduler } from './delayed-writes.ts'

/** A short message about a completed action, with an undo action if there is one. */
interface Toast {
  readonly id: number
  readonly text: string
  readonly undo: (() => void) | null
}

export interface Toasts extends StoreApi<readonly Toast[]> {
  show(text: string, undo?: () => void): void
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
    show(text, undo) {
      lastId += 1
      const id = lastId
      store.setState((toasts) => [...toasts.slice(1 - MAX_TOASTS), { id, text, undo: undo ?? null }], true)
      lifetime(() => dismiss(id))
    },
  }
}
