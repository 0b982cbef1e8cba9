import { cachedShare, isReported, type UsageDimension, type UsageFigures } from './usage-report.ts'

/** A column of the usage report. */
interface UsageColumnRow {
  /** Its head in CSV. */
  readonly csv: string
  /** Whether tables show it too; its heading is in `USAGE_HEADINGS` and its translations. */
  readonly isShown: boolean
  /** The only division whose tables show it. Missing: all do. */
  readonly onlyBy?: UsageDimension
  /** What the value counts. `share`: a part of the whole, from 0 to 1. `dollars`: of a value that is no sum of costs. */
  readonly unit: 'responses' | 'tokens' | 'share' | 'usd' | 'dollars'
  /** Null: not known. */
  readonly value: (figures: UsageFigures) => number | null
}

const TOKENS = { isShown: true, unit: 'tokens' } as const
const ONLY_CSV = { isShown: false } as const

/** The columns of the usage report in CSV, in the window and on the command line, in the order of all three. */
const USAGE_COLUMNS = {
  responses: { csv: 'responses', isShown: true, unit: 'responses', value: ({ responses }) => responses },
  unreported: {
    ...ONLY_CSV,
    csv: 'unreported_responses',
    unit: 'responses',
    value: ({ unreported }) => unreported,
  },
  input: { ...TOKENS, csv: 'input_tokens', value: tokensOf('input') },
  cachedTokens: { ...TOKENS, ...ONLY_CSV, csv: 'cached_tokens', value: tokensOf('cached') },
  cached: { csv: 'cached_share', isShown: true, unit: 'share', value: cachedShare },
  written: { ...TOKENS, csv: 'cache_write_tokens', value: tokensOf('cacheWrites') },
  output: { ...TOKENS, csv: 'output_tokens', value: tokensOf('output') },
  thinking: { ...TOKENS, ...ONLY_CSV, csv: 'thinking_tokens', value: tokensOf('thinking') },
  cost: {
    csv: 'cost_usd',
    isShown: true,
    unit: 'usd',
    value: ({ cost: { usd, unpriced, partial } }) => (usd === 0 && unpriced + partial > 0 ? null : usd),
  },
  unpriced: { ...ONLY_CSV, csv: 'unpriced_responses', unit: 'responses', value: ({ cost }) => cost.unpriced },
  partial: { ...ONLY_CSV, csv: 'partial_responses', unit: 'responses', value: ({ cost }) => cost.partial },
  missed: { ...TOKENS, csv: 'missed_tokens', onlyBy: 'cause', value: tokensOf('missed') },
  missedUsd: {
    csv: 'missed_usd',
    isShown: true,
    onlyBy: 'cause',
    unit: 'dollars',
    value: ({ missed, missedUsd }) => (missed > 0 && missedUsd === 0 ? null : missedUsd),
  },
} as const satisfies Readonly<Record<string, UsageColumnRow>>

type Name = keyof typeof USAGE_COLUMNS

/** The columns that tables show. */
export type ShownUsageColumn = { [N in Name]: (typeof USAGE_COLUMNS)[N]['isShown'] extends true ? N : never }[Name]

/** The headings of tables, in English. */
export const USAGE_HEADINGS: Readonly<Record<ShownUsageColumn, string>> = {
  responses: 'Responses',
  input: 'In',
  cached: 'Cached',
  written: 'Written',
  output: 'Out',
  cost: 'Cost',
  missed: 'Not from cache',
  missedUsd: 'Extra cost',
}

/** The columns of CSV. */
export const CSV_COLUMNS: readonly UsageColumnRow[] = Object.values(USAGE_COLUMNS)

/** Returns the columns of a table divided `by` something, with their headings. */
export function usageTableColumns(
  by: UsageDimension,
  headings = USAGE_HEADINGS,
): readonly (UsageColumnRow & { readonly heading: string })[] {
  const names: Readonly<Record<string, string>> = headings
  return Object.entries<UsageColumnRow>(USAGE_COLUMNS).flatMap(([name, row]) => {
    const heading = names[name]
    const isHere = row.onlyBy === undefined || row.onlyBy === by
    return row.isShown && isHere && heading !== undefined ? [{ ...row, heading }] : []
  })
}

function tokensOf(name: 'input' | 'cached' | 'cacheWrites' | 'output' | 'thinking' | 'missed') {
  return (figures: UsageFigures): number | null =>
    isReported(figures) || figures.responses === 0 ? figures[name] : null
}
