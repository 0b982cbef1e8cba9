import { benchForks } from './bench-fork.ts'
import { printRows } from './bench-result.ts'
import { openBenchEngine } from './open-bench-engine.ts'

const bench = await openBenchEngine({})
printRows(await benchForks(bench.engine, bench.storage), process.argv.includes('--json'))
await bench.close()
