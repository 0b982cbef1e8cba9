import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { emptyAgentView, reduceAgentView } from '../../src/shared/agent-view.ts'
import type { AgentFeedItem, AgentView } from '../../src/shared/agent-view.ts'
import type { EngineFeedItem } from '../../src/shared/engine-state.ts'
import type { ConnectionState } from '../../src/renderer/store/engine-connection.ts'
import { createRecordingLogger } from '../support/recording-logger.ts'
import { createScriptedEngine, PENDING_LIMIT, SCRIPTED_AGENT } from '../support/scripted-engine.ts'
import type { ScriptedEngine } from '../support/scripted-engine.ts'
import { BREAKABLE_TRANSPORTS } from './transports.ts'
import type { BreakableWire } from './transports.ts'

const DELTA = 'x'.repeat(32 * 1024)
const DELTAS = 2_000

describe.each(BREAKABLE_TRANSPORTS)('the window’s connection over $name', (transport) => {
  let engine: ScriptedEngine
  let wire: BreakableWire

  beforeEach(async () => {
    engine = createScriptedEngine()
    wire = await transport.start(engine, createRecordingLogger())
  })
  afterEach(() => wire.close())

  const reaches = (state: ConnectionState) =>
    new Promise<void>((resolve) => {
      if (wire.connection.state() === state) return resolve()
      const stop = wire.connection.onStateChange((now) => {
        if (now !== state) return
        stop()
        resolve()
      })
    })

  /** Follows the agent as a pane does, and can wait for what it has seen. */
  const follow = () => {
    const items: AgentFeedItem[] = []
    const waiting = new Set<() => void>()
    let view: AgentView = emptyAgentView(SCRIPTED_AGENT)
    const stop = wire.connection.followAgent(SCRIPTED_AGENT, (batch) => {
      items.push(...batch)
      view = batch.reduce(reduceAgentView, view)
      waiting.forEach((check) => check())
    })
    const until = (condition: () => boolean) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!condition()) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
        check()
      })
    return { items, stop, until, view: () => view }
  }

  it('goes from open to lost and back by itself', async () => {
    await reaches('open')
    const states: ConnectionState[] = []
    wire.connection.onStateChange((state) => states.push(state))

    wire.cut()
    await reaches('lost')
    await reaches('open')

    expect(states).toEqual(['lost', 'open'])
  })

  it('resumes after the last event that arrived, without losing or repeating one', async () => {
    const pane = follow()
    engine.record('one')
    engine.record('two')
    await pane.until(() => pane.view().lastEventId === 2)

    wire.cut()
    engine.record('three, while nobody heard')
    await engine.until(() => engine.subscriptions.length === 2)
    engine.record('four')
    await pane.until(() => pane.view().lastEventId === 4)

    expect(pane.view()).toEqual(engine.view())
    expect(engine.subscriptions.map(({ afterId }) => afterId)).toEqual([undefined, 2])
    expect(idsOf(pane.items)).toEqual([1, 2, 3, 4])
  })

  it('loses and repeats nothing however often the wire breaks', async () => {
    const pane = follow()
    for (let round = 0; round < 20; round += 1) {
      engine.record(`a${round}`)
      if (round % 2 === 0) await pane.until(() => pane.view().lastEventId === engine.view().lastEventId)
      wire.cut()
      engine.record(`b${round}`)
      await reaches('open')
    }
    await pane.until(() => pane.view().lastEventId === 40)

    expect(pane.view()).toEqual(engine.view())
    expect(idsOf(pane.items)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  })

  it('starts the engine’s feed again with a snapshot', async () => {
    const kinds: EngineFeedItem['type'][] = []
    await new Promise<void>((resolve) => {
      wire.connection.followEngine((items) => {
        kinds.push(...items.map(({ type }) => type))
        if (kinds.length === 1) wire.cut()
        else resolve()
      })
    })

    expect(kinds).toEqual(['snapshot', 'snapshot'])
  })

  it('ends the engine’s subscription when the connection breaks and when a pane is closed', async () => {
    const pane = follow()
    await pane.until(() => pane.items.length > 0)
    wire.cut()
    await engine.until(() => engine.subscriptions.length === 2 && engine.subscriptions[0]?.ended === true)
    await pane.until(() => pane.items.length > 1)
    pane.stop()
    await engine.until(() => engine.subscriptions[1]?.ended === true)

    expect(engine.subscriptions.map(({ signal }) => signal.aborted)).toEqual([true, true])
  })

  it('lets a call wait for the connection, and fails one that a lost connection has overtaken', async () => {
    const early = wire.client.settings.get({ key: 'early' })
    expect(await early).toEqual({ key: 'early' })

    const feed = await wire.client.agents.subscribe({ agentId: SCRIPTED_AGENT })
    await feed.next()
    const overtaken = feed.next()
    wire.cut()

    await expect(overtaken).rejects.toMatchObject({ name: 'ConnectionLostError' })
    expect(await wire.client.settings.get({ key: 'late' })).toEqual({ key: 'late' })
  })

  it('subscribes again after a bug of the engine', async () => {
    const pane = follow()
    engine.record('one')
    await pane.until(() => pane.view().lastEventId === 1)

    engine.breakFeeds(new Error('a bug'))
    await engine.until(() => engine.subscriptions.length === 2)
    engine.record('two')
    await pane.until(() => pane.view().lastEventId === 2)

    expect(idsOf(pane.items)).toEqual([1, 2])
  })

  it('stops pulling the engine while the window takes nothing in; then a snapshot says all', async () => {
    const pane = follow()
    await pane.until(() => pane.items.length > 0)
    engine.live({ type: 'turn_started', turnId: 't', model: 'm', startedAt: 0 })
    await pane.until(() => pane.view().turn !== null)

    wire.pause()
    for (let count = 0; count < DELTAS; count += 1) {
      engine.live({ type: 'text_delta', blockIndex: count % 7, text: DELTA })
      // Let whatever can be taken be taken.
      await new Promise(setImmediate)
    }
    const taken = engine.subscriptions[0]?.textTaken ?? Infinity
    wire.resume()
    await pane.until(() => pane.view().turn?.blocks.length === 7 && lengthOf(pane.view()) === DELTAS * DELTA.length)

    expect(taken).toBeLessThan(transport.capacity)
    expect(engine.subscriptions[0]?.mostPending).toBeLessThanOrEqual(PENDING_LIMIT)
    expect(pane.items.filter(({ type }) => type === 'snapshot').length).toBeGreaterThan(1)
    expect(pane.view()).toEqual(engine.view())
  })

  it('fails what waits when it is closed for good', async () => {
    await reaches('open')
    const feed = await wire.client.agents.subscribe({ agentId: SCRIPTED_AGENT })
    await feed.next()
    const pending = feed.next()

    wire.connection.close()

    await expect(pending).rejects.toMatchObject({ name: 'ConnectionLostError' })
    await expect(wire.client.settings.get({ key: 'a' })).rejects.toMatchObject({ name: 'ConnectionLostError' })
    await engine.until(() => engine.subscriptions[0]?.ended === true)
  })
})

/** Ids of the recorded events in the order in which a follower was given them; snapshots count only at the start. */
function idsOf(items: readonly AgentFeedItem[]): readonly number[] {
  return items.flatMap((item) => {
    if (item.type === 'recorded') return [item.event.id]
    if (item.type === 'resumed') return item.events.map(({ id }) => id)
    return item.type === 'snapshot' ? item.view.events.map(({ id }) => id) : []
  })
}

function lengthOf(view: AgentView): number {
  const blocks = view.turn?.blocks ?? []
  return blocks.reduce((sum, block) => sum + (block.type === 'text' ? block.text.length : 0), 0)
}
