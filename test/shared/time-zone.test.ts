import { expect, it } from 'vitest'

import { isTimeZone, machineTimeZone } from '../../src/shared/time-zone.ts'
import { usageRequestSchema } from '../../src/shared/usage-report.ts'

it.each<[string | undefined, number, string, boolean]>([
  ['Europe/Berlin', -120, 'Europe/Berlin', false],
  ['America/New_York', 300, 'America/New_York', false],
  ['UTC', 0, 'UTC', false],
  ['Etc/Unknown', 0, 'UTC', true],
  [undefined, 0, 'UTC', true],
  [undefined, 120, 'Etc/GMT+2', false],
  [undefined, -540, 'Etc/GMT-9', false],
  ['-03:00', 180, 'Etc/GMT+3', false],
  ['+05:30', -330, 'UTC', true],
  ['Foo/Bar', 0, 'UTC', true],
  ['', -60, 'Etc/GMT-1', false],
  [undefined, -900, 'UTC', true],
])('the zone that the system names %s at %i minutes is %s', (resolved, minutesBehind, name, isNoted) => {
  const zone = machineTimeZone(minutesBehind, resolved ?? '')
  expect([zone.name, zone.note !== null]).toEqual([name, isNoted])
  expect(isTimeZone(zone.name)).toBe(true)
  expect(usageRequestSchema.safeParse({ by: 'day', timeZone: zone.name }).success).toBe(true)
})

it('has the offset of the machine', () => {
  const { name } = machineTimeZone(300, '')
  const shown = new Intl.DateTimeFormat('en', { timeZone: name, hour: 'numeric', hour12: false }).format(
    new Date(43_200_000),
  )
  expect(shown).toBe('07')
})
