import { Columns2 } from 'lucide-react'
import type { ReactNode } from 'react'

import type { AppCommandId } from '../../shared/app-commands.ts'
import type { AgentId } from '../../shared/ids.ts'
import { ChangesView } from '../changes/changes-view.tsx'
import { MapView } from '../map/map-view.tsx'
import { RaceBoardView } from '../pane/race-board-view.tsx'
import { BranchSign } from '../parts/branch-sign.tsx'
import type { WindowView, WindowViewType } from '../store/window-view-store.ts'
import { texts } from '../text/texts.ts'

const words = texts.frame.views

/** What decides which views the switch offers, and what they show. */
export interface ViewFacts {
  /** The agent of the focused pane. Null: there is none. */
  readonly focused: AgentId | null
  /** The race that is nearest to it. Null: there is none. */
  readonly race: AgentId | null
  /** How many files were changed in the folder of that agent. Null: not known. */
  readonly changes: number | null
}

/** What the window has to know of one of its views. */
interface WindowViewRow<T extends WindowViewType> {
  /** In the switch of the title bar. */
  readonly label: string
  readonly sign: ReactNode
  /** The command that shows the view and leads back. Null: none does. */
  readonly command: AppCommandId | null
  /** What the switch shows; null: it does not offer the view. */
  readonly chosen: (facts: ViewFacts) => WindowView<T> | null
  /** What the view has to show, as a number after its name. Missing: it is not counted. */
  readonly count?: (facts: ViewFacts) => number | null
  /** The view; null: the panes. */
  readonly content: ((view: WindowView<T>) => ReactNode) | null
  /** Whether the tree stays beside it. False: it takes the whole width. */
  readonly keepsTree: boolean
}

/** The views of the window in the order of the switch. A new one is a row here and a type in `WindowViewProps`. */
const WINDOW_VIEWS: { readonly [T in WindowViewType]: WindowViewRow<T> } = {
  panes: {
    label: words.panes,
    sign: <Columns2 aria-hidden />,
    command: null,
    chosen: () => ({ type: 'panes' }),
    content: null,
    keepsTree: true,
  },
  map: {
    label: words.map,
    sign: <BranchSign of="map" />,
    command: 'view.map',
    chosen: () => ({ type: 'map' }),
    content: () => <MapView />,
    keepsTree: false,
  },
  changes: {
    label: words.changes,
    sign: <BranchSign of="changes" />,
    command: 'agent.changes',
    // Those of the folder in which the focused agent works.
    chosen: ({ focused }) =>
      focused === null ? null : { type: 'changes', subject: { type: 'folder', agentId: focused } },
    count: ({ changes }) => changes,
    content: ({ subject }) => <ChangesView subject={subject} />,
    keepsTree: false,
  },
  race: {
    label: words.race,
    sign: <BranchSign of="race" />,
    command: 'race.board',
    chosen: ({ race }) => (race === null ? null : { type: 'race', agentId: race, attempt: null }),
    content: ({ agentId, attempt }) => <RaceBoardView key={agentId} agentId={agentId} attempt={attempt} />,
    keepsTree: true,
  },
}

/** Returns what a view shows in place of the panes; null: these. */
export function viewContent<T extends WindowViewType>(view: WindowView<T>): ReactNode {
  return WINDOW_VIEWS[view.type].content?.(view) ?? null
}

/** Whether the tree stays beside a view. */
export function keepsTree({ type }: WindowView): boolean {
  return WINDOW_VIEWS[type].keepsTree
}

/** A view that the window offers. */
export interface OfferedView extends Pick<WindowViewRow<WindowViewType>, 'label' | 'sign' | 'command'> {
  readonly view: WindowView
  /** 0: there is nothing to say. */
  readonly count: number
}

/** Returns the views that the switch offers, and what each shows. */
export function offeredViews(facts: ViewFacts): readonly OfferedView[] {
  return Object.values(WINDOW_VIEWS).flatMap(({ label, sign, command, chosen, count }) => {
    const view = chosen(facts)
    return view === null ? [] : [{ label, sign, command, view, count: count?.(facts) ?? 0 }]
  })
}
