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

interface FindQuestion {
  /** Each is sought for itself. */
  readonly terms: readonly string[]
  /** The event whose match is shown first; null: the newest match is. */
  readonly eventId: EventId | null
  /** Whether the pane still has to show that event. */
  readonly isOnItsWay: boolean
}

/**
 * Highlights all matches in the stream and scrolls to one. The browser paints the matches (CSS highlights), so no part
 * of the stream is rendered again. The search is repeated when the stream changes. The first match shown is the newest,
 * or the one in the given event; if that has none, the pane stays where it shows the event.
 */
export function useFind(log: RefObject<HTMLElement | null>, question: FindQuestion): Find {
  const { terms, eventId, isOnItsWay } = question
  const [found, setFound] = useState<Found>(NOTHING)

  useEffect(() => {
    const root = log.current
    if (root === null) return
    let frame = 0
    const look = () => {
      frame = 0
      const ranges = findText(root, terms)
      setFound((before) => nextFound(before, ranges, isOnItsWay ? 'not_shown' : eventElement(root, eventId)))
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
  }, [log, terms, eventId, isOnItsWay])

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
  const place = shown === undefined ? '' : `${found.current}/${terms.join('\n')}/${eventId ?? ''}`
  useEffect(() => {
    if (shown !== undefined) reveal(shown)
    // Scroll only to another match: finding the same one again must not move the view.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [place])

  return {
    count: found.ranges.length,
    position: found.current + 1,
    step: (step) =>
      setFound((state) => ({ ...state, reached: true, current: stepped(state.current, step, state.ranges.length) })),
  }
}

/** `index`: -1 before the first and after the last. */
function stepped(index: number, step: 1 | -1, length: number): number {
  if (length === 0) return -1
  return index === -1 && step === -1 ? length - 1 : (index + step + length) % length
}

function paint(name: string, ranges: readonly Range[]): void {
  if (ranges.length === 0) CSS.highlights.delete(name)
  else CSS.highlights.set(name, new Highlight(...ranges))
}

/**
 * Returns the matches with the current one: that of the wanted event, none before the event is shown or if it has none;
 * else the one shown before, counted from the end because older matches may have been added above; else the newest.
 * `event`: null if none is wanted.
 */
function nextFound(before: Found, ranges: readonly Range[], event: Element | 'not_shown' | null): Found {
  const { reached } = before
  if (event !== null && !reached) {
    const inEvent = (range: Range): boolean => event !== 'not_shown' && event.contains(range.startContainer)
    const current = ranges.findIndex(inEvent)
    return { ranges, current, reached: current !== -1 }
  }
  if (before.current === -1) return { ranges, current: ranges.length - 1, reached }
  return { ranges, current: Math.max(0, ranges.length - (before.ranges.length - before.current)), reached }
}

/** Null: no event is wanted. */
function eventElement(root: HTMLElement, eventId: EventId | null): Element | 'not_shown' | null {
  return eventId === null ? null : (root.querySelector(`[data-event="${eventId}"]`) ?? 'not_shown')
}

/** Opens the folds around the match and scrolls to it. */
function reveal(range: Range): void {
  const element = range.startContainer.parentElement
  for (let fold = element?.closest('details'); fold != null; fold = fold.parentElement?.closest('details')) {
    fold.open = true
  }
  element?.scrollIntoView({ block: 'center' })
}
