import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

import { followPart } from '../tree/visible-range.ts'
import type { DrawnPart } from './draw-map.ts'
import { type MapLayout, placeOf, type PlacedLane, timeAt } from './layout-map.ts'
import type { MapCursor } from './map-keys.ts'

/** What is drawn changes in steps of this size, px: most scrolling needs no drawing. */
const STEP = 256

/** Returns the part of a scrolling element that is drawn: what is in view, and as much beside it as one step shows. */
export function useDrawnPart(scroller: RefObject<HTMLElement | null>): DrawnPart {
  const [part, setPart] = useState<DrawnPart>({ left: 0, top: 0, right: 2 * STEP, bottom: 2 * STEP })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const look = (): void =>
      setPart((before) => {
        const { scrollLeft, scrollTop, clientWidth, clientHeight } = element
        const left = (Math.floor(scrollLeft / STEP) - 1) * STEP
        const top = (Math.floor(scrollTop / STEP) - 1) * STEP
        const right = left + (Math.ceil(clientWidth / STEP) + 3) * STEP
        const bottom = top + (Math.ceil(clientHeight / STEP) + 3) * STEP
        const isSame = before.left === left && before.top === top && before.right === right && before.bottom === bottom
        return isSame ? before : { left, top, right, bottom }
      })
    return followPart(element, look)
  }, [scroller])
  return part
}

/** Less far is a click, px. */
const DRAG_FROM = 4

/** Lets the mouse drag the contents. Touch screens and wheels scroll by themselves. */
export function usePan(scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    let from: { readonly x: number; readonly y: number; readonly left: number; readonly top: number } | null = null
    const down = ({ button, pointerType, clientX, clientY }: PointerEvent): void => {
      if (button !== 0 || pointerType !== 'mouse') return
      from = { x: clientX, y: clientY, left: element.scrollLeft, top: element.scrollTop }
    }
    const move = ({ clientX, clientY, pointerId }: PointerEvent): void => {
      if (from === null) return
      const [right, below] = [from.x - clientX, from.y - clientY]
      if (!element.hasPointerCapture(pointerId) && Math.hypot(right, below) < DRAG_FROM) return
      element.setPointerCapture(pointerId)
      element.scrollTo(from.left + right, from.top + below)
    }
    const up = (): void => {
      from = null
    }
    element.addEventListener('pointerdown', down)
    element.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', up)
    return () => {
      element.removeEventListener('pointerdown', down)
      element.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', up)
    }
  }, [scroller])
}

/** Calls back when the wheel is turned with Ctrl, or two fingers pinch. `by`: a factor. `x`: px from the left edge. */
export function useWheelZoom(scroller: RefObject<HTMLElement | null>, onZoom: (by: number, x: number) => void): void {
  const latest = useRef(onZoom)
  useEffect(() => {
    latest.current = onZoom
  })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const turn = (wheel: WheelEvent): void => {
      if (!wheel.ctrlKey) return
      wheel.preventDefault()
      latest.current(Math.exp(-wheel.deltaY / 400), wheel.clientX - element.getBoundingClientRect().left)
    }
    // Not passive: the browser would zoom the page.
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [scroller])
}

/**
 * Returns a function that keeps the time at a place of the view there while the scale changes: px from its left edge. Else
 * what was in the middle stays there. `names`: the width of the column of names, px.
 */
export function useKeptTime(
  scroller: RefObject<HTMLElement | null>,
  map: MapLayout,
  names: number,
): (x: number) => void {
  const kept = useRef<{ readonly x: number; readonly time: number } | null>(null)
  const shown = useRef(map)
  useLayoutEffect(() => {
    const element = scroller.current
    const before = shown.current
    shown.current = map
    // Only another scale: new points and another period have places of their own.
    if (element === null || before === map || before.scale.from !== map.scale.from) return
    const middle = (element.clientWidth + names) / 2
    const { x, time } = kept.current ?? { x: middle, time: timeAt(before, element.scrollLeft + middle - names) }
    kept.current = null
    element.scrollTo({ left: placeOf(map, time) + names - x })
  }, [scroller, map, names])
  return (x) => {
    const element = scroller.current
    if (element !== null) kept.current = { x, time: timeAt(map, element.scrollLeft + x - names) }
  }
}

interface RevealedPlace {
  readonly map: MapLayout
  readonly lane: PlacedLane
  readonly at: MapCursor
  /** Width of the column of names and height of the axis, px. They cover what is under them. */
  readonly names: number
  readonly axis: number
}

/** Scrolls as little as shows the row, and the point or the end of the line. */
export function bringIntoView(element: HTMLElement, { map, lane, at, names, axis }: RevealedPlace): void {
  const point = lane.lane.points.find(({ eventId }) => eventId === at.eventId)
  const x = point === undefined ? lane.end : placeOf(map, point.time)
  const room = map.rowHeight
  const width = element.clientWidth - names
  const height = element.clientHeight - axis
  element.scrollTo({
    left: Math.min(x - room, Math.max(x + room - width, element.scrollLeft)),
    top: Math.min(lane.y - room, Math.max(lane.y + room - height, element.scrollTop)),
  })
}
