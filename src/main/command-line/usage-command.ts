import type { Command } from 'commander'

import { shortAgentId } from '../../shared/ids.ts'
import { jsonText } from '../../shared/json-text.ts'
import { dollars, UNKNOWN_COST } from '../../shared/money.ts'
import { withThousands } from '../../shared/thinking-feedback.ts'
import { usageTableColumns } from '../../shared/usage-columns.ts'
import { usageCsv } from '../../shared/usage-csv.ts'
import {
  DIMENSION_LABELS,
  knownFigures,
  USAGE_DIMENSIONS,
  type UsageFigures,
  type UsageReport,
  usageRequestSchema,
  type UsageRow,
} from '../../shared/usage-report.ts'
import { machineTimeZone } from '../../shared/time-zone.ts'
import { usageCostText, usageNotes } from '../../shared/usage-text.ts'
import type { Engine } from '../core/engine.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { findAgent } from './find-agent.ts'
import { type Column, textTable } from './text-table.ts'

export interface UsageFlags {
  readonly by: string
  readonly from?: string
  readonly to?: string
  /** A unique prefix of an agent's id: only this agent and its descendants. */
  readonly agent?: string
  readonly json?: boolean
  readonly csv?: boolean
}

/** `ikigai usage`: prints sums of tokens and costs as a table, as JSON or as CSV. Days are those of this machine. */
export async function usageCommand(engine: Engine, flags: UsageFlags, output: Output): Promise<ExitCode> {
  const problem = flagProblem(flags)
  if (problem !== null) return failed(problem, EXIT.usage, output)
  const agent = flags.agent === undefined ? null : await findAgent(engine, flags.agent)
  if (agent?.ok === false) return failed(agent.error.message, EXIT.usage, output)
  const { name: timeZone, note } = machineTimeZone(new Date().getTimezoneOffset())
  if (note !== null) output.error(`${note}\n`)
  const request = usageRequestSchema.safeParse({
    by: flags.by,
    from: flags.from,
    to: flags.to,
    agent: agent?.value.id,
    timeZone,
  })
  if (!request.success) return failed('--from and --to: give days such as 2026-11-20.', EXIT.usage, output)
  const report = await engine.usage.query(request.data)
  if (!report.ok) return failed(report.error.message, EXIT.turnFailed, output)
  print(report.value, flags, output)
  return EXIT.done
}

function flagProblem({ by, json, csv }: UsageFlags): string | null {
  const dimensions: readonly string[] = USAGE_DIMENSIONS
  if (!dimensions.includes(by)) return `--by ${by}: give one of ${dimensions.join(', ')}.`
  return json === true && csv === true ? '--json and --csv cannot be combined. Use one of them.' : null
}

function failed(message: string, code: ExitCode, output: Output): ExitCode {
  output.error(`${message}\n`)
  return code
}

function print(report: UsageReport, { json = false, csv = false }: UsageFlags, output: Output): void {
  if (json) {
    const { rows, totals } = report
    const known = { ...report, rows: rows.map(knownFigures), totals: knownFigures(totals) }
    return output.out(`${jsonText(known)}\n`)
  }
  if (csv) return output.out(usageCsv(report))
  if (report.rows.length === 0) return output.error('No responses in this period.\n')
  for (const line of usageTable(report)) output.out(`${line}\n`)
  for (const note of usageNotes(report.totals)) output.error(`${note}\n`)
}

/** Returns the lines of the table, the last one with the totals. */
function usageTable({ by, rows, totals }: UsageReport): readonly string[] {
  const shown = usageTableColumns(by)
  const figures = shown.map(({ heading }): Column => ({ heading, align: 'right' }))
  const columns: readonly Column[] = [{ heading: DIMENSION_LABELS[by], align: 'left' }, ...figures]
  const cells = rows.map((row) => [labelOf(by, row), ...cellsOf(shown, row)])
  return textTable(columns, [...cells, ['Total', ...cellsOf(shown, totals)]])
}

function labelOf(by: UsageReport['by'], { key, label }: UsageRow): string {
  const id = shortAgentId(key)
  return by === 'agent' && label !== id ? `${id}  ${label}` : label
}

function cellsOf(columns: ReturnType<typeof usageTableColumns>, row: UsageFigures): readonly string[] {
  return columns.map(({ unit, value }) => {
    const known = value(row)
    if (unit === 'usd') return usageCostText(row)
    if (unit === 'share') return known === null ? '–' : `${Math.round(known * 100)} %`
    if (unit === 'dollars') return known === null ? UNKNOWN_COST : dollars(known)
    return known === null ? 'unknown' : withThousands(known)
  })
}

/** Adds `ikigai usage`. */
export function registerUsage(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('usage')
    .description('show what was used and what it cost')
    .option(
      '--by <what>',
      'day, model, provider, agent, purpose, pool, folder or cause (why input did not come from the cache)',
      'day',
    )
    .option('--from <day>', 'the first day, as 2026-11-20')
    .option('--to <day>', 'the last day')
    .option('--agent <uuid>', 'only this agent and its descendants, by a unique prefix of its id')
    .option('--json', 'everything as one line of JSON')
    .option('--csv', 'a table for a spreadsheet')
    .action((flags: UsageFlags) => withEngine((engine) => usageCommand(engine, flags, output)))
}
