import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import type { ModelRequestPrice } from '../../src/shared/request-price.ts'
import { billOf } from '../support/provider-simulator/cache/bill.ts'
import type { CacheUsage } from '../support/provider-simulator/cache/cache-usage.ts'
import { PromptCache } from '../support/provider-simulator/cache/prompt-cache.ts'
import { parseObject } from '../support/provider-simulator/read-json.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { answerOf, liveWeek, MODELS, readTool, type Week } from './cache-week.ts'
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
  /** The parts for the input. */
  readonly saidInput: number
  readonly billedInput: number
  /** Whether the answer was as long as expected, within 5 %. */
  readonly isAsLong: boolean
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

/** The input must be within 5 % for every send, the whole for every send whose answer is as long as expected. */
function saidRows(sends: readonly Said[]): readonly BenchRow[] {
  const sum = (of: 'said' | 'billed'): number => sends.reduce((total, one) => total + one[of], 0)
  const inputs = sends.map(({ saidInput, billedInput }) => offBy(saidInput, billedInput))
  const whole = ({ said, billed }: Said): number => offBy(said, billed)
  const expected = sends.filter(({ isAsLong }) => isAsLong)
  return [
    {
      what: 'price said before sending: off in sum',
      value: offBy(sum('said'), sum('billed')),
      unit: `% of ${sends.length} sends`,
      goal: { under: 5 },
    },
    ...offRows('input', inputs, { under: MAX_OFF_PERCENT }),
    ...offRows('answer as long as expected', expected.map(whole), { under: MAX_OFF_PERCENT }),
    ...offRows('every send', sends.map(whole)),
  ]
}

/** The share within the limit, and the worst, which `goal` is for. */
function offRows(of: string, off: readonly number[], goal?: BenchRow['goal']): readonly BenchRow[] {
  const close = off.filter((one) => one <= MAX_OFF_PERCENT).length
  const what = `price said before sending, ${of}`
  return [
    { what: `${what}: within 5 %`, value: (100 * close) / off.length, unit: `% of ${off.length} sends` },
    { what: `${what}: worst`, value: Math.max(...off), unit: '% off', ...(goal !== undefined && { goal }) },
  ]
}

/** Largest difference between what is said and billed, %. */
const MAX_OFF_PERCENT = 5

/** The difference, % of the bill. */
function offBy(said: number, billed: number): number {
  return 100 * Math.abs(said / billed - 1)
}

/** A price that is not known counts as 0. */
function saidOf(estimate: ModelRequestPrice | undefined, request: SimulatorRequest, usage: CacheUsage): Said {
  const { usd, outputTokens = 0 } = estimate ?? {}
  const billed = (output: number): number => billOf(request, usage, output).total
  const output = billed(outputTokens) - billed(0)
  return {
    said: usd ?? 0,
    billed: billed(OUTPUT_TOKENS),
    saidInput: (usd ?? 0) - output,
    billedInput: billed(0),
    isAsLong: offBy(outputTokens, OUTPUT_TOKENS) <= MAX_OFF_PERCENT,
  }
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
  const onSent: Week['onSent'] = (estimate, request) => {
    if (request?.cacheUsage === undefined) throw new Error('A prompt was sent without a request')
    said.push(saidOf(estimate, request, request.cacheUsage))
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
