import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { z } from 'zod'

import { ratioText } from '../test/bench/bench-result.ts'
import {
  type ComparedRatio,
  compareRatios,
  type MeasuredRow,
  medianRatios,
  missedGoals,
  type Ratios,
} from '../test/bench/check-ratios.ts'
import { ROOT } from './project.ts'
import { runProgram } from './run-program.ts'

const BASELINE = join(ROOT, 'test/bench/baseline.json')
const RUNS = 3

const baselineSchema = z.record(z.string(), z.record(z.string(), z.number()))
const goalSchema = z.union([z.object({ under: z.number() }), z.object({ over: z.number() })])
const rowsSchema = z.array(
  z.object({
    what: z.string(),
    value: z.number(),
    unit: z.string(),
    ratio: z.number().optional(),
    goal: goalSchema.optional(),
  }),
)

/** The ratios to compare with, by the name of the benchmark. */
export function readBaseline(): Readonly<Record<string, Ratios>> {
  return baselineSchema.parse(JSON.parse(readFileSync(BASELINE, 'utf8')))
}

/**
 * Runs a benchmark and prints its ratios beside those of the baseline, up to three times while one of them is worse.
 * Goals that were missed are printed, and are no failure: absolute figures belong to their machine. False: the
 * benchmark failed, or a ratio was worse in every run.
 */
export async function checkBench(file: string, baseline: Ratios): Promise<boolean> {
  const runs: (readonly MeasuredRow[])[] = []
  let compared: readonly ComparedRatio[] = []
  do {
    const rows = await measured(file)
    if (rows === null) return false
    runs.push(rows)
    compared = compareRatios(runs, baseline)
  } while (compared.some(({ isRegression }) => isRegression) && runs.length < RUNS)
  for (const ratio of compared) console.log(lineOf(ratio))
  for (const what of missedGoals(runs)) console.log(`note   ${what}: goal missed`)
  return !compared.some(({ isRegression }) => isRegression)
}

/** Keeps the medians of three runs as the baseline of a benchmark. False: it failed. */
export async function recordBench(file: string, name: string): Promise<boolean> {
  const runs: (readonly MeasuredRow[])[] = []
  while (runs.length < RUNS) {
    const rows = await measured(file)
    if (rows === null) return false
    runs.push(rows)
  }
  const ratios = medianRatios(runs)
  console.log(ratios)
  const names = Object.keys(ratios)
  if (names.length > 0) writeFileSync(BASELINE, `${JSON.stringify({ ...readBaseline(), [name]: ratios }, null, 2)}\n`)
  return true
}

function lineOf({ what, before, now, isRegression }: ComparedRatio): string {
  const found = now === null ? 'not measured any more' : ratioText(now)
  return `${isRegression ? 'WORSE ' : 'ok    '} ${what}: ${found} (baseline ${ratioText(before)})`
}

/** The rows of one run; null: the benchmark failed. */
async function measured(file: string): Promise<readonly MeasuredRow[] | null> {
  let output = ''
  const code = await runProgram(process.execPath, [join(ROOT, file), '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    onOutput: (text) => (output += text),
  })
  return code === 0 ? rowsSchema.parse(JSON.parse(output)) : null
}
