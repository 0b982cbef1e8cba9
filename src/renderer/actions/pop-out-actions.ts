import { type PopOut, popOutPath } from '../../shared/pop-out.ts'
import type { Toasts } from '../store/toast-store.ts'
import { texts } from '../text/texts.ts'

/** Opens a page of the window in a window or a tab of its own; returns whether that was possible. */
export type OpenPage = (path: string) => boolean

/** Windows of their own for panes and comparisons, on the same engine. */
export interface PopOutActions {
  /** Several agents are compared. What the browser refuses is shown in a toast. */
  open(popOut: PopOut): void
}

export function createPopOutActions(openPage: OpenPage, toasts: Toasts): PopOutActions {
  return {
    open(popOut) {
      if (!openPage(popOutPath(popOut))) toasts.show(texts.actions.popOutBlocked)
    },
  }
}
