import { describe, expect, it } from 'vitest'

import { AgentFeed } from '../../../src/main/core/events/agent-feed.ts'
import { EventHub } from '../../../src/main/core/events/event-hub.ts'
import type { Change, Committed, Store } from '../../../src/main/core/ports/log-ports.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import { emptyAgentView } from '../../../src/shared/agent-view.ts'
import type { Result } from '../../../src/shared/result.ts'
import { untyped } from '../../support/untyped.ts'

const A = 'aaaaaaaa-0000-4000-8000-000000000000'
const B = 'bbbbbbbb-0000-4000-8000-000000000000'
const TURN = '11111111-0000-4000-8000-000000000001'

const prompt = (agentId: string, content: string): NewEvent => ({
  agentId,
  turnId: null,
  kind: 'user',
  content,
  data: null,
})

const say = (agentId: string, content: string): Change => ({ events: [prompt(agentId, content)] })

const KILL: Change = untyped<Change>({ kill: { agentId: A, by: null } })

/** A store whose commits begin when they are asked for, and end when the test says so. */
class ManualStore {
  readonly begun: string[] = []
  readonly #ends: ((result: Result<Committed>) => void)[] = []
  #nextId = 1

  readonly store = untyped<Store>({
    commit: (change: Change) => {
      this.begun.push(change.kill === undefined ? (change.events?.[0]?.content ?? '') : 'kill')
      return new Promise<Result<Committed>>((resolve) => this.#ends.push(resolve))
    },
  })

  /** Ends the commit that began as number `index`; what was said in it is recorded. */
  async succeed(index: number): Promise<void> {
    const text = this.begun[index] ?? ''
    const agentId = text.startsWith('b') ? B : A
    this.#ends[index]?.({ ok: true, value: { events: [this.#event(agentId, text)], agents: [] } })
    await settled()
  }

  async fail(index: number): Promise<void> {
    this.#ends[index]?.({ ok: false, error: { category: 'STORAGE', message: 'The disk is full.', retryable: true } })
    await settled()
  }

  #event(agentId: string, content: string): AgentEvent {
    return {
      ...prompt(agentId, content),
      id: this.#nextId++,
      sessionId: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
    }
  }
}

/** Everything that follows from what has already happened. */
async function settled(): Promise<void> {
  for (let step = 0; step < 20; step++) await Promise.resolve()
}

async function withHub(fails: (committed: Committed) => Promise<void> | void = () => undefined) {
  const manual = new ManualStore()
  const published: string[] = []
  const failures: unknown[] = []
  const onCommitted = async (committed: Committed): Promise<void> => {
    await fails(committed)
    published.push(...committed.events.map(({ content }) => content ?? ''))
  }
  const hub = new EventHub(manual.store, { onCommitted, onFailure: (error) => failures.push(error) })
  return { hub, manual, published, failures }
}

describe('commits', () => {
  it('of one agent are made and published one after the other', async () => {
    const { hub, manual, published } = await withHub()
    void hub.record(say(A, 'a1'))
    void hub.record(say(A, 'a2'))
    await settled()
    expect(manual.begun).toEqual(['a1'])
    await manual.succeed(0)
    expect([manual.begun, published]).toEqual([['a1', 'a2'], ['a1']])
    await manual.succeed(1)
    expect(published).toEqual(['a1', 'a2'])
  })

  it('of different agents run side by side', async () => {
    const { hub, manual, published } = await withHub()
    void hub.record(say(A, 'a1'))
    void hub.record(say(B, 'b1'))
    await settled()
    expect(manual.begun).toEqual(['a1', 'b1'])
    await manual.succeed(1)
    expect(published).toEqual(['b1'])
  })

  it('that touch two agents wait for both, and both wait for them', async () => {
    const { hub, manual } = await withHub()
    void hub.record(say(A, 'a1'))
    void hub.record({ events: [prompt(B, 'b with a'), prompt(A, 'more')] })
    void hub.record(say(B, 'b2'))
    void hub.record(say(A, 'a2'))
    await settled()
    expect(manual.begun).toEqual(['a1'])
    await manual.succeed(0)
    expect(manual.begun).toEqual(['a1', 'b with a'])
    await manual.succeed(1)
    expect(manual.begun).toEqual(['a1', 'b with a', 'b2', 'a2'])
  })

  it('go on after one in the middle has failed, which publishes nothing', async () => {
    const { hub, manual, published } = await withHub()
    const results = [hub.record(say(A, 'a1')), hub.record(say(A, 'a2')), hub.record(say(A, 'a3'))]
    await settled()
    await manual.succeed(0)
    await manual.fail(1)
    await manual.succeed(2)
    expect((await Promise.all(results)).map(({ ok }) => ok)).toEqual([true, false, true])
    expect(published).toEqual(['a1', 'a3'])
  })

  it('wait for a kill before them, as a kill waits for all before it', async () => {
    const { hub, manual } = await withHub()
    void hub.record(say(A, 'a1'))
    void hub.record(say(B, 'b1'))
    void hub.record(KILL)
    void hub.record(say(B, 'b2'))
    await settled()
    expect(manual.begun).toEqual(['a1', 'b1'])
    await manual.succeed(1)
    expect(manual.begun).toEqual(['a1', 'b1'])
    await manual.succeed(0)
    expect(manual.begun).toEqual(['a1', 'b1', 'kill'])
    await manual.succeed(2)
    expect(manual.begun).toEqual(['a1', 'b1', 'kill', 'b2'])
  })
})

describe('a listener that fails', () => {
  const BUG = new Error('a bug in a listener')
  const at = (content: string, fail: () => Promise<void> | void) => (committed: Committed) =>
    committed.events[0]?.content === content ? fail() : undefined

  it.each<[string, () => Promise<void> | void]>([
    [
      'throws',
      () => {
        throw BUG
      },
    ],
    ['rejects', () => Promise.reject(BUG)],
  ])('and %s costs no commit: those after it are written and published', async (_how, fail) => {
    const { hub, manual, published, failures } = await withHub(at('a1', fail))
    const results = [say(A, 'a1'), say(A, 'a2'), say(B, 'b1'), say(A, 'a3')].map((change) => hub.record(change))
    await settled()
    for (const index of [0, 1, 2, 3]) await manual.succeed(index)
    expect((await Promise.all(results)).map(({ ok }) => ok)).toEqual([true, true, true, true])
    expect({ published, failures }).toEqual({ published: ['b1', 'a2', 'a3'], failures: [BUG] })
  })

  it('does not hold back a kill, nor what comes after it', async () => {
    const { hub, manual, failures } = await withHub(at('a1', () => Promise.reject(BUG)))
    const results = [hub.record(say(A, 'a1')), hub.record(KILL), hub.record(say(B, 'b2'))]
    await settled()
    for (const index of [0, 1, 2]) await manual.succeed(index)
    expect((await Promise.all(results)).map(({ ok }) => ok)).toEqual([true, true, true])
    expect(failures).toEqual([BUG])
  })

  it('as a subscriber leaves the others their events', async () => {
    const { hub, manual, failures } = await withHub()
    const [broken, sound] = [new AgentFeed(), new AgentFeed()]
    broken.recorded = () => {
      throw BUG
    }
    hub.attach(A, broken)
    hub.attach(A, sound)
    const batches = sound.batches(() => Promise.resolve({ type: 'snapshot', view: emptyAgentView(A) }))
    await batches.next()
    const result = hub.record(say(A, 'a1'))
    await settled()
    await manual.succeed(0)
    expect((await result).ok).toBe(true)
    expect((await batches.next()).value).toMatchObject([{ type: 'recorded', event: { content: 'a1' } }])
    expect(failures).toEqual([BUG])
  })
})

it('a store that rejects fails its own commit, and those after it are made', async () => {
  const manual = new ManualStore()
  const bug = new Error('a bug in the store')
  const commit = (change: Change): Promise<Result<Committed>> =>
    change.events?.[0]?.content === 'a1' ? Promise.reject(bug) : manual.store.commit(change)
  const store: Store = { ...manual.store, commit }
  const hub = new EventHub(store, { onCommitted: () => Promise.resolve(), onFailure: () => undefined })
  const first = hub.record(say(A, 'a1'))
  const second = hub.record(say(A, 'a2'))
  await expect(first).rejects.toBe(bug)
  await settled()
  await manual.succeed(0)
  expect((await second).ok).toBe(true)
})

it('commits of other engines are published in the order in which they arrived, however long each takes', async () => {
  const published: string[] = []
  const slow = Promise.withResolvers<void>()
  const onCommitted = async ({ events }: Committed): Promise<void> => {
    if (events[0]?.content === 'prompt') await slow.promise
    published.push(events[0]?.content ?? '')
  }
  const hub = new EventHub(new ManualStore().store, { onCommitted, onFailure: () => undefined })
  const commit = (id: number, content: string): Committed => ({
    events: [{ ...prompt(A, content), id, sessionId: 2, createdAt: '' }],
    agents: [],
  })
  const all = [hub.publishRemote(commit(1, 'prompt')), hub.publishRemote(commit(2, 'answer'))]
  await settled()
  expect(published).toEqual([])
  slow.resolve()
  await Promise.all(all)
  expect(published).toEqual(['prompt', 'answer'])
})

describe('the running turn', () => {
  const text = (value: string) => ({ type: 'text_delta', blockIndex: 0, text: value }) as const
  const answer = (turnId: string): Committed => ({
    events: [
      untyped<AgentEvent>({
        agentId: A,
        turnId,
        kind: 'assistant',
        content: 'x',
        data: null,
        id: 9,
        sessionId: 1,
        createdAt: '',
      }),
    ],
    agents: [],
  })

  it('is shown to a new subscriber as far as it has streamed since the last record', async () => {
    const { hub } = await withHub()
    hub.live(A, { type: 'turn_started', turnId: TURN, model: 'opus', startedAt: 1 })
    hub.live(A, text('one '))
    hub.live(A, text('two'))
    expect(hub.turn(A)?.blocks).toEqual([{ type: 'text', text: 'one two' }])
    await hub.publishRemote(answer('another turn'))
    expect(hub.turn(A)?.blocks).toEqual([{ type: 'text', text: 'one two' }])
    await hub.publishRemote(answer(TURN))
    expect(hub.turn(A)).toMatchObject({ turnId: TURN, model: 'opus', blocks: [] })
    hub.live(A, { type: 'turn_ended', turnId: TURN, outcome: 'completed' })
    expect([hub.turn(A), hub.turn(B)]).toEqual([null, null])
  })
})

describe('subscribers', () => {
  it('get a record after everything that keeps track of the log, and none of another agent', async () => {
    const { hub, manual, published } = await withHub()
    const feed = new AgentFeed()
    hub.attach(A, feed)
    const batches = feed.batches(() => Promise.resolve({ type: 'snapshot', view: emptyAgentView(A) }))
    await batches.next()
    void hub.record(say(B, 'b1'))
    void hub.record(say(A, 'a1'))
    await settled()
    await manual.succeed(0)
    await manual.succeed(1)
    const { value } = await batches.next()
    expect([published, value]).toMatchObject([['b1', 'a1'], [{ type: 'recorded', event: { content: 'a1' } }]])
  })

  it('count as followers until they leave', async () => {
    const { hub } = await withHub()
    const leave = hub.attach(A, new AgentFeed())
    const leaveToo = hub.attach(A, new AgentFeed())
    leave()
    expect(hub.isFollowed(A)).toBe(true)
    leaveToo()
    expect(hub.isFollowed(A)).toBe(false)
  })
})
