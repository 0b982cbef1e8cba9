import { expect, it } from 'vitest'

import { chartRows, endOf, listedSpans } from '../../../src/renderer/recorder/chart-rows.ts'
import type { RecordedSpan } from '../../../src/shared/flight-recorder.ts'

const END = 1_000_000
const span = (work: RecordedSpan['work'], at: number, ms: number, count = 1): RecordedSpan => {
  return { work, name: 'x', at, ms, count }
}
const filled = (heights: readonly number[] = []) =>
  heights.flatMap((height, column) => (height === 0 ? [] : [[column, height]]))

it('a row shows when something was late, and how much later than the rest', () => {
  const rows = chartRows([span('call', END - 60_000, 200), span('call', END - 100, 100)], END)
  const row = rows.find(({ work }) => work === 'call')
  expect(row).toMatchObject({ spans: 2, longest: 200 })
  expect(filled(row?.heights)).toEqual([
    [0, 1],
    [239, 0.5],
  ])
  expect(filled(rows.find(({ work }) => work === 'frame')?.heights)).toEqual([])
})

it('a row of a stream shows how much arrived', () => {
  const rows = chartRows([span('stream', END - 1_000, 400, 30), span('stream', END - 250, 0, 5)], END)
  expect(filled(rows.find(({ work }) => work === 'stream')?.heights)).toEqual([
    [236, 1],
    [237, 1],
    [239, 1 / 3],
  ])
})

it('the table lists a second in its order, or the longest of the minute', () => {
  const spans = [span('call', END - 2_500, 100), span('loop', END - 2_200, 700), span('call', END - 900, 900)]
  expect(listedSpans(spans, END, null).map(({ ms }) => ms)).toEqual([900, 700, 100])
  expect(listedSpans(spans, END, 2).map(({ ms }) => ms)).toEqual([100, 700])
  expect(listedSpans(spans, END, 1).map(({ ms }) => ms)).toEqual([700])
  expect(listedSpans(spans, END, 30)).toEqual([])
  expect([endOf(spans), endOf([])]).toEqual([END, 0])
})
