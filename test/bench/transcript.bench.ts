import { printRows } from './bench-result.ts'
import { benchTranscripts } from './bench-transcript.ts'

printRows(await benchTranscripts(), process.argv.includes('--json'))
