import { join } from 'node:path'

import { buildIfNeeded } from './build-app.ts'
import { readBaseline, runBench } from './check-bench.ts'
import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'

/**
 * Measures the built window in a browser. `npm run bench:window -- opening --json` runs one part; the others are
 * `streaming`, `glass`, `panes`, `pictures`, `tree`, `first-minute`, `start`, `footprint`, `packets` and `size`.
 * `--profile=FILE` saves a CPU profile of the streaming.
 * `--check` and `--record` do the same as in `npm run bench`, with the named parts, else with those of the baseline.
 */
const PROGRAM = join(ROOT, 'test', 'bench', 'window', 'window.ts')
/** Before the name of a part in the baseline. */
const WINDOW = 'window '

const given = process.argv.slice(2)
const options = given.filter((argument) => argument.startsWith('--'))
const named = given.filter((argument) => !argument.startsWith('--'))
const built = await buildIfNeeded()
if (built !== 0) process.exitCode = built
else if (options.includes('--check') || options.includes('--record')) await compareParts()
else process.exitCode = await runProgram(process.execPath, [PROGRAM, ...given])

async function compareParts(): Promise<void> {
  const kept = Object.keys(readBaseline()).filter((name) => name.startsWith(WINDOW))
  for (const name of named.length > 0 ? named.map((part) => WINDOW + part) : kept) {
    console.log(`\n${name}`)
    const command = [PROGRAM, name.slice(WINDOW.length)]
    if (!(await runBench({ name, command }, options))) process.exitCode = 1
  }
}
