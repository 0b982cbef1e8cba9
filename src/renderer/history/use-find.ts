import { useEffect, useState, type RefObject } from 'react'

import type { EventId } from '../../shared/ids.ts'
import { findText } from './find-matches.ts'

const ALL = 'find'
const CURRENT = 'find-current'

interface Found {
  readonly ranges: readonly Range[]
  /** -1: none. */
  readonly current: number
  /** Whether the match in the wanted event was the current one. */
  readonly reached: boolean
}

const NOTHING: Found = { ranges: [], current: -1, reached: false }

export interface Find {
  readonly count: number
  /** Counted from 1; 0: none. */
  readonly position: number
  /** Moves to the next (1) or the previous (-1) match, wrapping around. */
  step(step: 1 | -1): void
}

/**
 * Highlights all matches in the stream and scrolls to one. The browser paints the matches (CSS highlights), so no part
 * of the stream is rendered again. The search is repeated when the stream changes. The first match shown is the newest,
 * or the one in the given event.
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
      setFound((before) => nextFound(before, ranges, eventElement(root, eventId)))
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
    const root = log.current
    const current = found.ranges[found.current]
    paint(ALL, found.ranges)
    paint(CURRENT, current === undefined ? [] : [current])
    root?.toggleAttribute('data-found', found.ranges.length > 0)
    return () => {
      CSS.highlights.delete(ALL)
      CSS.highlights.delete(CURRENT)
      root?.removeAttribute('data-found')
    }
  }, [log, found])

  const shown = found.ranges[found.current]
  const place = shown === undefined ? '' : `${found.current}/${query}/${eventId ?? ''}`
  useEffect(() => {
    if (shown !== undefined) reveal(shown)
    // Scroll only to another match: finding the same one again must not move the view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [place])

  return {
    count: found.ranges.length,
    position: found.current + 1,
    step: (step) =>
      setFound((state) => ({ ...state, reached: true, current: around(state.current + step, state.ranges.length) })),
  }
}

function around(index: number, length: number): number {
  return length === 0 ? -1 : (index + length) % length
}

function paint(name: string, ranges: readonly Range[]): void {
  if (ranges.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...ranges))
}

/**
 * Returns the matches with the current one: that of the wanted event as soon as it is rendered; else the one shown
 * before, counted from the end because older matches may have been added above; else the newest.
 */
function nextFound(before: Found, ranges: readonly Range[], event: Element | null): Found {
  const ofEvent =
    event === null || before.reached ? -1 : ranges.findIndex((range) => event.contains(range.startContainer))
  if (ofEvent !== -1) return { ranges, current: ofEvent, reached: true }
  const { reached } = before
  if (before.current === -1) return { ranges, current: ranges.length - 1, reached }
  return { ranges, current: Math.max(0, ranges.length - (before.ranges.length - before.current)), reached }
}

function eventElement(root: HTMLElement, eventId: EventId | null): Element | null {
  return eventId === null ? null : root.querySelector(`[data-event="${eventId}"]`)
}

/** Opens the folds around the match and scrolls to it. */
function reveal(range: Range): void {
  const element = range.startContainer.parentElement
  for (let fold = element?.closest('details'); fold != null; fold = fold.parentElement?.closest('details')) {
    fold.open = true
  }
  element?.scrollIntoView({ block: 'center' })
}
