import { describeFigures, readSources, sourceFigures } from './figures.ts'
import { printResults } from './print-results.ts'
import { scriptArguments } from './script-arguments.ts'
import { runCheck } from './test-steps.ts'

const USAGE = `Runs types, lint, unit tests, import rules, unused code and format.

npm run check [-- --figures]   --figures: only prints numbers about the sources, their goals and whether they are reached`

const { flags } = scriptArguments(USAGE, { flags: ['figures'] })
if (flags.has('figures')) console.log(describeFigures(sourceFigures(readSources())))
else printResults(await runCheck())
