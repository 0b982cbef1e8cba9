import type { PopOut } from '../../shared/pop-out.ts'
import type { WindowPeers } from '../store/persisted.ts'

/** Opens a page of the window in a window or a tab of its own; returns whether that was possible. */
export type OpenPage = (path: string) => boolean

/** The window among the others on its engine. */
export interface WindowPlace {
  /** What it shows in place of the shared layout; null: it has that layout. */
  readonly popOut: PopOut | null
  /** Null: it is alone. */
  readonly peers: WindowPeers | null
  readonly openPage: OpenPage
  /** Closes the window, for *Close pane* where no pane is left; null: that does nothing. */
  readonly closeWindow: (() => void) | null
  /** Offers the command `ikigai` for terminals; null: this is not the desktop app. */
  readonly offerCommand: (() => void) | null
}

/** A window that is alone in a browser. */
export const ALONE: WindowPlace = {
  popOut: null,
  peers: null,
  openPage: (path) => window.open(path, '_blank') !== null,
  closeWindow: null,
  offerCommand: null,
}
