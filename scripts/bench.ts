import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { compareRatios } from '../test/bench/check-ratios.ts'
import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'

/**
 * Runs every benchmark, one at a time so that they do not affect each other. `npm run bench -- fork --json` runs one.
 * `--check` compares the ratios with test/bench/baseline.json instead, and fails if one is more than 20 % worse.
 */
const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'))
const wanted = process.argv.slice(2).find((argument) => !argument.startsWith('--')) ?? ''
const isCheck = options.includes('--check')
const baselineSchema = z.record(z.string(), z.number())
const rowsSchema = z.array(
  z.object({ what: z.string(), value: z.number(), unit: z.string(), ratio: z.number().optional() }),
)
const baseline = isCheck ? baselineSchema.parse(readJson(join(ROOT, 'test/bench/baseline.json'))) : {}

for (const file of globSync('test/bench/*.bench.ts', { cwd: ROOT }).toSorted()) {
  if (!file.includes(wanted)) continue
  console.log(`\n${file}`)
  const isOk = isCheck ? await check(file) : (await runProgram(process.execPath, [join(ROOT, file), ...options])) === 0
  if (!isOk) process.exitCode = 1
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** Runs a benchmark and prints its ratios; false: it failed, or one of them is a regression. */
async function check(file: string): Promise<boolean> {
  let output = ''
  const code = await runProgram(process.execPath, [join(ROOT, file), '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    onOutput: (text) => (output += text),
  })
  if (code !== 0) return false
  const ratios = compareRatios(rowsSchema.parse(JSON.parse(output)), baseline)
  for (const { what, before, now, isRegression } of ratios) {
    console.log(`${isRegression ? 'WORSE' : 'ok   '} ${what}: ${now.toFixed(2)} (baseline ${before.toFixed(2)})`)
  }
  if (ratios.length === 0) console.log('no ratio of the baseline')
  return !ratios.some(({ isRegression }) => isRegression)
}
