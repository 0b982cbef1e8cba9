import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { runSingleTurn, fastClock, MODEL_BY_API } from '../support/run-single-turn.ts'
import { openHandles, openResources, type OpenResources } from '../support/open-resources.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { ALL_FAULTS, type Fault } from '../support/provider-simulator/faults.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { WIRE_FORMATS } from '../support/provider-simulator/wire-format.ts'

const TEXT = 'Grüße, 日本! And some more text to have several deltas.'

/**
 * What the format's own tests say of categories is not said again: here it is that a turn ends once, and in the log.
 */
const FAULTS: readonly Fault[] = [
  { type: 'error_mid_stream', afterEvents: 5 },
  { type: 'end_before_terminal' },
  { type: 'end_after', events: 4 },
  { type: 'half_event', event: 6 },
  { type: 'pings_and_comments' },
  { type: 'missing_block_stop' },
  { type: 'missing_usage' },
  { type: 'unknown_event' },
  { type: 'unknown_block' },
  { type: 'unknown_finish_reason' },
  { type: 'duplicate_event', event: 5 },
  { type: 'swap_events', event: 5 },
  { type: 'malformed_json', event: 4 },
  { type: 'replace_text', text: 'a lone \ud83d, a \u0000 and the \u202e other way' },
  { type: 'second_start', afterEvents: 5 },
  { type: 'socket_reset', afterEvents: 5 },
  { type: 'truncate', atByte: 700 },
  { type: 'trickle', afterEvents: 4, bytes: 60, pauseMs: 1 },
  { type: 'slices', bytes: 1 },
  { type: 'one_write' },
  { type: 'split_utf8' },
  { type: 'split_crlf' },
  { type: 'line_ends_crlf' },
  { type: 'invalid_utf8' },
  { type: 'gzip' },
  { type: 'content_type', value: 'application/json' },
  { type: 'html_page' },
  { type: 'html_page', status: 200 },
  { type: 'redirect' },
  { type: 'empty_body' },
]

/** Silence is the watchdog's business: minutes long in the app, tested where it can be made short. */
const SILENCES = new Set(['stall', 'stall_before_headers'])

let simulator: Simulator
let real: RealEngine
let before: OpenResources

beforeAll(async () => {
  simulator = await startSimulator()
  real = await openRealEngine(simulator.environment(), { clock: fastClock })
  // The Anthropic SDK prints what it can't parse.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  before = openResources()
})

afterAll(async () => {
  vi.restoreAllMocks()
  await real.close()
  await simulator.close()
})

describe.each(WIRE_FORMATS)('a faulty stream of %s, through the whole engine', (wire) => {
  it.each(FAULTS.map((fault) => [nameOf(fault), fault] as const))(
    'ends once, and the log has it: %s',
    async (_name, fault) => {
      simulator.answerWith(() => ({
        type: 'script',
        blocks: [{ type: 'text', text: TEXT }],
        chunkSize: 8,
        faults: [fault],
      }))
      const asked = await runSingleTurn(real, MODEL_BY_API[wire])
      const { kinds, category, recorded, streamed, endings } = asked
      expect({ kinds, endings, hasCategory: category !== null, isWhole: recorded === streamed }).toEqual({
        kinds: expect.toSatisfy(endsOnce),
        // The response is done; that its end is not known to be good is the error of the turn.
        endings: fault.type === 'unknown_finish_reason' ? 2 : 1,
        hasCategory: kinds.includes('error'),
        isWhole: true,
      })
      expect(category).not.toBe('STORAGE')
    },
  )
})

// The database's connections have a timer each, and open as they are needed.
it('has left no socket and no timer behind', async () => {
  expect(await openHandles(simulator, before, { Timeout: 8 })).toEqual([])
})

it('tries every fault but silence', () => {
  const tried = new Set<string>(FAULTS.map(({ type }) => type))
  expect(ALL_FAULTS.filter((type) => !tried.has(type) && !SILENCES.has(type))).toEqual([])
})

function endsOnce(kinds: readonly string[]): boolean {
  const endings = [['assistant'], ['assistant', 'error'], ['error'], ['interrupted', 'error']]
  return endings.some((ending) => ending.join() === kinds.join())
}

function nameOf(fault: Fault): string {
  return fault.type === 'replace_text' ? `replace_text, ${fault.text.length} characters` : JSON.stringify(fault)
}
