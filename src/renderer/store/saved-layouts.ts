import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

import { changeScopeSchema } from '../../shared/file-changes.ts'
import type { AgentId } from '../../shared/ids.ts'
import { activeComparison, type Comparisons } from './comparison.ts'
import type { Layout } from './layout.ts'
import type { WindowView, WindowViewType } from './window-view-store.ts'

/** Layouts that are kept at most. The first nine have keys. */
export const MAX_LAYOUTS = 50
/** Longest name, UTF-16 units. */
export const MAX_LAYOUT_NAME = 60

/** What takes the place of the panes; a view without a row here does not compile. */
const VIEWS = {
  panes: z.object({ type: z.literal('panes') }),
  map: z.object({ type: z.literal('map') }),
  changes: z.object({
    type: z.literal('changes'),
    subject: z.discriminatedUnion('type', [
      z.object({ type: z.literal('folder'), agentId: z.string() }),
      z.object({ type: z.literal('agent'), agentId: z.string(), scope: changeScopeSchema }),
    ]),
  }),
  race: z.object({ type: z.literal('race'), agentId: z.string(), attempt: z.string().nullable() }),
} satisfies { readonly [T in WindowViewType]: z.ZodType<WindowView<T>> }
const viewSchema = z.discriminatedUnion('type', [VIEWS.panes, VIEWS.map, VIEWS.changes, VIEWS.race])

const layoutSchema = z.object({
  name: z.string().min(1).max(MAX_LAYOUT_NAME),
  columns: z.array(z.array(z.string()).min(1)),
  focused: z.string().nullable(),
  maximised: z.string().nullable(),
  sizes: z.record(z.string(), z.number()),
  treeVisible: z.boolean(),
  /** The compared agents; null: no comparison is shown. */
  compared: z.array(z.string()).min(2).nullable(),
  /** What takes the place of the panes. */
  view: viewSchema,
})
/** An arrangement of the window under a name. */
export type SavedLayout = Readonly<z.infer<typeof layoutSchema>>

const savedSchema = z.object({ layouts: z.array(layoutSchema) })
/** The saved layouts of the home, in the order of their keys. */
export type SavedLayouts = Readonly<z.infer<typeof savedSchema>>

export type SavedLayoutStore = StoreApi<SavedLayouts>

export function createSavedLayoutStore(): SavedLayoutStore {
  return createStore(() => ({ layouts: [] }))
}

/** Parses what was stored; nothing that can be read: no layouts. */
export function parseSavedLayouts(value: unknown): SavedLayouts {
  return savedSchema.safeParse(value).data ?? { layouts: [] }
}

/** Returns what the window shows, under a name. */
export function layoutNow(name: string, layout: Layout, comparisons: Comparisons, view: WindowView): SavedLayout {
  const { columns, focused, maximised, sizes, treeVisible } = layout
  return {
    name,
    columns,
    focused,
    maximised,
    sizes,
    treeVisible,
    compared: activeComparison(comparisons)?.agents ?? null,
    view,
  }
}

/** Puts a layout in the place of the one with its name, else at the end. Null: there are too many. */
export function withLayout({ layouts }: SavedLayouts, layout: SavedLayout): SavedLayouts | null {
  const isKnown = layouts.some(({ name }) => name === layout.name)
  if (isKnown) return { layouts: layouts.map((each) => (each.name === layout.name ? layout : each)) }
  return layouts.length < MAX_LAYOUTS ? { layouts: [...layouts, layout] } : null
}

export function withoutLayout({ layouts }: SavedLayouts, name: string): SavedLayouts {
  return { layouts: layouts.filter((each) => each.name !== name) }
}

/**
 * Returns a layout without the agents that no longer exist: a comparison of which one is gone is left out, and so is a
 * view of one. Null: none of its agents is left.
 */
export function livingLayout(layout: SavedLayout, known: ReadonlyMap<AgentId, unknown>): SavedLayout | null {
  const columns = layout.columns
    .map((column) => column.filter((agentId) => known.has(agentId)))
    .filter((column) => column.length > 0)
  const open = columns.flat()
  if (open.length === 0 && layout.columns.length > 0) return null
  const isWhole = open.length === layout.columns.flat().length
  const kept = (agentId: AgentId | null): AgentId | null =>
    agentId !== null && open.includes(agentId) ? agentId : null
  const { compared, view } = layout
  return {
    ...layout,
    columns,
    focused: kept(layout.focused) ?? open[0] ?? null,
    maximised: kept(layout.maximised),
    sizes: isWhole ? layout.sizes : {},
    compared: compared?.every((agentId) => known.has(agentId)) === true ? compared : null,
    view: agentsOfView(view).every((agentId) => known.has(agentId)) ? view : { type: 'panes' },
  }
}

/** Returns the agents without which a view has nothing to show. */
function agentsOfView(view: SavedLayout['view']): readonly AgentId[] {
  if (view.type === 'race') return view.attempt === null ? [view.agentId] : [view.agentId, view.attempt]
  return view.type === 'changes' ? [view.subject.agentId] : []
}
