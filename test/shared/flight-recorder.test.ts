import { describe, expect, it } from 'vitest'

import { FlightRecorder, RECORDED_MS } from '../../src/shared/flight-recorder.ts'

function recorderAt(start: number) {
  const clock = { now: start }
  const recorder = new FlightRecorder(() => clock.now)
  const spans = () => recorder.recording().spans
  return { clock, recorder, spans }
}

describe('a flight recorder', () => {
  it('keeps nothing while it is off', () => {
    const { recorder, spans } = recorderAt(1_000)
    recorder.piece('stream', 'feed')
    recorder.ended('call', 'log.search', recorder.begun())
    recorder.add({ work: 'frame', name: 'long frame', at: 900, ms: 60, count: 1 })
    expect(recorder.begun()).toBe(0)
    expect(recorder.recording()).toEqual({ isOn: false, spans: [] })
    recorder.switch(true)
    expect(spans()).toEqual([])
  })

  it('keeps what took time, and leaves out what was short', () => {
    const { clock, recorder, spans } = recorderAt(1_000)
    recorder.switch(true)
    const begun = recorder.begun()
    clock.now += 19
    recorder.ended('call', 'models.list', begun, { atLeast: 20 })
    clock.now += 1
    recorder.ended('call', 'log.search', begun, { atLeast: 20 })
    expect(spans()).toEqual([{ work: 'call', name: 'log.search', at: 1_000, ms: 20, count: 1 }])
  })

  it('does not end what began before it was switched on', () => {
    const { recorder, spans } = recorderAt(1_000)
    const begun = recorder.begun()
    recorder.switch(true)
    recorder.ended('commit', 'commit', begun)
    expect(spans()).toEqual([])
  })

  it('makes one entry of pieces in quick succession', () => {
    const { clock, recorder, spans } = recorderAt(1_000)
    recorder.switch(true)
    for (const pause of [0, 10, 15, 40, 5]) {
      clock.now += pause
      recorder.piece('stream', 'agents.subscribe', 2)
    }
    recorder.piece('received', 'agents.subscribe')
    expect(spans()).toEqual([
      { work: 'stream', name: 'agents.subscribe', at: 1_000, ms: 25, count: 6 },
      { work: 'stream', name: 'agents.subscribe', at: 1_065, ms: 5, count: 4 },
      { work: 'received', name: 'agents.subscribe', at: 1_070, ms: 0, count: 1 },
    ])
  })

  it('keeps a minute: the last one, or that before it was switched off', () => {
    const { clock, recorder, spans } = recorderAt(1_000)
    recorder.switch(true)
    recorder.add({ work: 'loop', name: 'event loop', at: 1_000, ms: 100, count: 1 })
    clock.now += RECORDED_MS
    recorder.add({ work: 'loop', name: 'event loop', at: clock.now, ms: 50, count: 1 })
    expect(spans().map(({ ms }) => ms)).toEqual([100, 50])
    clock.now += 101
    expect(spans().map(({ ms }) => ms)).toEqual([50])
    recorder.switch(false)
    clock.now += 10 * RECORDED_MS
    expect(recorder.recording()).toMatchObject({ isOn: false, spans: [{ ms: 50 }] })
    recorder.switch(true)
    expect(spans()).toEqual([])
  })

  it('is bounded', () => {
    const { recorder, spans } = recorderAt(1_000)
    recorder.switch(true)
    for (let count = 0; count < 100_000; count += 1) {
      recorder.add({ work: 'commit', name: 'commit', at: 1_000, ms: 1, count })
    }
    expect(spans()).toHaveLength(20_000)
    expect(spans().at(-1)?.count).toBe(99_999)
  })
})
