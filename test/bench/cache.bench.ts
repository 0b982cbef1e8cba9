import { benchCache } from './bench-cache.ts'
import { printRows } from './bench-result.ts'

const rows = await benchCache()
printRows(rows, process.argv.includes('--json'))
if (rows.some(({ what, value, goal }) => what.startsWith('all') && goal !== undefined && value < 70))
  process.exitCode = 1
