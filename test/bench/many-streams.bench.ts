import { openRealEngine } from '../support/open-real-engine.ts'
import { benchManyStreams } from './bench-many-streams.ts'
import { printRows } from './bench-result.ts'
import { startPacedSimulator } from './paced-simulator.ts'

const SECONDS = Number(process.env['IKIGAI_BENCH_SECONDS'] ?? 10)
/** Tokens per second of each stream. */
const RATE = 100

const simulator = await startPacedSimulator(SECONDS, RATE)
const bench = await openRealEngine(simulator.environment)
// For the cost of the flight recorder: the same run with and without it.
if (process.env['IKIGAI_BENCH_RECORDER'] === 'on') await bench.engine.recorder.set({ isOn: true })
const stream = { rate: RATE, characters: SECONDS * RATE * 4 }
printRows(await benchManyStreams(bench.engine, simulator.url, stream), process.argv.includes('--json'))
await bench.close()
simulator.close()
