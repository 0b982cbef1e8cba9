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
const goalSchema = z.union([
  z.object({ under: z.number() }),
  z.object({ atMost: z.number() }),
  z.object({ over: z.number() }),
])
const rowsSchema = z.array(
  z.object({
    what: z.string(),
    value: z.number(),
    unit: z.string(),
    ratio: z.number().optional(),
    goal: goalSchema.optional(),
  }),
)

/** A benchmark that prints its rows as JSON with `--json`. */
export interface Benchmark {
  /** By which its ratios are kept in the baseline. */
  readonly name: string
  /** The program and its arguments. */
  readonly command: readonly string[]
}

/**
 * Runs a benchmark with these options. `--check` compares its ratios with the baseline instead, `--record` keeps those
 * of three runs there. False: it failed, or a ratio is worse.
 */
export async function runBench(benchmark: Benchmark, options: readonly string[]): Promise<boolean> {
  if (options.includes('--check')) return checkBench(benchmark)
  if (options.includes('--record')) return recordBench(benchmark)
  return (await runProgram(process.execPath, [...benchmark.command, ...options])) === 0
}

/** The ratios to compare with, by the name of the benchmark. */
export function readBaseline(): Readonly<Record<string, Ratios>> {
  return baselineSchema.parse(JSON.parse(readFileSync(BASELINE, 'utf8')))
}

/**
 * Runs a benchmark and prints its ratios beside those of the baseline, up to three times while one of them is worse.
 * Goals that were missed are printed, and are no failure: absolute figures belong to their machine. False: the
 * benchmark failed, a ratio was worse in every run, or there is nothing to compare with.
 */
async function checkBench({ name, command }: Benchmark): Promise<boolean> {
  const baseline = readBaseline()[name]
  if (baseline === undefined) {
    console.error(`No ratios of ${name} are kept. Run the benchmark with --record first.`)
    return false
  }
  const runs: (readonly MeasuredRow[])[] = []
  let compared: readonly ComparedRatio[] = []
  do {
    const rows = await measured(command)
    if (rows === null) return false
    runs.push(rows)
    compared = compareRatios(runs, baseline)
  } while (compared.some(({ isRegression }) => isRegression) && runs.length < RUNS)
  for (const ratio of compared) console.log(lineOf(ratio))
  for (const what of missedGoals(runs)) console.log(`note   ${what}: goal missed`)
  return !compared.some(({ isRegression }) => isRegression)
}

/** Keeps the medians of three runs as the baseline of a benchmark. False: it failed. */
async function recordBench({ name, command }: Benchmark): Promise<boolean> {
  const runs: (readonly MeasuredRow[])[] = []
  while (runs.length < RUNS) {
    const rows = await measured(command)
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
async function measured(command: readonly string[]): Promise<readonly MeasuredRow[] | null> {
  let output = ''
  const code = await runProgram(process.execPath, [...command, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    onOutput: (text) => (output += text),
  })
  return code === 0 ? rowsSchema.parse(JSON.parse(output)) : null
}
