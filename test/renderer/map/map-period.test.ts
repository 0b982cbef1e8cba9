import fc from 'fast-check'
import { expect, it } from 'vitest'

import { allowedWidth, MAP_UNITS, nextPeriod, periodAt, PX_PER_HOUR } from '../../../src/renderer/map/map-period.ts'

const local = (month: number, day: number): number => new Date(2026, month - 1, day).getTime()

it('is the local day, the week from Monday on, or the month', () => {
  const time = new Date(2026, 10, 27, 13, 30).getTime()
  expect(periodAt('day', time)).toEqual({ from: local(11, 27), to: local(11, 28) })
  expect(periodAt('week', time)).toEqual({ from: local(11, 23), to: local(11, 30) })
  expect(periodAt('month', time)).toEqual({ from: local(11, 1), to: local(12, 1) })
  const sunday = new Date(2026, 2, 1, 0, 0).getTime()
  expect(periodAt('week', sunday)).toEqual({ from: local(2, 23), to: local(3, 2) })
})

it('follows one after another without a gap, in any unit, also where clocks change', () => {
  fc.assert(
    fc.property(fc.constantFrom(...MAP_UNITS), fc.integer({ min: local(1, 1), max: local(12, 31) }), (unit, time) => {
      const period = periodAt(unit, time)
      expect(period.from <= time && time < period.to).toBe(true)
      expect(nextPeriod(unit, period, 1).from).toBe(period.to)
      expect(nextPeriod(unit, period, -1).to).toBe(period.from)
    }),
  )
})

it('keeps the width of an hour within what the unit allows', () => {
  expect(allowedWidth('day', 10_000)).toBeCloseTo(400)
  expect(allowedWidth('day', 1)).toBeCloseTo(40)
  for (const unit of MAP_UNITS) expect(allowedWidth(unit, PX_PER_HOUR[unit])).toBe(PX_PER_HOUR[unit])
})
