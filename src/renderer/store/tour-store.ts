import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'

import type { AgentEvent, EventKind } from '../../shared/agent-event.ts'
import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { Comparisons } from './comparison.ts'

/** What the tour shows, in its order. */
export const TOUR_ACTS = ['prompt', 'fork', 'compare', 'rewind', 'decide'] as const
export type TourAct = (typeof TOUR_ACTS)[number]

const tourSchema = z.object({ open: z.boolean(), done: z.array(z.enum(TOUR_ACTS)) })

/** Whether the tour is shown, and what the user has done of it, in whatever order. */
export type Tour = Readonly<z.infer<typeof tourSchema>>
export type TourStore = StoreApi<Tour>

export function createTourStore(): TourStore {
  return createStore(() => ({ open: false, done: [] }))
}

export function parseTour(value: unknown): Tour | null {
  const parsed = tourSchema.safeParse(value)
  return parsed.success ? parsed.data : null
}

/** Adds what was done; the same tour if that is nothing new. */
export function withDone(tour: Tour, acts: readonly TourAct[]): Tour {
  const fresh = TOUR_ACTS.filter((act) => acts.includes(act) && !tour.done.includes(act))
  return fresh.length === 0 ? tour : { ...tour, done: [...tour.done, ...fresh] }
}

/** Returns the first act that is not done yet; null: all are. */
export function nextAct({ done }: Tour): TourAct | null {
  return TOUR_ACTS.find((act) => !done.includes(act)) ?? null
}

const BY_KIND: Partial<Readonly<Record<EventKind, TourAct>>> = { user: 'prompt', rewind: 'rewind', merge: 'decide' }

/** Returns the acts that new events of an agent are. */
export function actsOfEvents(events: readonly AgentEvent[]): readonly TourAct[] {
  return events.flatMap(({ kind }) => BY_KIND[kind] ?? [])
}

/** Returns the acts that new agents are: a fork with another model than its parent's. */
export function actsOfAgents(
  fresh: readonly AgentSummary[],
  agents: ReadonlyMap<string, AgentSummary>,
): readonly TourAct[] {
  const isOther = ({ parentId, choice }: AgentSummary): boolean => {
    const parent = parentId === null ? undefined : agents.get(parentId)
    return parent !== undefined && choice !== null && choice.model !== parent.choice?.model
  }
  return fresh.some(isOther) ? ['fork'] : []
}

/** Returns the acts that a change of the comparisons is: one was opened, an answer was adopted, or answers were merged. */
export function actsOfComparisons(now: Comparisons, before: Comparisons): readonly TourAct[] {
  const decisions = ({ list }: Comparisons): number =>
    list.reduce((sum, { adopted, merges }) => sum + merges.length + (adopted === null ? 0 : 1), 0)
  const isOpened = now.active !== null && now.active !== before.active
  return [
    ...(isOpened ? (['compare'] as const) : []),
    ...(decisions(now) > decisions(before) ? (['decide'] as const) : []),
  ]
}
