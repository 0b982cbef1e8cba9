import { csvLine } from './csv.ts'
import { cachedShare, isReported, type UsageFigures, type UsageReport } from './usage-report.ts'

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

/** Returns the rows of a report as CSV (RFC 4180) with a header, without the totals. What is not known is empty. */
export function usageCsv({ by, rows }: UsageReport): string {
  const lines = [[by, 'label', ...COLUMNS], ...rows.map((row) => [row.key, row.label, ...figures(row)])]
  return lines.map(csvLine).join('')
}

function figures(row: UsageFigures): readonly (string | number)[] {
  const { usd, unpriced, partial } = row.cost
  const share = cachedShare(row)
  const isKnown = isReported(row) || row.responses === 0
  return [
    row.responses,
    row.unreported,
    ...[row.input, row.cached, row.cacheWrites, row.output, row.thinking].map((count) => (isKnown ? count : '')),
    share === null ? '' : share.toFixed(4),
    usd === 0 && unpriced + partial > 0 ? '' : usd,
    unpriced,
    partial,
  ]
}
