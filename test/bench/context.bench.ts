import { openRealEngine } from '../support/open-real-engine.ts'
import { benchContexts } from './bench-context.ts'
import { printRows } from './bench-result.ts'

/** `BENCH_EVENTS=10,1000` measures other lengths; a million takes some minutes to write. */
const lengths = (process.env['BENCH_EVENTS'] ?? '10,1000,10000,100000,1000000').split(',').map(Number)

const bench = await openRealEngine({})
printRows(await benchContexts(bench.engine, bench.storage, lengths), process.argv.includes('--json'))
await bench.close()
