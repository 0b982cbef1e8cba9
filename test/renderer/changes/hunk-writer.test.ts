import { expect, it } from 'vitest'

import { hunkWriter } from '../../../src/renderer/changes/hunk-writer.ts'
import { NO_COST } from '../../../src/shared/cost-sum.ts'

const HUNK = { oldStart: 4, oldLines: 1, newStart: 4, newLines: 3, lines: [' a', '+b', '+c'] }
const range = (start: number, end: number, eventId: number) => ({
  start,
  end,
  eventId,
  agentId: `agent ${eventId}`,
  model: null,
  prompt: null,
  merged: [],
  cost: NO_COST,
})

it('names the change that brought most of the added lines', () => {
  const of = (ranges: Parameters<typeof hunkWriter>[2]) => {
    const writer = hunkWriter(HUNK, {}, ranges)
    return writer.type === 'call' ? writer.lines.agentId : writer.type
  }
  expect(of([range(1, 5, 1), range(6, 9, 2)])).toBe('agent 1')
  expect(of([range(1, 4, 1), range(5, 6, 2)])).toBe('agent 2')
  expect(of([range(1, 4, 1)])).toBe('agent')
  expect(of(null)).toBe('agent')
})

it.each([
  [{ outside: true as const }, null, 'outside'],
  [{ unsure: true as const }, null, 'unsure'],
  [{ unsure: true as const }, [], 'unsure'],
  // Nobody is known for the lines of a file that others changed too.
  [{ alsoOutside: true as const }, [], 'outside'],
  [{ alsoOutside: true as const }, null, 'agent'],
])('never gives lines to an agent that may not have written them: %j', (file, ranges, type) => {
  expect(hunkWriter(HUNK, file, ranges).type).toBe(type)
})
