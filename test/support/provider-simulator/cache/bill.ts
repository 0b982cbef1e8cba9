import type { SimulatorRequest } from '../simulator-request.ts'
import type { CacheUsage } from './cache-usage.ts'

/** US dollars per million tokens. */
interface PriceRow {
  readonly model: RegExp
  readonly input: number
  readonly output: number
  readonly read: number
  /** Price of written tokens as a multiple of the input price, by the lifetime of the entry. */
  readonly writes: Readonly<Record<string, number>>
}

const CLAUDE_WRITES = { '5m': 1.25, '1h': 2 }
const GPT_WRITES = { '30m': 1.25 }

/** List prices of November 2026, written down apart from ikigai's own. */
const ROWS: readonly PriceRow[] = [
  { model: /opus-5[.-]5/, input: 4, output: 20, read: 0.2, writes: CLAUDE_WRITES },
  { model: /sonnet-5[.-]5/, input: 2, output: 10, read: 0.1, writes: CLAUDE_WRITES },
  { model: /sonnet-4[.-][56]/, input: 3, output: 15, read: 0.3, writes: CLAUDE_WRITES },
  { model: /^gpt-5\.4$/, input: 2.5, output: 15, read: 0.25, writes: {} },
  { model: /^gpt-6-sol$/, input: 2, output: 10, read: 0.2, writes: GPT_WRITES },
  { model: /^gemini-3\.8-flash$/, input: 0.75, output: 3.75, read: 0.075, writes: {} },
]

/** What one request costs, US dollars. */
export interface Bill {
  readonly total: number
  /** The part for writing, or reading at the full price, what the provider had been sent before. */
  readonly cold: number
}

/** Returns the bill of a request. Throws for a model without a price. */
export function billOf({ model }: SimulatorRequest, usage: CacheUsage, outputTokens: number): Bill {
  const row = ROWS.find((one) => one.model.test(model))
  if (row === undefined) throw new Error(`The bill has no price for ${model}.`)
  const million = 1_000_000
  const { input, read, written, lifetime } = usage
  const write = row.input * (row.writes[lifetime] ?? 1)
  const plain = input - read - written
  const coldWritten = Math.min(usage.cold, written)
  const cold = coldWritten * write + (usage.cold - coldWritten) * row.input
  const total = plain * row.input + read * row.read + written * write + outputTokens * row.output
  return { total: total / million, cold: cold / million }
}
