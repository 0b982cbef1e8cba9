import { drizzle } from 'drizzle-orm/postgres-js'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { NewEvent } from '../../../src/shared/agent-event.ts'
import type { AgentId, EventId } from '../../../src/shared/ids.ts'
import type { JsonObject } from '../../../src/shared/json.ts'
import { createLogSearch } from '../../../src/main/adapters/storage/log-search.ts'
import { ONLY_HOME } from '../../../src/main/adapters/storage/open-storage.ts'
import { inCapitals } from '../../../src/main/adapters/storage/search-conditions.ts'
import { plainClient, recordAgent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests()
const NEWEST = { limit: 1_000, beforeId: Number.MAX_SAFE_INTEGER }
let agentId: AgentId

beforeAll(async () => {
  agentId = await recordAgent(shared.storage)
})

async function record(content: string | null, data: JsonObject | null = null): Promise<EventId> {
  const event: NewEvent =
    data === null
      ? { agentId, turnId: null, kind: 'user', content, data: null }
      : { agentId, turnId: null, kind: 'assistant', content, data }
  return valueOf(await shared.storage.store.commit({ events: [event] })).events[0]?.id ?? 0
}

async function found(text: string): Promise<readonly EventId[]> {
  const ids: EventId[] = []
  let beforeId = NEWEST.beforeId
  do {
    const page = valueOf(await shared.storage.search.find(text, { ...NEWEST, beforeId }))
    ids.push(...page.events.map(({ id }) => id))
    beforeId = page.searchedFrom
  } while (beforeId > 0)
  return ids
}

const BASE = { turnId: null, kind: 'user', data: null } as const

type EventBase = Pick<NewEvent, 'agentId' | 'turnId' | 'content'>

it('finds the agents whose newest turn was interrupted or failed, but not those that the user stopped', async () => {
  const error = { category: 'SERVER', retryable: true } as const
  const newest = new Map<string, EventId>()
  const ids = new Map<AgentId, string>()
  const ended = async (name: string, eventsOf: (base: EventBase) => readonly NewEvent[]): Promise<void> => {
    const id = await recordAgent(shared.storage)
    ids.set(id, name)
    const events = eventsOf({ agentId: id, turnId: null, content: 'x' })
    newest.set(name, valueOf(await shared.storage.store.commit({ events })).events.at(-1)?.id ?? 0)
  }
  await ended('crashed', (base) => [{ ...base, kind: 'interrupted', data: { reason: 'crash' } }])
  await ended('stopped', (base) => [{ ...base, kind: 'interrupted', data: { reason: 'cancelled' } }])
  await ended('failed', (base) => [
    { ...base, kind: 'interrupted', data: { reason: 'error' } },
    { ...base, kind: 'error', data: error },
  ])
  await ended('asked', (base) => [
    { ...base, kind: 'error', data: error },
    { ...base, kind: 'user', data: null },
  ])
  const facts = valueOf(await shared.storage.search.forkFacts())
  expect(
    new Map(facts.flatMap(({ agentId: id, unfinished }) => (ids.has(id) ? [[ids.get(id), unfinished]] : []))),
  ).toEqual(
    new Map([
      ['crashed', { type: 'interrupted', eventId: newest.get('crashed') }],
      ['stopped', null],
      ['failed', { type: 'failed', eventId: newest.get('failed') }],
      ['asked', null],
    ]),
  )
})

describe('a search for one or two letters', () => {
  it('ends after a time, and goes on there until all events were searched, each once', async () => {
    const client = plainClient(shared.directory)
    const id = await recordAgent(shared.storage)
    const filler = Array.from({ length: 5_000 }, () => ({ ...BASE, agentId: id, content: 'x' }))
    const first = await record('§ 1')
    await shared.storage.store.commit({ events: filler })
    const last = await record('§ 2')
    const inSteps = createLogSearch(drizzle(client), ONLY_HOME.id, 0)
    const pages: Array<readonly EventId[]> = []
    for (let beforeId = NEWEST.beforeId; beforeId > 0;) {
      const page = valueOf(await inSteps.find('§', { limit: 10, beforeId }))
      pages.push(page.events.map((event) => event.id))
      beforeId = page.searchedFrom
    }
    expect(pages[0]).toEqual([last])
    expect(pages.length).toBeGreaterThan(2)
    expect(pages.flat()).toEqual([last, first])
    expect(valueOf(await inSteps.find('§', { limit: 1, beforeId: last })).searchedFrom).toBeGreaterThan(first)
    await client.end()
  })

  it('finds them in any capitals, in texts, thinking and names', async () => {
    const inText = await record('a WquX b')
    const inThinking = await record('nothing', { thinking: 'some wQu words' })
    const inName = await record('nothing', { name: 'Wqu_tool' })
    const elsewhere = await record('nothing', { response_id: 'wqu' })
    expect(await found('wq')).toEqual([inName, inThinking, inText])
    expect(await found('qU')).not.toContain(elsewhere)
  })

  it('finds words of one and two Chinese characters', async () => {
    const both = await record('今天天气很好')
    const inThinking = await record('x', { thinking: '天气' })
    expect(await found('天气')).toEqual([inThinking, both])
    expect(await found('很')).toEqual([both])
    expect(await found('气天')).toEqual([])
  })

  it('finds what the stored JSON writes with an escape', async () => {
    const client = plainClient(shared.directory)
    const [row] = await client`
      insert into messages (session_id, agent_uuid, kind, content, data)
      values (1, ${agentId}, 'assistant', '', ${String.raw`{"thinking":"\u65e5\u672c"}`}::text::json) returning id::int`
    await client.end()
    expect(await found('日本')).toEqual([row?.['id']])
  })

  it('takes wildcards and slashes as they are', async () => {
    const percent = await record('100%~ sure')
    const slash = await record('x', { thinking: String.raw`~/ and ~\ ` })
    expect(await found('%~')).toEqual([percent])
    expect(await found('~/')).toEqual([slash])
    expect(await found(String.raw`~\ `.trim())).toEqual([slash])
  })

  it('finds every event that contains the text, and no other', async () => {
    const letter = fc.constantFrom('k', 'K', 'ä', 'Ä', '한', '字', '_', '%', '#', '>')
    const words = fc.array(letter, { maxLength: 6 }).map((letters) => letters.join(''))
    const place = fc.constantFrom('content', 'thinking', 'other')
    const event = fc.record({ words, place })
    const wanted = fc.array(letter, { minLength: 1, maxLength: 2 }).map((letters) => letters.join(''))
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 8 }), wanted, async (events, text) => {
        const first = await record('the first of this run')
        const ids: EventId[] = []
        for (const { words: own, place: where } of events) {
          const id = where === 'content' ? await record(own) : await record('.', { [where]: own })
          if (where !== 'other' && own.toLowerCase().includes(text.toLowerCase())) ids.push(id)
        }
        expect((await found(text)).filter((id) => id > first)).toEqual(ids.toReversed())
      }),
      { numRuns: 40 },
    )
  })
})

describe('the spellings of a text', () => {
  it('are those with each letter as a capital and not', () => {
    expect(inCapitals('a')).toEqual(['a', 'A'])
    expect(inCapitals('Ab')).toEqual(['Ab', 'AB', 'ab', 'aB'])
    expect(inCapitals('日本')).toEqual(['日本'])
  })

  it('are given up when there are many', () => {
    expect(inCapitals('a-b-c')).toHaveLength(8)
    expect(inCapitals('a-b-c-d')).toBeNull()
  })
})
