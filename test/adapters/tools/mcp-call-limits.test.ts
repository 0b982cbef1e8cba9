import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { CallLimits } from '../../../src/main/adapters/tools/mcp/running-calls.ts'

let limits: CallLimits
beforeEach(() => {
  vi.useFakeTimers()
  limits = new CallLimits(1_000)
})
afterEach(() => {
  limits.close()
  vi.useRealTimers()
})

it('ends a call whose server is silent for too long, and one that takes an hour', () => {
  vi.advanceTimersByTime(900)
  limits.heard()
  vi.advanceTimersByTime(900)
  expect(limits.signal.aborted).toBe(false)
  vi.advanceTimersByTime(100)
  expect(limits.signal.reason).toMatchObject({ message: 'Request timed out' })

  limits = new CallLimits(10_000_000)
  vi.advanceTimersByTime(3_600_000)
  expect(limits.signal.aborted).toBe(true)
})

it('does not count the time in which a question is open, also if several are', async () => {
  const first = Promise.withResolvers<null>()
  const second = Promise.withResolvers<null>()
  const held = [limits.hold(() => first.promise), limits.hold(() => second.promise)]
  vi.advanceTimersByTime(10_000_000)
  first.resolve(null)
  await held[0]
  limits.heard()
  vi.advanceTimersByTime(10_000_000)
  expect(limits.signal.aborted).toBe(false)
  second.resolve(null)
  await held[1]
  vi.advanceTimersByTime(1_000)
  expect(limits.signal.aborted).toBe(true)
})
