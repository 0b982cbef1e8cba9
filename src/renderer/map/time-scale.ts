import type { Period } from './map-lanes.ts'

const HOUR_MS = 3_600_000
/** Time in which nothing happens is folded from this length on. */
const FOLDED_FROM_MS = 2 * HOUR_MS
/** The width of folded time, px at 100 % text. */
const FOLD_WIDTH = 24
/** The smallest distance of two labels, px at 100 % text. */
const LABEL_DISTANCE = 64
const LABEL_STEPS_HOURS = [1, 2, 3, 6, 12, 24, 48, 168] as const

/** A part of the time axis. */
interface Part extends Period {
  /** Where it begins, px from the start of the axis. */
  readonly x: number
  readonly width: number
  readonly isFolded: boolean
}

/** A label of the axis, or folded time. */
export interface Tick {
  readonly x: number
  /** ms since the epoch. */
  readonly time: number
  /** The length of folded time, ms; null: a time. */
  readonly folded: number | null
}

/** Where times are. */
export interface TimeScale {
  /** The whole axis, px. */
  readonly width: number
  readonly from: number
  readonly to: number
  /** Ascending. */
  readonly ticks: readonly Tick[]
  /** The labels are of days, not of times. */
  readonly hasDays: boolean
  /** Returns px from the start of the axis; a time outside of it is at the nearer end. */
  x(time: number): number
  /** Returns ms since the epoch. */
  timeAt(x: number): number
}

interface ScaleOptions {
  /** px at 100 % text. */
  readonly pxPerHour: number
  /** px of one px at 100 % text. */
  readonly zoom: number
}

/**
 * Returns a time axis that shows all times within the period, from full hour to full hour. Time without any of them is
 * folded. `times`: ms since the epoch, ascending; without any, the whole period is one part.
 */
export function timeScale(times: Float64Array, period: Period, { pxPerHour, zoom }: ScaleOptions): TimeScale {
  const parts = partsOf(timesWithin(times, period), period, pxPerHour * zoom, zoom)
  const last = parts.at(-1)
  const width = last === undefined ? 0 : last.x + last.width
  const step = (LABEL_STEPS_HOURS.find((hours) => hours * pxPerHour >= LABEL_DISTANCE) ?? 168) * HOUR_MS
  const partAt = <K extends 'from' | 'x'>(key: K, value: number): Part | undefined => {
    let [low, high] = [0, parts.length - 1]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((parts[middle]?.[key] ?? Infinity) <= value) low = middle
      else high = middle - 1
    }
    return parts[low]
  }
  return {
    width,
    from: parts[0]?.from ?? period.from,
    to: last?.to ?? period.to,
    ticks: parts.flatMap((part) => ticksOf(part, step)),
    hasDays: step >= 24 * HOUR_MS,
    x(time) {
      const part = partAt('from', time)
      return part === undefined ? 0 : part.x + clamp((time - part.from) / (part.to - part.from)) * part.width
    },
    timeAt(x) {
      const part = partAt('x', x)
      return part === undefined ? period.from : part.from + clamp((x - part.x) / part.width) * (part.to - part.from)
    },
  }
}

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share))
}

function timesWithin(times: Float64Array, { from, to }: Period): Float64Array {
  const first = times.findIndex((time) => time >= from)
  return first === -1 ? new Float64Array() : times.subarray(first, times.findLastIndex((time) => time <= to) + 1)
}

/** `sorted`: ascending. */
function partsOf(sorted: Float64Array, period: Period, pxPerHour: number, zoom: number): readonly Part[] {
  const [first = period.from, last = period.to] = [sorted[0], sorted.at(-1)]
  const end = Math.max(fullHour(last, 'after'), fullHour(first, 'before') + HOUR_MS)
  const least = Math.max(FOLDED_FROM_MS, ((2 * FOLD_WIDTH * zoom) / pxPerHour) * HOUR_MS)
  const parts: Part[] = []
  let from = fullHour(first, 'before')
  const add = (to: number, isFolded: boolean): void => {
    if (to <= from) return
    const before = parts.at(-1)
    const x = before === undefined ? 0 : before.x + before.width
    const width = isFolded ? FOLD_WIDTH * zoom : ((to - from) / HOUR_MS) * pxPerHour
    parts.push({ from, to, x, width, isFolded })
    from = to
  }
  for (let index = 1; index < sorted.length; index += 1) {
    const [before = 0, next = 0] = [sorted[index - 1], sorted[index]]
    if (next - before < least) continue
    const [begins, ends] = [fullHour(before, 'after'), fullHour(next, 'before')]
    if (ends - begins < least) continue
    add(begins, false)
    add(ends, true)
  }
  add(end, false)
  return parts
}

/** Returns the full local hour before or after a time, or the time itself if it is one. */
function fullHour(time: number, side: 'before' | 'after'): number {
  const date = new Date(time)
  const before = date.setMinutes(0, 0, 0)
  return side === 'before' || before === time ? before : before + HOUR_MS
}

function ticksOf({ from, to, x, width, isFolded }: Part, step: number): readonly Tick[] {
  if (isFolded) return [{ x: x + width / 2, time: from, folded: to - from }]
  const ticks: Tick[] = []
  for (let time = alignedTick(from, step); time <= to; time += step)
    ticks.push({ x: x + ((time - from) / (to - from)) * width, time, folded: null })
  return ticks
}

/** Returns the first local multiple of the step, counted from midnight, that is not before the time. */
function alignedTick(time: number, step: number): number {
  const midnight = new Date(time).setHours(0, 0, 0, 0)
  return midnight + Math.ceil((time - midnight) / step) * step
}
