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

/** A price that was said before a prompt was sent, and the bill of its request, US dollars. */
interface Said {
  readonly said: number
  readonly billed: number
}

interface MeasuredWeek {
  readonly bill: WeekBill
  readonly said: readonly Said[]
}

/**
 * The same week twice: with the marks of earlier versions (one at the end of Anthropic's requests, nothing elsewhere,
 * all forks at once), and with those of today.
 */
export async function benchCache(): Promise<readonly BenchRow[]> {
  const before = await measureWeek('before')
  const now = await measureWeek('now')
  const names = [...MODELS.map(({ host }) => host), 'all']
  const bills = names.flatMap((name) => rowsOf(name, sumOf(before.bill, name), sumOf(now.bill, name)))
  return [...bills, ...saidRows(now.said)]
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

function saidRows(sends: readonly Said[]): readonly BenchRow[] {
  const sum = (of: keyof Said): number => sends.reduce((total, one) => total + one[of], 0)
  const off = 100 * Math.abs(sum('said') / sum('billed') - 1)
  const close = sends.filter(({ said, billed }) => Math.abs(said / billed - 1) <= 0.05).length
  return [
    {
      what: 'price said before sending: off in sum',
      value: off,
      unit: `% of ${sends.length} sends`,
      goal: { under: 5 },
    },
    { what: 'price said before sending: within 5 %', value: (100 * close) / sends.length, unit: '% of the sends' },
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

async function measureWeek(marks: 'before' | 'now'): Promise<MeasuredWeek> {
  const clock = new ScriptClock(marks === 'now')
  const cache = new PromptCache(() => clock.now(), marks === 'before' ? withEarlierMarks : undefined)
  const simulator = await startSimulator({ cache, answerWith: (request) => ({ ...answerOf(request), usage: OUTPUT }) })
  const real = await openRealEngine(simulator.environment(), {
    tools: [readTool],
    allowed: ['read'],
    clock,
    wrapStorage: (storage) => datedBy(clock, storage),
  })
  const said: Said[] = []
  const onSent = (price: number | null, request: SimulatorRequest | undefined): void => {
    if (price === null || request?.cacheUsage === undefined) return
    said.push({ said: price, billed: billOf(request, request.cacheUsage, OUTPUT_TOKENS).total })
  }
  await liveWeek({ engine: real.engine, simulator, clock, forksAtOnce: marks === 'before', onSent })
  await real.close()
  await simulator.close()
  return { bill: billOfRequests(simulator.requests), said }
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
