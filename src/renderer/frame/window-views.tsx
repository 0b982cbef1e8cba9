import { Columns2, FileDiff, type LucideIcon, Waypoints } from 'lucide-react'
import type { ReactNode } from 'react'

import type { AgentId } from '../../shared/ids.ts'
import { ChangesView } from '../changes/changes-view.tsx'
import { MapView } from '../map/map-view.tsx'
import type { WindowView, WindowViewType } from '../store/window-view-store.ts'
import { texts } from '../text/texts.ts'

const words = texts.frame.views

/** What the window has to know of one of its views. */
interface WindowViewRow<T extends WindowViewType> {
  /** In the switch of the title bar. */
  readonly label: string
  readonly Icon: LucideIcon
  /** What the switch shows while this agent has the focus (null: none); null: the switch does not offer the view. */
  readonly chosen: (focused: AgentId | null) => WindowView<T> | null
  /** The view, which takes the whole width; null: the tree and the panes. */
  readonly content: ((view: WindowView<T>) => ReactNode) | null
}

/** The views of the window in the order of the switch. A new one is a row here and a type in `WindowViewProps`. */
const WINDOW_VIEWS: { readonly [T in WindowViewType]: WindowViewRow<T> } = {
  panes: { label: words.panes, Icon: Columns2, chosen: () => ({ type: 'panes' }), content: null },
  map: { label: words.map, Icon: Waypoints, chosen: () => ({ type: 'map' }), content: () => <MapView /> },
  changes: {
    label: words.changes,
    Icon: FileDiff,
    // Those of the folder in which the focused agent works.
    chosen: (agentId) => (agentId === null ? null : { type: 'changes', subject: { type: 'folder', agentId } }),
    content: ({ subject }) => <ChangesView subject={subject} />,
  },
}

/** Returns what a view shows in place of the tree and the panes; null: these. */
export function viewContent<T extends WindowViewType>(view: WindowView<T>): ReactNode {
  return WINDOW_VIEWS[view.type].content?.(view) ?? null
}

/** Returns the views that the switch offers while an agent has the focus, and what each shows. */
export function offeredViews(focused: AgentId | null) {
  return Object.values(WINDOW_VIEWS).flatMap(({ label, Icon, chosen }) => {
    const view = chosen(focused)
    return view === null ? [] : [{ label, Icon, view }]
  })
}
