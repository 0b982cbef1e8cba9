import { describe, expect, it } from 'vitest'

import type { JsonObject } from '../../../../src/shared/json.ts'
import type { SimulatorRequest } from '../simulator-request.ts'
import type { SimulatedHost, WireFormat } from '../wire-format.ts'
import { billOf } from './bill.ts'
import type { CacheUsage } from './cache-usage.ts'
import { PromptCache } from './prompt-cache.ts'

const MINUTE = 60_000

/** A text of some 1,200 tokens that begins with the word. */
const long = (word: string): string => `${word} `.repeat(4_800 / (word.length + 1))

function requestTo(host: SimulatedHost, wire: WireFormat, body: JsonObject): SimulatorRequest {
  const model = typeof body['model'] === 'string' ? body['model'] : ''
  const rest = { index: 0, path: '', headers: {}, bodyText: '', stream: true, version: 'v1', rejectedBy: undefined }
  return { ...rest, host, wire, body, model }
}

const block = (text: string, ttl?: '5m' | '1h'): JsonObject => ({
  type: 'text',
  text,
  ...(ttl !== undefined && { cache_control: { type: 'ephemeral', ttl } }),
})

const claude = (blocks: readonly JsonObject[], fields: JsonObject = {}): SimulatorRequest =>
  requestTo('anthropic', 'anthropic', {
    model: 'claude-sonnet-4-5',
    messages: [{ role: 'user', content: [...blocks] }],
    ...fields,
  })

/** A cache, and a way to send requests whose answers begin at once. */
function cacheAt() {
  const clock = { now: 0 }
  const cache = new PromptCache(() => clock.now)
  const send = (request: SimulatorRequest): CacheUsage => {
    const { usage, begun } = cache.ask(request)
    begun()
    return usage
  }
  const reads = (request: SimulatorRequest): boolean => send(request).read > 0
  return { clock, cache, send, reads }
}

describe('Anthropic', () => {
  const first = [block(long('one')), block('two', '5m')]

  it('writes up to a mark, and the next request reads that', () => {
    const { send } = cacheAt()
    const wrote = send(claude(first))
    expect([wrote.read, wrote.written]).toEqual([0, wrote.input])
    const next = send(claude([...first, block(long('three'), '5m')]))
    expect([next.read, next.written]).toEqual([wrote.input, next.input - wrote.input])
  })

  it('caches nothing without a mark, and nothing below the smallest entry', () => {
    const { send, reads } = cacheAt()
    expect([reads(claude([block(long('one'))])), reads(claude([block(long('one'))]))]).toEqual([false, false])
    const short = claude([block('one', '5m')])
    expect([send(short).written, send(short).read]).toEqual([0, 0])
  })

  it.each([
    [20, true],
    [21, false],
  ])('looks back %i blocks from a mark: %s', (between, isFound) => {
    const { reads } = cacheAt()
    reads(claude(first))
    const others = Array.from({ length: between - 1 }, (_, index) => block(`block ${index}`))
    expect(reads(claude([block(long('one')), block('two'), ...others, block('last', '5m')]))).toBe(isFound)
  })

  it.each([
    ['5m', 4, true],
    ['5m', 5, false],
    ['1h', 59, true],
    ['1h', 60, false],
  ] as const)('keeps an entry of %s for %i minutes: %s', (ttl, minutes, isKept) => {
    const { clock, reads } = cacheAt()
    const request = claude([block(long('one'), ttl)])
    reads(request)
    clock.now += minutes * MINUTE
    expect(reads(request)).toBe(isKept)
  })

  it('renews an entry at each use', () => {
    const { clock, reads } = cacheAt()
    const request = claude([block(long('one'), '5m')])
    reads(request)
    for (const _ of [1, 2, 3]) {
      clock.now += 4 * MINUTE
      expect(reads(request)).toBe(true)
    }
  })

  it('lets nobody read before the answer has begun', () => {
    const { cache } = cacheAt()
    const [a, b] = [cache.ask(claude(first)), cache.ask(claude(first))]
    expect([a.usage.read, b.usage.read, b.usage.cold]).toEqual([0, 0, b.usage.input])
    a.begun()
    expect(cache.ask(claude(first)).usage.read).toBe(a.usage.input)
  })

  it.each([
    ['another tool', { tools: [{ name: 'b', description: long('tool') }] }, false, false],
    ['another system prompt', { system: [block(long('else'), '5m')] }, true, false],
    ['a tool choice', { tool_choice: { type: 'none' } }, true, true],
    ['thinking', { thinking: { type: 'adaptive' } }, true, true],
    ['another model', { model: 'claude-opus-4-7' }, false, false],
  ])('%s invalidates the rest', (_, change, keepsTools, keepsSystem) => {
    const tools = [{ name: 'a', description: long('tool'), cache_control: { type: 'ephemeral' } }]
    const common = { tools, system: [block(long('system'), '5m')] }
    const { send } = cacheAt()
    send(claude([block(long('one'), '5m')], common))
    const { read } = send(claude([block(long('one'), '5m')], { ...common, ...change }))
    expect([read > 1_000, read > 2_000, read > 3_000]).toEqual([keepsTools, keepsSystem, false])
  })
})

describe('OpenAI', () => {
  const gpt = (model: string, texts: readonly string[], fields: JsonObject = {}): SimulatorRequest =>
    requestTo('openai', 'responses', {
      model,
      input: texts.map((content) => ({ role: 'user', content })),
      ...fields,
    })
  const one = [long('one')]
  const two = [...one, long('two')]

  it('reads the longest beginning, without marks and without a price for writing', () => {
    const { send } = cacheAt()
    expect(send(gpt('gpt-5.4', two))).toMatchObject({ read: 0, written: 0 })
    expect(send(gpt('gpt-5.4', [...one, long('else')])).read).toBeGreaterThan(1_000)
  })

  it.each([
    ['gpt-5.4', {}, 9, true],
    ['gpt-5.4', {}, 11, false],
    ['gpt-5.4', { prompt_cache_retention: '24h' }, 23 * 60, true],
    ['gpt-5.5', {}, 23 * 60, true],
    ['gpt-6-sol', {}, 29, true],
    ['gpt-6-sol', {}, 31, false],
  ])('%s with %j keeps it for %i minutes: %s', (model, fields, minutes, isKept) => {
    const { clock, reads } = cacheAt()
    reads(gpt(model, two, fields))
    clock.now += minutes * MINUTE
    expect(reads(gpt(model, two, fields))).toBe(isKept)
  })

  it.each([
    ['the key', { prompt_cache_key: 'b' }],
    ['the effort', { prompt_cache_key: 'a', reasoning: { effort: 'high' } }],
  ])('reads nothing after a change of %s', (_, change) => {
    const { reads } = cacheAt()
    reads(gpt('gpt-5.4', two, { prompt_cache_key: 'a' }))
    expect(reads(gpt('gpt-5.4', two, change))).toBe(false)
  })
})

it('bills by the published formulas', () => {
  // Measured through OpenRouter: 1*3 + 79*3.75 + 2569*0.3 + 100*15 = 0.00256995 US dollars.
  const request = requestTo('anthropic', 'anthropic', { model: 'claude-sonnet-4-5' })
  const usage = { input: 2_649, read: 2_569, written: 79, lifetime: '5m', cold: 40 } as const
  const bill = billOf(request, usage, 100)
  expect(bill.total).toBeCloseTo(0.002_569_95, 10)
  expect(bill.cold).toBeCloseTo((40 * 3.75) / 1e6, 10)
})
