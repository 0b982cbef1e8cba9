import { printResults } from './print-results.ts'
import { scriptArguments } from './script-arguments.ts'
import { runCheck } from './test-steps.ts'

scriptArguments('npm run check   types, lint, unit tests, import rules, unused code and format')
printResults(await runCheck())
