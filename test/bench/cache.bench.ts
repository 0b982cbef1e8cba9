import { benchCache } from './bench-cache.ts'
import { isReached, printRows } from './bench-result.ts'

const rows = await benchCache()
printRows(rows, process.argv.includes('--json'))
if (rows.some((row) => /^(all|price)/.test(row.what) && isReached(row) === false)) process.exitCode = 1
