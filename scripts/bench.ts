import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

import { checkBench, readBaseline, recordBench } from './check-bench.ts'
import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'

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
  const ratios = baseline[name]
  if (!file.includes(wanted) || (options.includes('--check') && ratios === undefined)) continue
  console.log(`\n${file}`)
  if (!(await run(file, name))) process.exitCode = 1
}

/** False: the benchmark failed, or one of its ratios is a regression. */
async function run(file: string, name: string): Promise<boolean> {
  if (options.includes('--check')) return checkBench(file, baseline[name] ?? {})
  if (options.includes('--record')) return recordBench(file, name)
  return (await runProgram(process.execPath, [join(ROOT, file), ...options])) === 0
}
