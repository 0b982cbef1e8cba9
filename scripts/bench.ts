import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

import { readBaseline, runBench } from './check-bench.ts'
import { ROOT } from './project.ts'

/**
 * Runs every benchmark, one at a time so that they do not affect each other. `npm run bench -- fork --json` runs one.
 * `--check` compares the ratios with test/bench/baseline.json instead, and fails if one is more than 20 % worse;
 * `--record` keeps the ratios of three runs there.
 */
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const wanted = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? ''
const baseline = readBaseline()

for (const file of globSync('test/bench/*.bench.ts', { cwd: ROOT }).toSorted()) {
  const name = basename(file, '.bench.ts')
  if (!file.includes(wanted) || (options.includes('--check') && baseline[name] === undefined)) continue
  console.log(`\n${file}`)
  if (!(await runBench({ name, command: [join(ROOT, file)] }, options))) process.exitCode = 1
}
