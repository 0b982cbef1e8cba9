import { createStore, type StoreApi } from 'zustand/vanilla'

import type { HelpPageSummary } from '../../shared/help-library.ts'
import type { HelpTarget } from '../../shared/help-pages.ts'

interface HelpState {
  /** What is shown; null: the help is closed. */
  readonly shown: HelpTarget | null
  /** What was shown before, the last at the end. */
  readonly before: readonly HelpTarget[]
  /** Null: not loaded yet. */
  readonly pages: readonly HelpPageSummary[] | null
}

export interface HelpStore extends StoreApi<HelpState> {
  /** Opens a section, or goes to it. */
  show(target: HelpTarget): void
  /** Returns to what was shown before. */
  back(): void
  close(): void
}

export function createHelpStore(): HelpStore {
  const store = createStore<HelpState>(() => ({ shown: null, before: [], pages: null }))
  return {
    ...store,
    show: (target) =>
      store.setState(({ shown, before }) => ({
        shown: target,
        before: shown === null || isSame(shown, target) ? before : [...before, shown],
      })),
    back: () => store.setState(({ shown, before }) => ({ shown: before.at(-1) ?? shown, before: before.slice(0, -1) })),
    close: () => store.setState({ shown: null, before: [] }),
  }
}

function isSame(one: HelpTarget, other: HelpTarget): boolean {
  return one.page === other.page && one.anchor === other.anchor
}
