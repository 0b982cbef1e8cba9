import { join } from 'node:path'

import { buildIfNeeded } from './build-app.ts'
import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'

/**
 * Measures the built window in a browser. `npm run bench:window -- opening --json` runs one part; the others are
 * `streaming`, `glass`, `panes`, `pictures`, `tree` and `first-minute`. `--profile=FILE` saves a CPU profile of the streaming.
 */
const built = await buildIfNeeded()
const bench = join(ROOT, 'test', 'bench', 'window', 'window.ts')
process.exitCode = built === 0 ? await runProgram(process.execPath, [bench, ...process.argv.slice(2)]) : built
