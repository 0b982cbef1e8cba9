import { openRealEngine } from '../support/open-real-engine.ts'
import { benchFlight } from './bench-flight.ts'
import { printRows } from './bench-result.ts'
import { startPacedSimulator } from './paced-simulator.ts'

const SECONDS = Number(process.env['IKIGAI_BENCH_SECONDS'] ?? 10)
/** Tokens per second of each stream. */
const RATE = 100

const simulator = await startPacedSimulator(SECONDS, RATE)
const bench = await openRealEngine(simulator.environment)
printRows(await benchFlight(bench.engine), process.argv.includes('--json'))
await bench.close()
simulator.close()
