import type { Command } from 'commander'

import { jsonText } from '../../shared/json-text.ts'
import { dollars } from '../../shared/money.ts'
import { STANDING_KINDS, type StandingKind, type StandingRow } from '../../shared/standing.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext, JsonFlag } from './command-context.ts'
import { EXIT, type ExitCode, failed } from './exit-code.ts'
import { type Column, textTable } from './text-table.ts'

interface StandingFlags extends JsonFlag {
  readonly by?: string
}

/** `ikigai standing`: which model wins at which kind of work. */
async function standingCommand(engine: Engine, { json = false, by }: StandingFlags, output: Output): Promise<ExitCode> {
  const kind = STANDING_KINDS.find((each) => each === by)
  if (by !== undefined && kind === undefined) {
    output.error(`--by ${by}: give ${STANDING_KINDS.join(', ')}.\n`)
    return EXIT.usage
  }
  const read = await engine.usage.standing()
  if (!read.ok) return failed(read, output)
  const rows = read.value.filter((row) => kind === undefined || row.kind === kind)
  if (json) output.out(`${jsonText(rows)}\n`)
  else if (rows.length === 0) output.error(`${NONE}\n`)
  else for (const line of textTable(COLUMNS, rows.map(cells))) output.out(`${line}\n`)
  return EXIT.done
}

const NONE =
  'No model has five cases yet. Votes, verdicts of judges, adoptions, races and checked cases of evaluations count, at each kind of work.'

const LABELS: Readonly<Record<StandingKind, string>> = {
  all: 'all work',
  source: 'decided by',
  folder: 'folder',
  file_type: 'files',
  tools: 'tools',
  length: 'length',
}

const COLUMNS: readonly Column[] = [
  { heading: 'Work', align: 'left' },
  { heading: 'Model', align: 'left' },
  { heading: 'Won', align: 'right' },
  { heading: 'Rate', align: 'right' },
  { heading: 'Interval', align: 'right' },
  { heading: 'Mean cost', align: 'right' },
  { heading: 'Median time', align: 'right' },
]

function cells(row: StandingRow): readonly string[] {
  const { kind, value, model, thinkingLevel, cases, won, rate, low, high, meanCostUsd, medianResponseMs } = row
  return [
    kind === 'all' ? LABELS.all : `${LABELS[kind]}: ${value}`,
    thinkingLevel === '' ? model : `${model}/${thinkingLevel}`,
    `${won}/${cases}`,
    percent(rate),
    `${percent(low)} to ${percent(high)}`,
    meanCostUsd === null ? '–' : dollars(meanCostUsd),
    medianResponseMs === null ? '–' : `${(medianResponseMs / 1_000).toFixed(1)} s`,
  ]
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(1)} %`
}

/** Adds `ikigai standing`. */
export function registerStanding(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('standing')
    .description('which model wins at which kind of work, from your votes, adoptions, races and evaluations')
    .option('--by <kind>', `only one kind of work: ${STANDING_KINDS.join(', ')}`)
    .option('--json', 'one list of objects')
    .action((flags: StandingFlags) => withEngine((engine) => standingCommand(engine, flags, output)))
}
