import type { ComparisonStore } from '../store/comparison-store.ts'
import type { EngineClient } from '../store/engine-connection.ts'
import type { AgentTreeStore } from '../store/agent-tree-store.ts'
import type { LayoutStore } from '../store/layout-store.ts'
import type { Notices } from '../store/notice-store.ts'
import {
  layoutNow,
  livingLayout,
  MAX_LAYOUTS,
  parseSavedLayouts,
  type SavedLayouts,
  type SavedLayoutStore,
  withLayout,
  withoutLayout,
} from '../store/saved-layouts.ts'
import type { Toasts } from '../store/toast-store.ts'
import type { WindowViewStore } from '../store/window-view-store.ts'
import { texts } from '../text/texts.ts'
import { callEngine } from './call-engine.ts'

const words = texts.layouts
const key = 'savedLayouts'

/** Windows that change the layouts at the same moment wait for each other so often. */
const MAX_TRIES = 5

/** Saves what the window shows, and shows it again. */
export interface SavedLayoutActions {
  /** Loads the layouts of the home, which other windows may have changed. */
  load(): Promise<void>
  /** Saves what the window shows under a name, in place of a layout with that name. Null: done; else why not. */
  save(name: string): Promise<string | null>
  /** Offers to undo it. Null: done; else why not. */
  remove(name: string): Promise<string | null>
  /** Shows a layout in place of what the window shows; the panes that it closes can be reopened. */
  open(name: string): void
}

interface SavedLayoutDependencies {
  readonly client: EngineClient
  readonly comparisons: ComparisonStore
  readonly layout: LayoutStore
  readonly notices: Notices
  readonly savedLayouts: SavedLayoutStore
  readonly toasts: Toasts
  readonly tree: AgentTreeStore
  readonly windowView: WindowViewStore
}

export function createSavedLayoutActions(dependencies: SavedLayoutDependencies): SavedLayoutActions {
  const { client, comparisons, layout, notices, savedLayouts, toasts, tree, windowView } = dependencies

  /** Changes what is stored now, so that of two windows none takes back what the other saved. */
  async function change(next: (stored: SavedLayouts) => SavedLayouts | null): Promise<string | null> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const expected = await client.settings.get({ key }).catch(() => undefined)
      if (expected === undefined) break
      const value = next(parseSavedLayouts(expected))
      if (value === null) return words.full({ layouts: MAX_LAYOUTS })
      const replaced = await callEngine(client.settings.replace({ key, expected, value }))
      if (!replaced.ok) return replaced.error.message
      if (!replaced.value) continue
      savedLayouts.setState(value, true)
      return null
    }
    return words.notChanged
  }

  return {
    async load() {
      const stored = await client.settings.get({ key }).catch(() => undefined)
      if (stored !== undefined) savedLayouts.setState(parseSavedLayouts(stored), true)
    },
    save: (name) =>
      change((stored) =>
        withLayout(stored, layoutNow(name, layout.getState(), comparisons.getState(), windowView.getState().view)),
      ),
    async remove(name) {
      const removed = savedLayouts.getState().layouts.find((each) => each.name === name)
      const refused = await change((stored) => withoutLayout(stored, name))
      if (refused !== null || removed === undefined) return refused
      toasts.show(words.removed({ layout: name }), () => void change((stored) => withLayout(stored, removed)))
      return null
    },
    open(name) {
      const saved = savedLayouts.getState().layouts.find((each) => each.name === name)
      if (saved === undefined) return
      const found = livingLayout(saved, tree.getState().agents)
      if (found === null) return toasts.show(words.gone({ layout: name }))
      layout.dispatch({ type: 'arrange', ...found })
      comparisons.dispatch(found.compared === null ? { type: 'leave' } : { type: 'show', agents: found.compared })
      windowView.show(found.view)
      notices.announce(words.opened({ layout: name }))
    },
  }
}
