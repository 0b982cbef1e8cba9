import type { Command } from 'commander'

import { csvLine } from '../../shared/csv.ts'
import { jsonText } from '../../shared/json-text.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { Engine } from '../core/engine.ts'
import type { SqlPage } from '../core/ports/sql-ports.ts'
import type { Output } from '../process-output.ts'
import type { CommandContext } from './command-context.ts'
import { EXIT, type ExitCode } from './exit-code.ts'
import { textTable } from './text-table.ts'

export interface SqlFlags {
  readonly json?: boolean
  readonly csv?: boolean
}

/** A table needs all its rows before the first line can be printed. */
const MAX_TABLE_ROWS = 1_000

/** `ikigai sql QUERY`: prints the rows of a query as a table, as one JSON object per line, or as CSV. */
export async function sqlCommand(
  engine: Engine,
  query: string,
  { json = false, csv = false }: SqlFlags,
  output: Output,
): Promise<ExitCode> {
  if (json && csv) return failed('--json and --csv cannot be combined. Use one of them.', output)
  const rows: (readonly JsonValue[])[] = []
  let columns: readonly string[] | null = null
  for await (const page of engine.local.sql(query)) {
    if (!page.ok) return failed(page.error.message, output)
    if (csv && columns === null) output.out(csvLine(page.value.columns))
    columns = page.value.columns
    if (json || csv) printLines(page.value, json, output)
    else rows.push(...page.value.rows)
    if (rows.length > MAX_TABLE_ROWS) break
  }
  if (!json && !csv) printTable({ columns: columns ?? [], rows }, output)
  return EXIT.done
}

function failed(message: string, output: Output): ExitCode {
  output.error(`${message}\n`)
  return EXIT.usage
}

function printLines({ columns, rows }: SqlPage, json: boolean, output: Output): void {
  for (const row of rows) {
    const entries = columns.map((name, index) => [name, row[index] ?? null] as const)
    output.out(json ? `${jsonText(Object.fromEntries(entries))}\n` : csvLine(row.map(cell)))
  }
}

function printTable({ columns, rows }: SqlPage, output: Output): void {
  const shown = rows.slice(0, MAX_TABLE_ROWS)
  const isNumeric = (index: number): boolean => shown.some((row) => typeof row[index] === 'number')
  const headings = columns.map((heading, index) => ({ heading, align: isNumeric(index) ? 'right' : 'left' }) as const)
  for (const line of textTable(
    headings,
    shown.map((row) => row.map(cell)),
  ))
    output.out(`${line}\n`)
  if (rows.length > MAX_TABLE_ROWS) output.error(`Only the first ${MAX_TABLE_ROWS} rows: --csv or --json prints all.\n`)
}

function cell(value: JsonValue): string {
  if (value === null) return ''
  return typeof value === 'object' ? jsonText(value) : String(value)
}

/** Adds `ikigai sql`. */
export function registerSql(program: Command, { output, withEngine }: CommandContext): void {
  program
    .command('sql')
    .description('query the log in SQL, read-only (docs/sql.md)')
    .argument('<query>', 'one SELECT')
    .option('--json', 'one row per line')
    .option('--csv', 'a table for a spreadsheet')
    .action((query: string, flags: SqlFlags) => withEngine((engine) => sqlCommand(engine, query, flags, output)))
}
