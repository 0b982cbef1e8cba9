import type { AgentId } from '../../shared/ids.ts'
import type { Lane, Period } from './map-lanes.ts'
import { type Tick, type TimeScale, timeScale } from './time-scale.ts'

/** Measures in px at 100 % text. */
const ROW = 37
const GAP_OF_ROOTS = 17
const ABOVE_FIRST = 26
/** From the middle of the last row to the end. */
const BELOW_LAST = 40
/** A line is at least so long, so that its sign does not cover its beginning. */
const SHORTEST_LINE = 26
/** To the left of the first time, and to the right of the last one. */
const MARGIN = 18

/** What is between the upper left corner of the times and the lines. */
export interface MapMeasures {
  /** Of one hour, px at 100 % text. */
  readonly pxPerHour: number
  /** px of one px at 100 % text. */
  readonly zoom: number
}

/** Where a lane is; px from the upper left corner of the lines. */
export interface PlacedLane {
  readonly lane: Lane
  /** The middle of its row. */
  readonly y: number
  /** Where it forks from its parent, or a root begins; before the period: at its edge. */
  readonly x: number
  /** Where its line ends. */
  readonly end: number
  /** Whether it began before the period. */
  readonly isCutAtStart: boolean
  /** Whether it ended before the period: only its sign is shown, at the edge. */
  readonly isBefore: boolean
}

export interface MapLayout {
  readonly lanes: readonly PlacedLane[]
  /** The index of each agent's lane; an attempt has that of its race. */
  readonly places: ReadonlyMap<AgentId, number>
  readonly scale: TimeScale
  /** px of one px at 100 % text. */
  readonly zoom: number
  readonly rowHeight: number
  readonly width: number
  readonly height: number
}

/** Lanes with what does not depend on the period and on measures, which change with each step of a zoom. */
export interface SortedLanes {
  readonly lanes: readonly Lane[]
  /** All times that a map of them shows, ms since the epoch, ascending. */
  readonly times: Float64Array
  /** The index of each agent's lane; an attempt has that of its race. */
  readonly places: ReadonlyMap<AgentId, number>
}

/** Sorts the times of lanes, for any number of layouts. */
export function sortLanes(lanes: readonly Lane[]): SortedLanes {
  const times = lanes.flatMap(({ from, to, points, attempts }) => [
    from,
    to,
    ...points.map(({ time }) => time),
    ...attempts.flatMap((attempt) => [attempt.from, attempt.to]),
  ])
  const places = lanes.flatMap(({ agent, attempts }, index) =>
    [agent, ...attempts.map((attempt) => attempt.agent)].map(({ id }) => [id, index] as const),
  )
  return { lanes, times: Float64Array.from(times).sort(), places: new Map(places) }
}

/** Places lanes: each has a row of its own, and begins at the time at which it forked. */
export function layoutMap(sorted: SortedLanes, period: Period, { pxPerHour, zoom }: MapMeasures): MapLayout {
  return placeLanes(sorted, timeScale(sorted.times, period, { pxPerHour, zoom }), zoom)
}

function placeLanes({ lanes, places }: SortedLanes, scale: TimeScale, zoom: number): MapLayout {
  let y = (ABOVE_FIRST - ROW) * zoom
  const margin = MARGIN * zoom
  const placed = lanes.map((lane, index): PlacedLane => {
    y += (ROW + (lane.parent === null && index > 0 ? GAP_OF_ROOTS : 0)) * zoom
    const x = scale.x(lane.from) + margin
    const isBefore = lane.to < scale.from
    const end = isBefore ? x : Math.max(scale.x(lane.to) + margin, x + SHORTEST_LINE * zoom)
    return { lane, y, x, end, isCutAtStart: lane.from < scale.from, isBefore }
  })
  const furthest = placed.reduce((most, { end }) => Math.max(most, end), scale.width + margin)
  return {
    lanes: placed,
    places,
    scale,
    zoom,
    rowHeight: ROW * zoom,
    width: furthest + margin,
    height: y + BELOW_LAST * zoom,
  }
}

/** Returns the first and the last but one index of the lanes whose rows touch a part of the height. */
export function lanesBetween(
  { lanes, rowHeight }: MapLayout,
  top: number,
  bottom: number,
): readonly [from: number, to: number] {
  return [firstBelow(lanes, top - rowHeight / 2), firstBelow(lanes, bottom + rowHeight / 2)]
}

/** Returns the index of the first lane that is not above. */
function firstBelow(lanes: readonly PlacedLane[], y: number): number {
  let [low, high] = [0, lanes.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if ((lanes[middle]?.y ?? Infinity) < y) low = middle + 1
    else high = middle
  }
  return low
}

/** The smallest distance of two points that are drawn, px at 100 % text. */
const POINT_DISTANCE = 5

/** A point that is drawn, and how many others are too near to it to be seen. */
export interface PlacedPoint {
  readonly index: number
  readonly x: number
  readonly more: number
}

/** Returns the points of a lane between two places, px. Of those that are too near to each other, the first is shown. */
export function pointsBetween(
  { scale, zoom }: MapLayout,
  { lane, isBefore }: PlacedLane,
  left: number,
  right: number,
): readonly PlacedPoint[] {
  const placed: { index: number; x: number; more: number }[] = []
  for (const [index, { time }] of lane.points.entries()) {
    if (time < scale.from || time > scale.to || isBefore) continue
    const x = scale.x(time) + MARGIN * zoom
    if (x < left || x > right) continue
    const last = placed.at(-1)
    if (last !== undefined && x - last.x < POINT_DISTANCE * zoom) last.more += 1
    else placed.push({ index, x, more: 0 })
  }
  return placed
}

/** Returns where a time is; px from the upper left corner of the lines. */
export function placeOf({ scale, zoom }: MapLayout, time: number): number {
  return scale.x(time) + MARGIN * zoom
}

/** Returns the time at a place. */
export function timeAt({ scale, zoom }: MapLayout, x: number): number {
  return scale.timeAt(x - MARGIN * zoom)
}

/** Returns the labels and folds of the axis between two places, with where they are; px as above. */
export function ticksBetween({ scale, zoom }: MapLayout, left: number, right: number): readonly Tick[] {
  return scale.ticks.flatMap((tick) => {
    const x = tick.x + MARGIN * zoom
    return x < left || x > right ? [] : [{ ...tick, x }]
  })
}

/** Returns where the present is (`now`: ms since the epoch); null: not on the axis. */
export function nowPlace(map: MapLayout, now: number): number | null {
  return now >= map.scale.from && now <= map.scale.to ? placeOf(map, now) : null
}
