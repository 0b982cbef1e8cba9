import { useDeferredValue, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

import type { AgentId, EventId } from '../../shared/ids.ts'
import { useStores } from '../hooks/app-context.ts'
import { useFindState, useViews } from '../hooks/use-stores.ts'
import { isAtEnd } from './scroll-position.ts'
import { eventAt, firstRendered, previousPage, exceedsRenderLimit } from './shown-items.ts'
import { usePaneStream } from './pane-stream-context.ts'
import { holdsEvent, type StreamItem } from './stream-items.ts'

export interface RenderedItems {
  readonly items: readonly StreamItem[]
  /** The first rendered event; null if there is none. */
  readonly first: EventId | null
  /** Whether there are loaded items before these. */
  readonly hasEarlier: boolean
  /** Renders one more step of items above. */
  showEarlier(): void
}

/**
 * Returns the end of the stream, as far back as the user has scrolled: rendering all loaded items would take more than
 * a second. During a search, all items are rendered. While the pane follows its end, older items are removed from the
 * page.
 */
export function useShownItems(
  agentId: AgentId,
  items: readonly StreamItem[],
  scroller: RefObject<HTMLElement | null>,
): RenderedItems {
  const { views } = useStores()
  const from = useViews(({ shown }) => shown.get(agentId)?.from ?? null)
  const isAway = useViews(({ windows }) => windows.has(agentId))
  const all = useDeferredValue(useIsSearched(agentId))
  const index = all ? 0 : firstRendered(items, from)
  const first = eventAt(items, index)

  useEffect(() => {
    if (all || first === null) return
    const isRead = isAway || (scroller.current !== null && !isAtEnd(scroller.current))
    const begin =
      !isRead && exceedsRenderLimit(items, index) ? eventAt(items, previousPage(items, items.length)) : first
    // Fix the first event, so that new events at the end do not remove what the user is reading.
    if (begin !== from) views.showFrom(agentId, begin)
  }, [views, agentId, items, index, first, from, all, isAway, scroller])
  usePreservedScroll(scroller, first)

  return {
    items: index === 0 ? items : items.slice(index),
    first,
    hasEarlier: index > 0,
    showEarlier: () => views.showFrom(agentId, eventAt(items, previousPage(items, index))),
  }
}

/** Returns whether to render folded events without opening them, because a search or a link leads to one of them. */
export function useIsWanted(item: StreamItem): boolean {
  const { agentId } = usePaneStream()
  const asked = useViews(({ shown }) => shown.get(agentId)?.asked ?? null)
  const isSearched = useIsSearched(agentId)
  return isSearched || (asked !== null && holdsEvent(item, asked))
}

/** Returns whether a search in the agent's stream is active. */
export function useIsSearched(agentId: AgentId): boolean {
  return useFindState((find) => find.agentId === agentId && find.query !== '')
}

/**
 * Keeps the visible text in place when older items are added above. The browser does that itself (scroll anchoring),
 * except at the very top, where it has no anchor.
 */
function usePreservedScroll(scroller: RefObject<HTMLElement | null>, first: EventId | null): void {
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

/**
 * Returns the element of an event in a stream; null if it is not rendered. The element itself has no box, only its
 * children.
 */
function eventElement(stream: Element, eventId: EventId | null | undefined): Element | null {
  return stream.querySelector(`[data-event="${eventId ?? ''}"]`)?.firstElementChild ?? null
}
