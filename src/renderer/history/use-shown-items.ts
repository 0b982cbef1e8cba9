import { useDeferredValue, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

import type { AgentId, EventId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useFindState, useViews } from '../hooks/use-stores.ts'
import { eventElement } from '../hooks/event-element.ts'
import { isAtEnd } from './scroll-position.ts'
import { eventAt, firstShown, furtherBack, isTooMuch } from './shown-items.ts'
import type { StreamItem } from './stream-items.ts'

export interface ShownItems {
  readonly items: readonly StreamItem[]
  /** The event that drawing begins with; null: there is none. */
  readonly first: EventId | null
  /** Loaded items stand before these. */
  readonly hasEarlier: boolean
  /** Draws some more above. */
  showEarlier(): void
}

/**
 * The end of a stream, drawn as far back as somebody has looked: to draw all that is loaded would take a second and more.
 * While its text is searched all is drawn; a pane that is read at its end lets go of what has gone far up.
 */
export function useShownItems(
  agentId: AgentId,
  items: readonly StreamItem[],
  scroller: RefObject<HTMLElement | null>,
): ShownItems {
  const { views } = useStores()
  const from = useViews(({ shown }) => shown.get(agentId)?.from ?? null)
  const all = useDeferredValue(useIsSearched(agentId))
  const index = all ? 0 : firstShown(items, from)
  const first = eventAt(items, index)

  useEffect(() => {
    if (all || first === null) return
    const isRead = scroller.current !== null && !isAtEnd(scroller.current)
    const begin = !isRead && isTooMuch(items, index) ? eventAt(items, furtherBack(items, items.length)) : first
    // Held from now on: what is read does not go because something came in below.
    if (begin !== from) views.showFrom(agentId, begin)
  }, [views, agentId, items, index, first, from, all, scroller])
  useKeptPlace(scroller, first)

  return {
    items: index === 0 ? items : items.slice(index),
    first,
    hasEarlier: index > 0,
    showEarlier: () => views.showFrom(agentId, eventAt(items, furtherBack(items, index))),
  }
}

/** Somebody looks for words in the agent's stream. */
export function useIsSearched(agentId: AgentId): boolean {
  return useFindState((find) => find.agentId === agentId && find.query !== '')
}

/**
 * Keeps the reader on the same words when older ones come in above. Elsewhere the browser does so by itself; at the very
 * top it has nothing to hold on to.
 */
function useKeptPlace(scroller: RefObject<HTMLElement | null>, first: EventId | null): void {
  const before = useRef(first)
  useLayoutEffect(() => {
    const view = scroller.current
    const last = before.current
    before.current = first
    if (view === null || last === null || last === first || view.scrollTop >= 1) return
    const [newTop, lastTop] = [topOf(view, first), topOf(view, last)]
    if (newTop !== null && lastTop !== null && lastTop > newTop) view.scrollTo({ top: lastTop - newTop })
  }, [scroller, first])
}

function topOf(view: HTMLElement, eventId: EventId | null): number | null {
  return eventElement(view, eventId)?.getBoundingClientRect().top ?? null
}
