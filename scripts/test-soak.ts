import { buildIfNeeded } from './build-app.ts'
import { runTool } from './run-program.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Runs long tests and tests with intentional damage: kills, full disks, faults at every byte. The sizes are small by
default and set by environment variables (docs/soak.md).

npm run test:soak [-- TEXT…]   TEXT: only the files with it in their names`

const { positionals } = scriptArguments(USAGE, { positionals: Infinity })
const built = await buildIfNeeded()
process.exitCode =
  built === 0 ? await runTool('vitest', ['run', '--project', 'soak', '--reporter=verbose', ...positionals]) : built
