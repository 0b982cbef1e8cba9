import { printRows } from './bench-result.ts'
import { benchTransports } from './bench-transports.ts'

printRows(await benchTransports(), process.argv.includes('--json'))
