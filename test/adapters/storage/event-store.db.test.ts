import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Committed } from '../../../src/main/core/ports/log-ports.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import { newAttributes } from '../../../src/shared/agent-attributes.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import type { AssistantData } from '../../../src/shared/response-data.ts'
import { NO_TOTALS } from '../../../src/shared/usage-totals.ts'
import { newAgent, recordAgent, userEvent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const shared = storageForTests({ engines: 2 })

const NEW = { ...newAttributes(), unreadMail: 0 }

/** The database's clock decides. */
const SOME_TIME: unknown = expect.any(String)

const contents = (events: readonly AgentEvent[]): unknown => events.map(({ content }) => content)

/** The next commit of another engine that has to do with this agent; what else was handed on with it is left out. */
function nextForeign(listener: Storage, agentId: string): Promise<Committed> {
  const { promise, resolve } = Promise.withResolvers<Committed>()
  const stop = listener.store.onRemoteCommit((committed) => {
    const events = committed.events.filter((event) => event.agentId === agentId)
    if (events.length > 0) resolve({ events, agents: committed.agents.filter(({ id }) => id === agentId) })
  })
  return promise.finally(stop)
}

describe('the log', () => {
  it.each([
    'update messages set content = null',
    'delete from messages',
    'truncate messages',
    'truncate agents cascade',
  ])('refuses: %s', async (statement) => {
    const agentId = await recordAgent(shared.storage)
    const before = valueOf(await shared.storage.store.commit({ events: [userEvent(agentId, 'kept')] })).events
    await expect(shared.client.unsafe(statement)).rejects.toThrow('The log is immutable')
    await expect(
      shared.client.begin(async (sql) => {
        await sql`set local session_replication_role = replica`
        await sql.unsafe(statement)
      }),
    ).rejects.toThrow('The log is immutable')
    expect(valueOf(await shared.storage.store.events({ agentId }))).toEqual(before)
  })

  it('gives back every event as it was recorded, bytes and key order included', async () => {
    const agentId = await recordAgent(shared.storage)
    const events: NewEvent[] = [
      {
        agentId,
        turnId: randomUUID(),
        kind: 'user',
        content: 'NUL \0, half \uD83D, whole 😀, שלום, \uFDD0',
        data: null,
      },
      {
        agentId,
        turnId: null,
        kind: 'assistant',
        content: '',
        data: {
          response_id: 'z first',
          blocks: [{ type: 'thinking', text: '\uDC00\0', provider_data: { signature: 'Eq/+=', b: 1, a: [1.5, null] } }],
          model: 'then m',
        },
      },
      { agentId, turnId: null, kind: 'clear', content: null, data: null },
    ]
    const committed = valueOf(await shared.storage.store.commit({ events }))
    const read = valueOf(await shared.other.store.events({ agentId }))
    expect(read).toEqual(committed.events)
    expect(JSON.stringify(read.map(({ data }) => data))).toBe(JSON.stringify(events.map(({ data }) => data)))
    expect(read.map(({ content }) => content)).toEqual(events.map(({ content }) => content))
  })

  it('gives ids in the order of the events, in one big commit too', async () => {
    const agentId = await recordAgent(shared.storage)
    const numbers = Array.from({ length: 2000 }, (_, number) => String(number))
    const { events } = valueOf(
      await shared.storage.store.commit({ events: numbers.map((number) => userEvent(agentId, number)) }),
    )
    expect(contents([...events].sort((a, b) => a.id - b.id))).toEqual(numbers)
    expect(valueOf(await shared.storage.store.events({ agentId }))).toEqual(events)
  })

  it('never shows an event of an agent after one with a higher id, whoever writes', async () => {
    const agentId = await recordAgent(shared.storage)
    let finished = false
    const writers = [shared.storage, shared.other].map(async (writer) => {
      for (let number = 0; number < 150; number++)
        valueOf(await writer.store.commit({ events: [userEvent(agentId, '')] }))
    })
    void Promise.all(writers).then(() => (finished = true))
    const seen: number[] = []
    while (!finished) {
      const fresh = valueOf(await shared.storage.store.events({ agentId, afterId: seen.at(-1) ?? 0 }))
      seen.push(...fresh.map(({ id }) => id))
    }
    await Promise.all(writers)
    const rest = valueOf(await shared.storage.store.events({ agentId, afterId: seen.at(-1) ?? 0 }))
    expect([...seen, ...rest.map(({ id }) => id)]).toEqual(
      valueOf(await shared.storage.store.events({ agentId })).map(({ id }) => id),
    )
  })

  it('reads a range: after one id, up to another, the newest of it', async () => {
    const agentId = await recordAgent(shared.storage)
    const { events } = valueOf(
      await shared.storage.store.commit({ events: ['a', 'b', 'c', 'd', 'e'].map((text) => userEvent(agentId, text)) }),
    )
    const [a, , , d] = events.map(({ id }) => id)
    if (a === undefined || d === undefined) throw new Error('five events were recorded')
    expect(contents(valueOf(await shared.storage.store.events({ agentId, afterId: a, upToId: d })))).toEqual([
      'b',
      'c',
      'd',
    ])
    expect(contents(valueOf(await shared.storage.store.events({ agentId, upToId: d, limit: 2 })))).toEqual(['c', 'd'])
  })
})

describe('a commit', () => {
  it('keeps nothing when one part of it is impossible', async () => {
    const agent = newAgent()
    const events = [userEvent(agent.id, 'x'), userEvent(randomUUID(), 'of an agent that does not exist')]
    const result = await shared.storage.store.commit({ newAgents: [agent], events })
    expect(result.ok ? null : result.error.category).toBe('STORAGE')
    expect(valueOf(await shared.storage.store.agents()).filter(({ id }) => id === agent.id)).toEqual([])
    expect(valueOf(await shared.storage.store.events({ agentId: agent.id }))).toEqual([])
  })

  it('adds the tokens of answers to their agents, the new ones too', async () => {
    const parentId = await recordAgent(shared.storage)
    const child = newAgent({ parentId, name: 'child \0', forkEventId: 7, forkFromId: 3, choice: null })
    const answer = (agentId: string, cost: Partial<AssistantData> = {}): NewEvent => ({
      agentId,
      turnId: null,
      kind: 'assistant',
      content: 'x',
      data: { input_tokens: 5, output_tokens: 4, thinking_tokens: 3, cached_tokens: 2, total_tokens: 9, ...cost },
    })
    const once = { inputTokens: 5, outputTokens: 4, thinkingTokens: 3, cachedTokens: 2, totalTokens: 9 }
    const twice = { inputTokens: 10, outputTokens: 8, thinkingTokens: 6, cachedTokens: 4, totalTokens: 18 }
    const events = [
      answer(parentId),
      answer(parentId, { cost_usd: 1.5 }),
      answer(child.id, { cost_usd: 0.75, cost_missing: ['images'] }),
    ]
    const { agents } = valueOf(await shared.storage.store.commit({ newAgents: [child], events }))
    const stored = valueOf(await shared.other.store.agents()).filter(({ id }) => id === child.id || id === parentId)
    expect(stored).toEqual([
      {
        ...newAgent({ id: parentId }),
        createdAt: SOME_TIME,
        usage: twice,
        cost: { usd: 1.5, unpriced: 1, partial: 0 },
        ...NEW,
      },
      {
        ...child,
        createdAt: SOME_TIME,
        usage: once,
        cost: { usd: 0.75, unpriced: 0, partial: 1 },
        ...NEW,
      },
    ])
    expect([...agents].sort((a, b) => a.createdAt.localeCompare(b.createdAt))).toEqual(stored)
  })

  it('changes what it names of an agent and nothing else', async () => {
    const id = await recordAgent(shared.storage, { name: 'first' })
    const choice = { provider: 'openai', model: 'gpt-5', thinkingLevel: 'high' } as const
    const agentChanges = [
      { id, choice },
      { id, name: 'second' },
    ]
    const { agents } = valueOf(await shared.storage.store.commit({ agentChanges }))
    expect(agents).toEqual([
      {
        ...newAgent({ id, name: 'second', choice }),
        createdAt: SOME_TIME,
        ...NO_TOTALS,
        ...NEW,
      },
    ])
  })

  it('with nothing in it changes nothing', async () => {
    expect(await shared.storage.store.commit({})).toEqual({ ok: true, value: { events: [], agents: [] } })
  })

  it('of a fork writes one agent and one event and copies nothing', async () => {
    const parentId = await recordAgent(shared.storage)
    const { events } = valueOf(
      await shared.storage.store.commit({ events: [userEvent(parentId, 'a'), userEvent(parentId, 'b')] }),
    )
    const child = newAgent({ parentId, forkEventId: events.at(-1)?.id ?? null })
    await shared.storage.store.commit({
      newAgents: [child],
      events: [{ agentId: parentId, turnId: null, kind: 'fork', content: null, data: { child: child.id } }],
    })
    const [counted] =
      await shared.client`select count(*)::int as events from messages where agent_uuid in (${parentId}, ${child.id})`
    expect(counted).toEqual({ events: 3 })
  })
})

describe('commits of another engine', () => {
  it('arrive whole, and our own do not', async () => {
    const agent = newAgent({ name: 'from elsewhere' })
    const heardThere = nextForeign(shared.other, agent.id)
    const heardHere = nextForeign(shared.storage, agent.id)
    const mine = valueOf(
      await shared.storage.store.commit({ newAgents: [agent], events: [userEvent(agent.id, 'hello')] }),
    )
    expect(await heardThere).toEqual(mine)
    const theirs = valueOf(await shared.other.store.commit({ events: [userEvent(agent.id, 'answer')] }))
    expect(await heardHere).toEqual(theirs)
  })

  it('arrive in full when they are larger than one notification', async () => {
    const agentId = await recordAgent(shared.storage)
    const events = Array.from({ length: 1000 }, (_, number) => userEvent(agentId, String(number)))
    const heard: string[] = []
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = shared.other.store.onRemoteCommit((committed) => {
      heard.push(...committed.events.filter((event) => event.agentId === agentId).map(({ content }) => content ?? ''))
      if (heard.length >= events.length) resolve()
    })
    valueOf(await shared.storage.store.commit({ events }))
    await promise
    stop()
    expect(heard).toEqual(events.map(({ content }) => content))
  })
})

describe('settings and drafts', () => {
  it('lets one of many replace what all of them have read', async () => {
    const queue = [{ id: 'a', text: 'half a pair: \ud83d, a zero: \0' }]
    const both = [shared.storage, shared.other, shared.storage, shared.other]
    const first = await Promise.all(both.map((each) => each.settings.replace('queue', null, queue)))
    const second = await Promise.all(both.map((each, index) => each.settings.replace('queue', queue, [index])))
    expect([first, second].map((calls) => calls.filter((each) => each.ok && each.value).length)).toEqual([1, 1])
    expect(await shared.storage.settings.replace('queue', queue, [])).toEqual({ ok: true, value: false })
  })

  it('are kept as they were, the newest value of each', async () => {
    const agentId = randomUUID()
    const layout = { z: 1, a: ['\0', { pane: '\uD83D' }] }
    await shared.storage.settings.set('layout', 'first')
    await shared.storage.settings.set('layout', layout)
    await shared.storage.settings.setDraft(agentId, { text: 'half', asText: true })
    await shared.storage.settings.setDraft(agentId, { text: 'half typed \0', asText: false })
    expect(await shared.other.settings.get('layout')).toEqual({ ok: true, value: layout })
    expect(await shared.other.settings.draft(agentId)).toEqual({
      ok: true,
      value: { text: 'half typed \0', asText: false },
    })
    expect(await shared.other.settings.get('never set')).toEqual({ ok: true, value: null })
    expect(await shared.other.settings.draft(randomUUID())).toEqual({ ok: true, value: { text: '', asText: false } })
  })
})

it('has a session row for each engine', async () => {
  const rows = await shared.client`select host, version, ended_at from sessions where host = 'test' order by id`
  expect([...rows]).toEqual([
    { host: 'test', version: '0.0.0', ended_at: null },
    { host: 'test', version: '0.0.0', ended_at: null },
  ])
})
