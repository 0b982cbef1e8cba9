import { fork } from 'node:child_process'
import { once } from 'node:events'

import { z } from 'zod'

import { openRealEngine } from '../support/open-real-engine.ts'
import { benchManyStreams } from './bench-many-streams.ts'
import { printRows } from './bench-result.ts'

const SECONDS = Number(process.env['IKIGAI_BENCH_SECONDS'] ?? 10)
/** Tokens per second of each stream, of four characters each; they come in pairs. */
const RATE = 100
const told = z.object({ environment: z.record(z.string(), z.string()), url: z.string() })

const child = fork(new URL('simulator-process.ts', import.meta.url), [String((SECONDS * RATE) / 2), String(RATE)])
const [message]: unknown[] = await once(child, 'message')
const { environment, url } = told.parse(message)
const bench = await openRealEngine(environment)
// For the cost of the flight recorder: the same run with and without it.
if (process.env['IKIGAI_BENCH_RECORDER'] === 'on') await bench.engine.recorder.set({ isOn: true })
const stream = { rate: RATE, characters: SECONDS * RATE * 4 }
printRows(await benchManyStreams(bench.engine, url, stream), process.argv.includes('--json'))
await bench.close()
child.disconnect()
