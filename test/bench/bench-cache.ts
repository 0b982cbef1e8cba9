import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import { billOf } from '../support/provider-simulator/cache/bill.ts'
import { PromptCache } from '../support/provider-simulator/cache/prompt-cache.ts'
import { parseObject } from '../support/provider-simulator/read-json.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { answerOf, liveWeek, MODELS, readTool } from './cache-week.ts'
import type { BenchRow } from './bench-result.ts'
import { datedBy, ScriptClock } from './simulated-time.ts'

/** Output tokens of every answer, so that both weeks write the same. */
const OUTPUT_TOKENS = 500

interface Money {
  total: number
  cold: number
  requests: number
}

/** What a week costs at the simulated providers, US dollars, by provider. */
type WeekBill = ReadonlyMap<string, Money>

/**
 * The same week twice: with the marks of earlier versions (one at the end of Anthropic's requests, nothing elsewhere,
 * all forks at once), and with those of today.
 */
export async function benchCache(): Promise<readonly BenchRow[]> {
  const before = await billOfWeek('before')
  const now = await billOfWeek('now')
  return [...MODELS.map(({ host }) => host), 'all'].flatMap((name) =>
    rowsOf(name, sumOf(before, name), sumOf(now, name)),
  )
}

function rowsOf(name: string, before: Money, now: Money): readonly BenchRow[] {
  const saved = 100 * (1 - now.cold / before.cold)
  return [
    {
      what: `${name}: cold input, earlier marks`,
      value: before.cold,
      unit: `USD of ${before.total.toFixed(2)} in all`,
    },
    { what: `${name}: cold input, now`, value: now.cold, unit: `USD of ${now.total.toFixed(2)} in all` },
    { what: `${name}: less cold input`, value: saved, unit: `% in ${now.requests} requests`, goal: { over: 70 } },
  ]
}

function sumOf(bill: WeekBill, name: string): Money {
  const sum = { total: 0, cold: 0, requests: 0 }
  for (const [host, { total, cold, requests }] of bill) {
    if (name !== 'all' && name !== host) continue
    sum.total += total
    sum.cold += cold
    sum.requests += requests
  }
  return sum
}

async function billOfWeek(marks: 'before' | 'now'): Promise<WeekBill> {
  const clock = new ScriptClock(marks === 'now')
  const cache = new PromptCache(() => clock.now(), marks === 'before' ? withEarlierMarks : undefined)
  const simulator = await startSimulator({ cache, answerWith: (request) => ({ ...answerOf(request), usage: OUTPUT }) })
  const real = await openRealEngine(simulator.environment(), {
    tools: [readTool],
    allowed: ['read'],
    clock,
    wrapStorage: (storage) => datedBy(clock, storage),
  })
  await liveWeek({ engine: real.engine, simulator, clock, forksAtOnce: marks === 'before' })
  await real.close()
  await simulator.close()
  return billOfRequests(simulator.requests)
}

const OUTPUT = { outputTokens: OUTPUT_TOKENS, thinkingTokens: 0 }

function billOfRequests(requests: readonly SimulatorRequest[]): WeekBill {
  const bill = new Map<string, Money>()
  for (const request of requests) {
    if (request.rejectedBy !== undefined) throw new Error(`A request was refused: ${request.rejectedBy}`)
    if (request.cacheUsage === undefined) continue
    const { total, cold } = billOf(request, request.cacheUsage, OUTPUT_TOKENS)
    const sum = bill.get(request.host) ?? { total: 0, cold: 0, requests: 0 }
    bill.set(request.host, { total: sum.total + total, cold: sum.cold + cold, requests: sum.requests + 1 })
  }
  return bill
}

/** The request as earlier versions marked it. */
function withEarlierMarks(request: SimulatorRequest): SimulatorRequest {
  const plain = parseObject(request.bodyText.replaceAll(/,"cache_control":\{[^{}]*\}/g, '')) ?? {}
  const { prompt_cache_key: _key, prompt_cache_retention: _retention, session_id: _session, ...body } = plain
  const mark = request.host === 'anthropic' ? { cache_control: { type: 'ephemeral' } } : {}
  return { ...request, body: { ...body, ...mark } }
}
