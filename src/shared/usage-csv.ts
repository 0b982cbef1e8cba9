import { cachedShare, type UsageFigures, type UsageReport } from './usage-report.ts'

const COLUMNS = [
  'responses',
  'unreported_responses',
  'input_tokens',
  'cached_tokens',
  'cache_write_tokens',
  'output_tokens',
  'thinking_tokens',
  'cached_share',
  'cost_usd',
  'unpriced_responses',
  'partial_responses',
]

/** Returns the rows of a report as CSV (RFC 4180) with a header, without the totals. An unknown cost is empty. */
export function usageCsv({ by, rows }: UsageReport): string {
  const lines = [[by, 'label', ...COLUMNS], ...rows.map((row) => [text(row.key), text(row.label), ...figures(row)])]
  return lines.map((fields) => `${fields.join(',')}\r\n`).join('')
}

function figures(row: UsageFigures): readonly (string | number)[] {
  const { usd, unpriced, partial } = row.cost
  const share = cachedShare(row)
  return [
    row.responses,
    row.unreported,
    row.input,
    row.cached,
    row.cacheWrites,
    row.output,
    row.thinking,
    share === null ? '' : share.toFixed(4),
    usd === 0 && unpriced + partial > 0 ? '' : usd,
    unpriced,
    partial,
  ]
}

/** A leading `=`, `+`, `-` or `@` would make a spreadsheet calculate the name of an agent: an apostrophe prevents it. */
function text(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
