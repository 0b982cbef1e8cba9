import { benchNextRequests } from './bench-next-request.ts'
import { printRows } from './bench-result.ts'
import { benchTranscripts } from './bench-transcript.ts'

printRows([...(await benchTranscripts()), ...(await benchNextRequests())], process.argv.includes('--json'))
