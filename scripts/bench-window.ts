import { join } from 'node:path'

import { buildIfNeeded } from './build-app.ts'
import { readBaseline, runBench } from './check-bench.ts'
import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Measures the built window in a browser.

npm run bench:window [-- PART…] [--json] [--profile=FILE]   --profile: saves a CPU profile of the streaming
npm run bench:window -- [PART…] --check|--record            as in npm run bench; without PART those of the baseline

PART: opening, streaming, glass, panes, pictures, tree, map, first-minute, start, footprint, packets, size`

const PROGRAM = join(ROOT, 'test', 'bench', 'window', 'window.ts')
/** Before the name of a part in the baseline. */
const WINDOW = 'window '

const given = scriptArguments(USAGE, {
  flags: ['json', 'check', 'record'],
  values: ['profile'],
  positionals: Infinity,
})
const named = given.positionals
const options = [
  ...[...given.flags].map((flag) => `--${flag}`),
  ...[...given.values].map(([name, value]) => `--${name}=${value}`),
]
const built = await buildIfNeeded()
if (built !== 0) process.exitCode = built
else if (options.includes('--check') || options.includes('--record')) await compareParts()
else process.exitCode = await runProgram(process.execPath, [PROGRAM, ...named, ...options])

async function compareParts(): Promise<void> {
  const kept = Object.keys(readBaseline()).filter((name) => name.startsWith(WINDOW))
  for (const name of named.length > 0 ? named.map((part) => WINDOW + part) : kept) {
    console.log(`\n${name}`)
    const command = [PROGRAM, name.slice(WINDOW.length)]
    if (!(await runBench({ name, command }, options))) process.exitCode = 1
  }
}
