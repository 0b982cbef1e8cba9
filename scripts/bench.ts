import { globSync } from 'node:fs'
import { basename, join } from 'node:path'

import { readBaseline, runBench } from './check-bench.ts'
import { ROOT } from './project.ts'
import { scriptArguments } from './script-arguments.ts'

const USAGE = `Runs every benchmark, one at a time so that they do not affect each other.

npm run bench [-- TEXT] [--json]    TEXT: only those with it in their names
npm run bench -- [TEXT] --check     compares the ratios with test/bench/baseline.json, and fails if one is over 20 % worse
npm run bench -- [TEXT] --record    keeps the ratios of three runs there`

const { flags, positionals } = scriptArguments(USAGE, { flags: ['json', 'check', 'record'], positionals: 1 })
const options = [...flags].map((flag) => `--${flag}`)
const [wanted = ''] = positionals
const baseline = readBaseline()

for (const file of globSync('test/bench/*.bench.ts', { cwd: ROOT }).toSorted()) {
  const name = basename(file, '.bench.ts')
  if (!file.includes(wanted) || (options.includes('--check') && baseline[name] === undefined)) continue
  console.log(`\n${file}`)
  if (!(await runBench({ name, command: [join(ROOT, file)] }, options))) process.exitCode = 1
}
