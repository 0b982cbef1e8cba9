import { expect, it } from 'vitest'

import { createDelayedWrites } from '../../../src/renderer/store/delayed-writes.ts'
import { manualFrames } from '../support/manual-frames.ts'

it('writes the newest value of each key once it has rested', () => {
  const delays = manualFrames()
  const written: unknown[] = []
  const writes = createDelayedWrites<string>((key, value) => written.push([key, value]), delays.schedule)
  writes.put('a', 'one')
  writes.put('b', 'two')
  writes.put('a', 'three')
  expect(written).toEqual([])
  delays.next()
  expect(written).toEqual([
    ['b', 'two'],
    ['a', 'three'],
  ])
})

it('writes what waits at once when asked, and not again later', () => {
  const delays = manualFrames()
  const written: unknown[] = []
  const writes = createDelayedWrites<string>((key, value) => written.push([key, value]), delays.schedule)
  writes.put('a', 'one')
  writes.flush()
  delays.next()
  expect(written).toEqual([['a', 'one']])
})
