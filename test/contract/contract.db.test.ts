import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { reduceAgentView, emptyAgentView } from '../../src/shared/agent-view.ts'
import type { AgentFeedItem } from '../../src/shared/agent-view.ts'
import { MAX_IMPORT_LENGTH } from '../../src/shared/log-file.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'
import type { RecordingLogger } from '../support/recording-logger.ts'
import {
  createScriptedEngine,
  EXPORTED_LINES,
  PENDING_LIMIT,
  SCRIPTED_AGENT,
  SCRIPTED_STATUS,
} from '../support/scripted-engine.ts'
import type { ScriptedEngine } from '../support/scripted-engine.ts'
import { HTTP_API, IN_MEMORY, TRANSPORTS } from './transports.ts'
import type { Wire } from './transports.ts'
import { untyped } from '../support/untyped.ts'

const NOT_A_UUID = 'root'

describe.each([...TRANSPORTS, HTTP_API])('the contract over $name', (transport) => {
  let engine: ScriptedEngine
  let logger: RecordingLogger
  let wire: Wire

  beforeEach(async () => {
    engine = createScriptedEngine()
    logger = createRecordingLogger()
    wire = await transport.start(engine, logger)
  })
  afterEach(() => wire.close())

  const openFeed = async (afterId?: number) => {
    const stop = new AbortController()
    const input = { agentId: SCRIPTED_AGENT, ...(afterId === undefined ? {} : { afterId }) }
    const feed = await wire.client.agents.subscribe(input, { signal: stop.signal })
    return { feed, stop }
  }
  const next = async (feed: AsyncIterator<readonly AgentFeedItem[]>): Promise<readonly AgentFeedItem[]> => {
    const step = await feed.next()
    if (step.done === true) throw new Error('The feed has ended')
    return step.value
  }

  it('answers a call with what the engine answered', async () => {
    const answer = await wire.client.agents.submit({ agentId: SCRIPTED_AGENT, text: 'Grüße, 🦊\n\0 "x"' })

    expect(answer).toMatchObject({ ok: true, value: { answers: ['Grüße, 🦊\n\0 "x"'], turnStarted: false } })
    expect(engine.calls).toEqual([['agents.submit', { agentId: SCRIPTED_AGENT, text: 'Grüße, 🦊\n\0 "x"' }]])
  })

  it('hands a question about usage on, and refuses an unknown time zone', async () => {
    const request = { by: 'model', timeZone: 'Europe/Berlin', from: '2026-11-01', agent: SCRIPTED_AGENT } as const
    const answer = await wire.client.usage.query(request)

    expect(answer).toMatchObject({ ok: true, value: { by: 'model', totals: { responses: 3 } } })
    expect(engine.calls).toStrictEqual([['usage.query', request]])
    await expect(wire.client.usage.query({ by: 'day', timeZone: 'Nowhere/Land' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it('hands optional fields on only where they were given', async () => {
    await wire.client.agents.create({})
    await wire.client.agents.fork({ agentId: SCRIPTED_AGENT, models: ['gpt-5'], prompt: 'Go on' })

    expect(engine.calls).toStrictEqual([
      ['agents.create', {}],
      ['agents.fork', { agentId: SCRIPTED_AGENT, models: ['gpt-5'], prompt: 'Go on' }],
    ])
  })

  it('hands on which models are asked, and refuses more than a comparison shows', async () => {
    const request = { agentId: SCRIPTED_AGENT, text: 'Why?', models: ['gpt-5'] }
    await wire.client.agents.ask(request)

    expect(engine.calls).toStrictEqual([['agents.ask', request]])
    for (const models of [[], Array.from({ length: 8 }, () => 'gpt-5')]) {
      await expect(wire.client.agents.ask({ ...request, models })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    }
  })

  it('hands on where and why to fork, and refuses a reason that only models have', async () => {
    const fork = { agentId: SCRIPTED_AGENT, models: [] } as const
    await wire.client.agents.fork({ ...fork, before: 7, reason: 'edit', prompt: 'Anew' })
    await wire.client.agents.fork({ ...fork, before: 'start' })

    expect(engine.calls).toStrictEqual([
      ['agents.fork', { ...fork, before: 7, reason: 'edit', prompt: 'Anew' }],
      ['agents.fork', { ...fork, before: 'start' }],
    ])
    const byTool: object = { ...fork, reason: 'tool' }
    await expect(wire.client.agents.fork(Object.assign({ ...fork }, byTool))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it('hands on what runs again, and refuses an unknown rule for differences', async () => {
    const request = { agentId: SCRIPTED_AGENT, promptId: 7, model: 'gpt-5', onDifference: 'nearest' } as const
    const subtree = { agentId: SCRIPTED_AGENT, subtree: true, onDifference: 'ask' } as const
    await wire.client.reruns.start(request)
    await wire.client.reruns.start(subtree)
    await wire.client.reruns.view({ rerunId: SCRIPTED_AGENT })

    expect(engine.calls).toStrictEqual([
      ['reruns.start', request],
      ['reruns.start', subtree],
      ['reruns.view', { rerunId: SCRIPTED_AGENT }],
    ])
    const unknown: object = { onDifference: 'guess' }
    await expect(wire.client.reruns.start(Object.assign({ ...request }, unknown))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it('says whether the text was typed', async () => {
    await wire.client.agents.submit({ agentId: SCRIPTED_AGENT, text: '/kill', asText: true })

    expect(engine.calls).toStrictEqual([['agents.submit', { agentId: SCRIPTED_AGENT, text: '/kill', asText: true }]])
  })

  it('changes the queue of prompts', async () => {
    const prompt = { agentId: SCRIPTED_AGENT, promptId: crypto.randomUUID() }
    await wire.client.agents.submit({ agentId: SCRIPTED_AGENT, text: 'later', ifBusy: 'queue' })
    await wire.client.queue.change({ ...prompt, text: '/kill', asText: true })
    await wire.client.queue.remove(prompt)
    await wire.client.queue.send(prompt)
    await wire.client.queue.reorder({ agentId: SCRIPTED_AGENT, promptIds: [prompt.promptId] })

    expect(engine.calls).toStrictEqual([
      ['agents.submit', { agentId: SCRIPTED_AGENT, text: 'later', ifBusy: 'queue' }],
      ['queue.change', { ...prompt, text: '/kill', asText: true }],
      ['queue.remove', prompt],
      ['queue.send', prompt],
      ['queue.reorder', { agentId: SCRIPTED_AGENT, promptIds: [prompt.promptId] }],
    ])
  })

  it('says where a key would be stored, and which local servers answer', async () => {
    expect(await wire.client.credentials.plan()).toEqual({ place: 'keychain', reason: null })
    expect(await wire.client.models.localServers()).toEqual([])
  })

  it('gives an expected failure back as a value', async () => {
    expect(await wire.client.agents.cancel({ agentId: SCRIPTED_AGENT })).toEqual({
      ok: false,
      error: { category: 'REFUSED', message: 'No agents.cancel here.', retryable: false },
    })
  })

  it('refuses an input that the contract forbids before the engine sees it', async () => {
    const call = wire.client.agents.submit({ agentId: NOT_A_UUID, text: 'hello' })

    await expect(call).rejects.toMatchObject({ code: 'BAD_REQUEST', status: 400 })
    await expect(call).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect({ calls: engine.calls, logged: logger.lines }).toEqual({ calls: [], logged: [] })
  })

  it('lists the browsers that may open the window where it is in one, and ends none that is not listed', async () => {
    const sessions = await wire.client.sessions.list()
    const isThis = sessions?.map((session) => session.isThis) ?? null
    expect(isThis).toEqual(transport.name === 'WebSocket' ? [true] : null)
    expect(await wire.client.sessions.end({ id: 'ba9876543210' })).toMatchObject({
      ok: false,
      error: { category: 'REFUSED', message: 'This session has already ended.' },
    })
  })

  it('replaces a setting where it still is what was expected', async () => {
    const key = 'layout'
    expect(await wire.client.settings.replace({ key, expected: null, value: [1] })).toEqual({ ok: true, value: true })
    expect(await wire.client.settings.replace({ key, expected: [1], value: [] })).toEqual({ ok: true, value: false })
    expect(engine.calls).toEqual([
      ['settings.replace', { key, expected: null, value: [1] }],
      ['settings.replace', { key, expected: [1], value: [] }],
    ])
  })

  it('logs a throw of the engine once, and tells the client neither its words nor its stack', async () => {
    engine.breakSubmit(new Error('secret detail'))

    const failure: unknown = await wire.client.agents
      .submit({ agentId: SCRIPTED_AGENT, text: 'hello' })
      .catch((error: unknown) => error)

    expect(failure).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    expect(JSON.stringify(failure) + String(failure)).not.toContain('secret')
    expect(logger.lines).toEqual([['error', 'Bug: agents.submit threw']])
    expect(JSON.stringify(logger.fields)).toContain('secret detail')
  })

  it('streams a snapshot and then every item in order', async () => {
    const { feed } = await openFeed()
    expect(await next(feed)).toEqual([{ type: 'snapshot', view: emptyAgentView(SCRIPTED_AGENT) }])

    const events = [engine.record('one'), engine.record('two'), engine.record('three')]
    const items: AgentFeedItem[] = []
    while (items.length < events.length) items.push(...(await next(feed)))

    expect(items).toEqual(events.map((event) => ({ type: 'recorded', event })))
  })

  it('streams the tree and the state of the engine', async () => {
    const stop = new AbortController()
    const feed = await wire.client.engine.subscribe(undefined, { signal: stop.signal })
    expect((await feed.next()).value).toEqual([{ type: 'snapshot', agents: [], status: SCRIPTED_STATUS }])

    const change = { type: 'status', status: { ...SCRIPTED_STATUS, demo: true } } as const
    engine.pushToEngineFeeds(change)
    expect((await feed.next()).value).toEqual([change])
  })

  it('resumes after the event that the subscriber has', async () => {
    engine.record('one')
    const missed = [engine.record('two'), engine.record('three')]

    const { feed } = await openFeed(1)

    expect(await next(feed)).toEqual([{ type: 'resumed', events: missed, turn: null, queue: [] }])
  })

  it('ends the engine’s subscription when the client aborts', async () => {
    const { feed, stop } = await openFeed()
    await next(feed)
    const pending = feed.next().catch(() => undefined)

    stop.abort()
    await engine.until(() => engine.subscriptions[0]?.ended === true)

    expect(engine.subscriptions[0]?.signal.aborted).toBe(true)
    await pending
    expect(logger.lines).toEqual([])
  })

  it('ends the engine’s subscription when the client leaves its loop', async () => {
    const { feed } = await openFeed()
    for await (const _items of feed) break

    await engine.until(() => engine.subscriptions[0]?.ended === true)

    expect(engine.subscriptions[0]?.signal.aborted).toBe(true)
  })

  it('passes a bug in the middle of a feed on as one internal error, and logs it once', async () => {
    const { feed } = await openFeed()
    await next(feed)

    engine.breakFeeds(new Error('secret detail'))
    const failure: unknown = await feed.next().catch((error: unknown) => error)

    expect(failure).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
    expect(JSON.stringify(failure) + String(failure)).not.toContain('secret')
    expect(logger.lines).toEqual([['error', 'Bug: agents.subscribe threw']])
  })

  it('exports a file in pieces that make up its lines', async () => {
    let text = ''
    let pieces = 0
    for await (const piece of await wire.client.log.export({ format: 'log', agentId: SCRIPTED_AGENT })) {
      text += piece.ok ? piece.value : ''
      pieces += 1
    }

    expect(text.split('\n').map((line) => line.split(' ')[0])).toEqual([
      ...Array.from({ length: EXPORTED_LINES }, (_, index) => String(index)),
      '',
    ])
    expect(pieces).toBeGreaterThan(2)
    expect(engine.calls).toEqual([['log.export', { format: 'log', agentId: SCRIPTED_AGENT }], ['log.export ended']])
  })

  it('ends an export with its failure, and reads no further when the client leaves', async () => {
    const pieces = []
    const order = { format: 'markdown', agentId: SCRIPTED_AGENT } as const
    for await (const piece of await wire.client.log.export(order)) pieces.push(piece)
    for await (const _piece of await wire.client.log.export({ format: 'log', agentId: null })) break
    await engine.until(() => engine.calls.length === 3)

    expect(pieces).toEqual([{ ok: false, error: { category: 'REFUSED', message: 'No words here.', retryable: false } }])
    expect(engine.calls).toEqual([
      ['log.export', order],
      ['log.export', { format: 'log', agentId: null }],
      ['log.export ended'],
    ])
  })

  it('imports a file, and refuses one that is too long for a message', async () => {
    const text = '{"kind":"user"}\r\n\n{"kind":"mark","content":"a\u2028b"}\n'
    const outcome = await wire.client.log.import({ text })
    const tooLong = wire.client.log.import({ text: 'x'.repeat(MAX_IMPORT_LENGTH + 1) })

    expect(outcome).toEqual({ ok: true, value: { agents: [SCRIPTED_AGENT], events: 3 } })
    await expect(tooLong).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(engine.calls).toEqual([['log.import', { text }]])
  })

  it('imports a file in pieces, and takes none out of order', async () => {
    const steps = []
    let outOfOrder
    for await (const step of await wire.client.log.importFile()) {
      steps.push(step)
      if (!step.ok || step.value.type !== 'ready') continue
      const { importId } = step.value
      await wire.client.log.importPiece({ importId, offset: 0, text: 'one\nt', isLast: false })
      outOfOrder = await wire.client.log.importPiece({ importId, offset: 4, text: 'x', isLast: false })
      await wire.client.log.importPiece({ importId, offset: 5, text: 'wo', isLast: true })
    }

    expect(steps).toMatchObject([
      { value: { type: 'ready' } },
      { value: { type: 'imported', result: { agents: [SCRIPTED_AGENT], events: 2 } } },
    ])
    expect(outOfOrder).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
    expect(engine.calls).toEqual([['imported', 'one', 'two']])
  })

  it('cancels an import in pieces when the client leaves, and takes no more of it', async () => {
    let importId = ''
    for await (const step of await wire.client.log.importFile()) {
      if (step.ok && step.value.type === 'ready') importId = step.value.importId
      await wire.client.log.importPiece({ importId, offset: 0, text: 'one\n', isLast: false })
      break
    }
    await engine.until(() => engine.calls.length === 1)
    const later = await wire.client.log.importPiece({ importId, offset: 4, text: 'two', isLast: true })

    expect(engine.calls).toEqual([['import cancelled', 'one']])
    expect(later).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
  })

  it('asks for the price of a request with its models, its text and its purpose', async () => {
    const order = { agentId: SCRIPTED_AGENT, models: ['gpt-5', '@fast'], text: 'Go', purpose: 'prompt' } as const
    const answer = await wire.client.price.next(order)
    expect(answer).toEqual({ ok: false, error: expect.objectContaining({ category: 'REFUSED' }) })
    expect(engine.calls).toEqual([['price.next', order]])
    const unknown = untyped<typeof order>({ ...order, purpose: 'guess' })
    await expect(wire.client.price.next(unknown)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('keeps several feeds and calls apart', async () => {
    const [left, right] = await Promise.all([openFeed(), openFeed()])
    await Promise.all([next(left.feed), next(right.feed)])
    const event = engine.record('for both')

    const answers = await Promise.all([
      next(left.feed),
      next(right.feed),
      wire.client.settings.get({ key: 'a' }),
      wire.client.settings.get({ key: 'b' }),
    ])

    expect(answers).toEqual([[{ type: 'recorded', event }], [{ type: 'recorded', event }], { key: 'a' }, { key: 'b' }])
  })
})

describe.each(TRANSPORTS)('a transport that carries more than JSON: $name', (transport) => {
  it('refuses a setting that is not JSON', async () => {
    const engine = createScriptedEngine()
    const { client, close } = await transport.start(engine, createRecordingLogger())
    const call = client.settings.set({ key: 'layout', value: { at: new Date(0) } })

    await expect(call).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(engine.calls).toEqual([])
    await close()
  })
})

it('refuses a setting of the window that is larger than it can be', async () => {
  const engine = createScriptedEngine()
  const { client, close } = await IN_MEMORY.start(engine, createRecordingLogger())
  const large = 'x'.repeat(500_001)
  const values = [large, [large], { panes: { one: large } }, Array.from({ length: 100_001 }, () => [1, 2])]
  for (const value of values) {
    await expect(client.settings.set({ key: 'layout', value })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const replaced = client.settings.replace({ key: 'theme', expected: null, value })
    await expect(replaced).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  }
  expect(engine.calls).toEqual([])
  await close()
})

describe('a client that stops pulling in memory', () => {
  it('leaves the engine with a bounded backlog and gets a snapshot', async () => {
    const engine = createScriptedEngine()
    const { client } = await IN_MEMORY.start(engine, createRecordingLogger())
    const feed = await client.agents.subscribe({ agentId: SCRIPTED_AGENT })
    await feed.next()

    for (let count = 0; count < 10 * PENDING_LIMIT + 7; count += 1) engine.record(`event ${count}`)
    const { done, value: items } = await feed.next()
    if (done === true) throw new Error('The feed has ended')

    expect(engine.subscriptions[0]?.mostPending).toBe(PENDING_LIMIT)
    expect(items[0]?.type).toBe('snapshot')
    expect(items.reduce(reduceAgentView, emptyAgentView(SCRIPTED_AGENT))).toEqual(engine.view())
    await feed.return?.(undefined)
  })
})
