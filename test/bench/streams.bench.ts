import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { printRows } from './bench-result.ts'
import { benchStreams } from './bench-streams.ts'
import { openRealEngine } from '../support/open-real-engine.ts'

// Figures of one run belong together: compare ratios, not the absolute numbers of two machines.
const simulator = await startSimulator({ strict: false })
const bench = await openRealEngine(simulator.environment())
printRows(await benchStreams(bench.engine, simulator), process.argv.includes('--json'))
await bench.close()
await simulator.close()
