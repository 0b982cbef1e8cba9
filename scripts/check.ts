import { printResults } from './print-results.ts'
import { runCheck } from './test-steps.ts'

printResults(await runCheck())
