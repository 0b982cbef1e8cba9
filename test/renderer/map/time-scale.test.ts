import fc from 'fast-check'
import { expect, it } from 'vitest'

import { timeScale } from '../../../src/renderer/map/time-scale.ts'

const HOUR = 3_600_000
const DAY = new Date(2026, 10, 27).getTime()
const PERIOD = { from: DAY, to: DAY + 24 * HOUR }
const at = (hours: number): number => DAY + hours * HOUR
const OPTIONS = { pxPerHour: 100, zoom: 1 }
const scaleOf = (times: readonly number[], period = PERIOD, options = OPTIONS) =>
  timeScale(Float64Array.from(times).sort(), period, options)

it('begins and ends at full hours, and folds what is longer than two hours without anything', () => {
  const scale = scaleOf([at(8.4), at(9.1), at(14.2), at(15.5)])
  expect([scale.from, scale.to]).toEqual([at(8), at(16)])
  // 8 to 10, then 4 hours folded, then 14 to 16.
  expect([8, 9, 10, 14, 15, 16].map((hour) => scale.x(at(hour)))).toEqual([0, 100, 200, 224, 324, 424])
  expect(scale.width).toBe(424)
  expect(scale.ticks.filter(({ folded }) => folded !== null)).toEqual([{ x: 212, time: at(10), folded: 4 * HOUR }])
  expect(scale.ticks.flatMap(({ folded, time }) => (folded === null ? [(time - DAY) / HOUR] : []))).toEqual([
    8, 9, 10, 14, 15, 16,
  ])
})

it('gives times outside the place of the nearer end, and a period without any its whole length', () => {
  const scale = scaleOf([at(8.4), at(30)])
  expect([scale.x(at(1)), scale.x(at(23))]).toEqual([0, 100])
  const empty = scaleOf([])
  expect([empty.from, empty.to, empty.width]).toEqual([PERIOD.from, PERIOD.to, 2_400])
})

it('labels days where hours are too narrow for labels', () => {
  const month = { from: DAY, to: DAY + 30 * 24 * HOUR }
  const every = Array.from({ length: 30 * 24 }, (_, hour) => at(hour))
  expect(scaleOf(every, month, { pxPerHour: 4, zoom: 1 }).hasDays).toBe(true)
  expect(scaleOf(every, month, { pxPerHour: 30, zoom: 1 }).hasDays).toBe(false)
  const { ticks } = scaleOf(every, month, { pxPerHour: 4, zoom: 1 })
  for (const [index, { x }] of ticks.entries()) expect(x - (ticks[index - 1]?.x ?? -64)).toBeGreaterThanOrEqual(64)
})

/** Walks through all hours, and folds runs of empty ones. */
function naivePlaces(times: readonly number[]): ReadonlyMap<number, number> {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  const isUsed = (hour: number): boolean => times.some((time) => time > at(hour) && time < at(hour + 1))
  const first = Math.floor((Math.min(...times) - DAY) / HOUR)
  const end = Math.max(first + 1, Math.ceil((Math.max(...times) - DAY) / HOUR))
  const places = new Map<number, number>()
  let x = 0
  for (let hour = first; hour < end;) {
    places.set(hour, x)
    const next =
      hours.find((each) => each >= hour && (isUsed(each) || (each > hour && times.includes(at(each))))) ?? end
    if (next - hour >= 2) {
      x += 24
      hour = next
    } else {
      x += OPTIONS.pxPerHour
      hour += 1
    }
  }
  places.set(end, x)
  return places
}

it('is the same as a walk through all hours, ascends, and goes back from places to times', () => {
  const time = fc.integer({ min: 0, max: 24 * 60 - 1 }).map((minutes) => DAY + minutes * 60_000)
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 12 }), (times) => {
      const scale = scaleOf(times)
      const places = naivePlaces(times)
      for (const [hour, x] of places) expect({ hour, x: scale.x(at(hour)) }).toEqual({ hour, x: expect.closeTo(x, 6) })
      const sorted = times.toSorted((a, b) => a - b)
      for (const [index, each] of sorted.slice(1).entries()) {
        const before = sorted[index] ?? 0
        expect(scale.x(each) > scale.x(before)).toBe(each > before)
        expect(scale.timeAt(scale.x(each))).toBeCloseTo(each, -1)
      }
    }),
    { numRuns: 500 },
  )
})
