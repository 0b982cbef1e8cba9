import { createContext, use, useLayoutEffect, useState } from 'react'

/** Number of formulas of a text that are drawn, and that are added by each request. They take about half a second. */
const PIECE = 500

/** Limits how many formulas of a text are drawn, since each costs as much as a paragraph of prose. */
export interface FormulaLimit {
  /** Calls `draw` immediately, or as soon as the limit allows, in the order of the calls. Returns how to leave. */
  enter(draw: () => void): () => void
  /** Lets more formulas be drawn. */
  raise(): void
  /** Whether there are formulas that are not drawn. */
  isReached(): boolean
  /** Calls `listener` after each change of `isReached`. Returns how to unsubscribe. */
  subscribe(listener: () => void): () => void
}

export function createFormulaLimit(): FormulaLimit {
  const waiting = new Set<() => void>()
  const listeners = new Set<() => void>()
  let room = PIECE
  let wasReached = false

  function fill(): void {
    for (const draw of waiting) {
      if (room === 0) break
      room -= 1
      waiting.delete(draw)
      draw()
    }
    if (waiting.size > 0 === wasReached) return
    wasReached = !wasReached
    for (const listener of listeners) listener()
  }

  return {
    enter(draw) {
      const own = () => draw()
      waiting.add(own)
      fill()
      return () => {
        // One that was drawn leaves its place to another.
        if (!waiting.delete(own)) room += 1
        fill()
      }
    },
    raise() {
      room += PIECE
      fill()
    },
    isReached: () => waiting.size > 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The limit of the text that a formula belongs to. Null: it has none. */
export const FormulaLimitContext = createContext<FormulaLimit | null>(null)

/** Returns whether this formula is drawn. */
export function useFormulaPlace(): boolean {
  const limit = use(FormulaLimitContext)
  const [isDrawn, setDrawn] = useState(limit === null)
  // Before the browser paints, so that a formula that was drawn before does not flash as its source.
  useLayoutEffect(() => limit?.enter(() => setDrawn(true)), [limit])
  return isDrawn
}
