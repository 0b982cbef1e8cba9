import { useEffect, useState, type RefObject } from 'react'

import type { EventId } from '../../shared/ids.ts'
import { findText } from './find-matches.ts'

const ALL = 'find'
const CURRENT = 'find-current'

interface Found {
  readonly ranges: readonly Range[]
  /** -1: none. */
  readonly current: number
}

const NOTHING: Found = { ranges: [], current: -1 }

export interface Find {
  readonly count: number
  /** From 1; 0: none. */
  readonly position: number
  /** To the next (1) or the previous (-1) match, round the end. */
  step(step: 1 | -1): void
}

/**
 * Sets off every match in the stream and shows one. The matches are painted by the browser (CSS highlights), so nothing
 * of the stream is drawn anew. It looks again when the stream changes; the newest match, or the event's, comes first.
 */
export function useFind(log: RefObject<HTMLElement | null>, query: string, eventId: EventId | null): Find {
  const [found, setFound] = useState<Found>(NOTHING)

  useEffect(() => {
    const root = log.current
    if (root === null) return
    let frame = 0
    const look = () => {
      frame = 0
      const ranges = findText(root, query)
      setFound((before) => ({ ranges, current: sameOrNewest(before, ranges, eventElement(root, eventId)) }))
    }
    const observer = new MutationObserver(() => {
      if (frame === 0) frame = requestAnimationFrame(look)
    })
    observer.observe(root, { subtree: true, childList: true, characterData: true })
    setFound(NOTHING)
    look()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [log, query, eventId])

  useEffect(() => {
    const current = found.ranges[found.current]
    paint(ALL, found.ranges)
    paint(CURRENT, current === undefined ? [] : [current])
    return () => {
      CSS.highlights.delete(ALL)
      CSS.highlights.delete(CURRENT)
    }
  }, [found])

  const shown = found.ranges[found.current]
  const place = shown === undefined ? '' : `${found.current}/${query}/${eventId ?? ''}`
  useEffect(() => {
    if (shown !== undefined) reveal(shown)
    // Only another place is shown: a match that merely was found again leaves the reader where he is.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [place])

  return {
    count: found.ranges.length,
    position: found.current + 1,
    step: (step) => setFound(({ ranges, current }) => ({ ranges, current: around(current + step, ranges.length) })),
  }
}

function around(index: number, length: number): number {
  return length === 0 ? -1 : (index + length) % length
}

function paint(name: string, ranges: readonly Range[]): void {
  if (ranges.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...ranges))
}

/** The match that was shown before, counted from the end because older ones may have come in above; else a first one. */
function sameOrNewest(before: Found, ranges: readonly Range[], event: Element | null): number {
  if (before.current !== -1) return Math.max(0, ranges.length - (before.ranges.length - before.current))
  const ofEvent = event === null ? -1 : ranges.findIndex((range) => event.contains(range.startContainer))
  return ofEvent === -1 ? ranges.length - 1 : ofEvent
}

function eventElement(root: HTMLElement, eventId: EventId | null): Element | null {
  return eventId === null ? null : root.querySelector(`[data-event="${eventId}"]`)
}

/** Unfolds what hides the match, and scrolls to it. */
function reveal(range: Range): void {
  const element = range.startContainer.parentElement
  for (let fold = element?.closest('details'); fold != null; fold = fold.parentElement?.closest('details')) {
    fold.open = true
  }
  element?.scrollIntoView({ block: 'center' })
}
