import { expect, it } from 'vitest'

import { usageCsv } from '../../src/shared/usage-csv.ts'
import { NO_USAGE, usageRequestSchema } from '../../src/shared/usage-report.ts'

it('writes a row per row, quotes what needs it, and leaves an unknown cost empty', () => {
  const known = {
    ...NO_USAGE,
    responses: 2,
    input: 300,
    cached: 100,
    output: 7,
    cost: { usd: 0.5, unpriced: 0, partial: 1 },
    missed: 40,
    missedUsd: 0.25,
  }
  const unknown = { ...NO_USAGE, responses: 1, cost: { usd: 0, unpriced: 1, partial: 0 } }
  const csv = usageCsv({
    by: 'agent',
    rows: [
      { key: 'a', label: 'Say "hi", twice\nnow', ...known },
      { key: 'b', label: '=HYPERLINK("http://x")', ...unknown },
    ],
    totals: NO_USAGE,
  })
  expect(csv.split('\r\n')).toEqual([
    'agent,label,responses,unreported_responses,input_tokens,cached_tokens,cached_share,cache_write_tokens,output_tokens,thinking_tokens,cost_usd,unpriced_responses,partial_responses,missed_tokens,missed_usd',
    'a,"Say ""hi"", twice\nnow",2,0,300,100,0.3333,0,7,0,0.5,0,1,40,0.25',
    `b,"'=HYPERLINK(""http://x"")",1,0,0,0,,0,0,0,,1,0,0,0`,
    '',
  ])
})

it.each(['+02:00', '', 'Nowhere/Land', "UTC'; drop table agents; --"])('refuses the time zone %j', (timeZone) => {
  expect(usageRequestSchema.safeParse({ by: 'day', timeZone }).success).toBe(false)
})

it('accepts names of time zones and days', () => {
  const request = { by: 'day', timeZone: 'Europe/Berlin', from: '2026-11-01', to: '2026-11-30' }
  expect(usageRequestSchema.safeParse(request).success).toBe(true)
  expect(usageRequestSchema.safeParse({ ...request, from: '2026-11-31' }).success).toBe(false)
})
