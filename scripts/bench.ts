import { globSync } from 'node:fs'
import { join } from 'node:path'

import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'

/**
 * Runs every benchmark, one at a time so that they do not affect each other. `npm run bench -- fork --json` runs one.
 */
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const wanted = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? ''
for (const file of globSync('test/bench/*.bench.ts', { cwd: ROOT }).toSorted()) {
  if (!file.includes(wanted)) continue
  console.log(`\n${file}`)
  const code = await runProgram(process.execPath, [join(ROOT, file), ...options])
  if (code !== 0) process.exitCode = code
}
