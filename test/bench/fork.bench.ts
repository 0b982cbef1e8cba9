import { benchForks } from './bench-fork.ts'
import { printRows } from './bench-result.ts'
import { openRealEngine } from '../support/open-real-engine.ts'

const bench = await openRealEngine({})
printRows(await benchForks(bench.engine, bench.storage), process.argv.includes('--json'))
await bench.close()
