import type { FailedSummaryData, SummaryData } from '../../../shared/response-data.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import { recordedCost, recordedUsage, usageData } from '../../../shared/recorded-usage.ts'
import type { PlainData } from '../../../shared/plain-request.ts'
import { addUsage, type Counts, type ResponseCost, type ResponseUsage } from '../../../shared/usage.ts'
import type { Amount } from '../budgets/reservations.ts'
import type { SummaryRange } from '../context/summary-range.ts'
import type { PriceList } from '../models/price-list.ts'
import type { ModelResponse } from './model-response.ts'
import { accumulateResponse, type BlockSource } from './turn-accumulator.ts'
import type { Turn } from './turn.ts'
import { defined } from '../../../shared/defined.ts'

export type Answered = Extract<ModelResponse, { type: 'answered' }>

/**
 * Returns what is recorded with a summary. `responses`: those to all requests for it, the summary itself last. Their
 * usage and cost are summed; a sum with an unknown part is unknown.
 */
export function summaryData(
  { choice, pool }: Turn,
  { items, fromId, toId }: SummaryRange,
  responses: readonly [Answered, ...Answered[]],
  prices: PriceList,
): SummaryData {
  const { model } = (responses.at(-1) ?? responses[0]).done
  const priced = { provider: choice.provider, model, requested: wireModelName(choice) }
  const usages = responses.map(({ done }) => done.usage)
  const costs = usages.map((usage) => (usage === null ? null : prices.cost(priced, usage)))
  const usage = sumOf(usages, addResponses)
  return {
    from_id: fromId,
    to_id: toId,
    messages: items.length,
    provider: choice.provider,
    model,
    ...defined({ pool: pool ?? undefined }),
    ...(usage !== null && {
      ...usageData(usage, sumOf(costs, addCost)),
      output_tokens: usage.outputTokens - usage.thinkingTokens,
    }),
  }
}

/** A request for a summary of which something arrived. */
export interface SummaryAttempt {
  readonly response: ModelResponse
  readonly source: BlockSource
  /** Tokens, for a provider that reported no usage; null: it did. */
  readonly estimated: number | null
  /** The request was refused, and sent once more in its plain rendering. */
  readonly plain?: PlainData | undefined
}

/** Returns what is recorded of a request that led to no summary: what it used and cost, as far as was reported. */
export function failedSummaryData({ response, source, estimated }: SummaryAttempt): FailedSummaryData {
  const { data } = accumulateResponse(response.events, source)
  const { blocks: _blocks, thinking: _thinking, thinking_level: _level, ...rest } = data
  const { finish_reason: _reason, response_id: _id, output_tokens: output, ...kept } = rest
  return {
    failed: FAILURES[response.type],
    ...kept,
    ...defined({
      output_tokens: output === undefined ? undefined : output - (data.thinking_tokens ?? 0),
      estimated_tokens: estimated ?? undefined,
    }),
  }
}

/**
 * Returns what requests for a summary have used that is not recorded yet: the summary's event is recorded when it is
 * whole. Tokens that were not reported are estimated, and a cost that is not known is 0.
 */
export function unrecordedUse(attempts: readonly SummaryAttempt[]): Amount {
  const recorded = attempts.map(failedSummaryData)
  return {
    tokens: recorded.reduce(
      (sum, data) => sum + (recordedUsage(data)?.totalTokens ?? 0) + (data.estimated_tokens ?? 0),
      0,
    ),
    usd: recorded.reduce((sum, data) => sum + (recordedCost(data)?.usd ?? 0), 0),
  }
}

const FAILURES: Readonly<Record<ModelResponse['type'], FailedSummaryData['failed']>> = {
  answered: 'unusable',
  repeated: 'unusable',
  cancelled: 'cancelled',
  failed: 'error',
}

function sumOf<T>(parts: readonly (T | null)[], add: (a: T, b: T) => T): T | null {
  const [first = null, ...others] = parts
  return others.reduce((sum, part) => (sum === null || part === null ? null : add(sum, part)), first)
}

function addResponses(a: ResponseUsage, b: ResponseUsage): ResponseUsage {
  return {
    ...b,
    ...addUsage(a, b),
    cacheWrites: addCounts(a.cacheWrites, b.cacheWrites),
    serverTools: addCounts(a.serverTools, b.serverTools),
  }
}

function addCounts(a: Counts | null, b: Counts | null): Counts | null {
  if (a === null || b === null) return a ?? b
  const names = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return Object.fromEntries(names.map((name) => [name, (a[name] ?? 0) + (b[name] ?? 0)]))
}

function addCost(a: ResponseCost, b: ResponseCost): ResponseCost {
  return { usd: a.usd + b.usd, source: b.source, missing: [...new Set([...a.missing, ...b.missing])] }
}
