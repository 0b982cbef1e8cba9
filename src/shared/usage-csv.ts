import { csvLine } from './csv.ts'
import { CSV_COLUMNS } from './usage-columns.ts'
import type { UsageFigures, UsageReport } from './usage-report.ts'

/** Returns the rows of a report as CSV (RFC 4180) with a header, without the totals. What is not known is empty. */
export function usageCsv({ by, rows }: UsageReport): string {
  const header = [by, 'label', ...CSV_COLUMNS.map(({ csv }) => csv)]
  return [header, ...rows.map((row) => [row.key, row.label, ...cellsOf(row)])].map(csvLine).join('')
}

function cellsOf(row: UsageFigures): readonly (string | number)[] {
  return CSV_COLUMNS.map(({ unit, value }) => {
    const known = value(row)
    if (known === null) return ''
    return unit === 'share' ? known.toFixed(4) : known
  })
}
