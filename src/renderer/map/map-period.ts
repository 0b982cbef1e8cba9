import type { Period } from './map-lanes.ts'

export const MAP_UNITS = ['day', 'week', 'month'] as const
/** How long the period of a map is. */
export type MapUnit = (typeof MAP_UNITS)[number]

/** How wide an hour is at first, px at 100 % text, and how much it can be changed. */
export const PX_PER_HOUR: Readonly<Record<MapUnit, number>> = { day: 95, week: 24, month: 6 }
const NARROWEST = 40 / 95
const WIDEST = 400 / 95

/** Returns the width within what the unit allows. */
export function allowedWidth(unit: MapUnit, pxPerHour: number): number {
  const usual = PX_PER_HOUR[unit]
  return Math.min(usual * WIDEST, Math.max(usual * NARROWEST, pxPerHour))
}

/** Returns the local day, the week from Monday on or the month that contains a time; ms since the epoch. */
export function periodAt(unit: MapUnit, time: number): Period {
  const date = new Date(time)
  const [year, month, day] = [date.getFullYear(), date.getMonth(), date.getDate()]
  if (unit === 'month') return { from: midnight(year, month, 1), to: midnight(year, month + 1, 1) }
  const first = unit === 'day' ? day : day - ((date.getDay() + 6) % 7)
  return { from: midnight(year, month, first), to: midnight(year, month, first + (unit === 'day' ? 1 : 7)) }
}

/** Returns the period before (-1) or after (1) another one. */
export function nextPeriod(unit: MapUnit, { from, to }: Period, by: -1 | 1): Period {
  return periodAt(unit, by === 1 ? to : from - 1)
}

/** Of the local day; a day may have 23 or 25 hours. */
function midnight(year: number, month: number, day: number): number {
  return new Date(year, month, day).getTime()
}
