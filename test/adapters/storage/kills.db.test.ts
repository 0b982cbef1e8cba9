import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../../support/close-all.ts'
import type { Change, Committed } from '../../../src/main/core/ports/log-ports.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import { CHOICE, newAgent, open, recordAgent, urlOf, userEvent, valueOf } from './support/test-storage.ts'
import { storageForTests } from './support/storage-for-tests.ts'

const MANY = 20_000

const shared = storageForTests()
let other: Storage

beforeAll(async () => {
  other = await open(shared.directory, urlOf(shared.directory))
})

afterAll(() => closeAll(other))

/** An agent, its child, its grandchild. */
async function recordChain(): Promise<readonly [AgentId, AgentId, AgentId]> {
  const root = await recordAgent(shared.storage)
  const child = await recordAgent(shared.storage, { parentId: root })
  return [root, child, await recordAgent(shared.storage, { parentId: child })]
}

function kill(agentId: AgentId, by: Storage = shared.storage): Promise<Committed> {
  return by.store.commit({ kill: { agentId, by: 'person' } }).then(valueOf)
}

const startOf = (agentId: AgentId): Change => ({ startedTurns: [{ agentId, turnId: randomUUID(), choice: CHOICE }] })

async function runningOf(ids: readonly AgentId[]): Promise<readonly AgentId[]> {
  const agents = valueOf(await shared.storage.store.agents())
  return agents.flatMap(({ id, status }) => (ids.includes(id) && status === 'running' ? [id] : []))
}

describe('a kill', () => {
  it('ends all that is below its agent, whoever made it, with an event for each', async () => {
    const [root, child, grandchild] = await recordChain()
    const unknown = await recordAgent(other, { parentId: grandchild })
    const line = userEvent(root, 'before')
    const { events, agents } = valueOf(
      await shared.storage.store.commit({ events: [line], kill: { agentId: child, by: root } }),
    )
    expect(events.map(({ agentId, kind, data }) => ({ agentId, kind, data }))).toEqual([
      { agentId: root, kind: 'user', data: null },
      ...[child, grandchild, unknown].map((agentId) => ({ agentId, kind: 'agent_killed', data: { by: root } })),
    ])
    expect(agents.map(({ id, status }) => [id, status])).toEqual(
      [child, grandchild, unknown].map((id) => [id, 'killed']),
    )
    const stored = valueOf(await shared.storage.store.events({ agentId: unknown }))
    expect(stored).toEqual(events.slice(3))
    expect(await runningOf([root, child, grandchild, unknown])).toEqual([root])
  })

  it('is told to other engines with every agent and event', async () => {
    const [, child, grandchild] = await recordChain()
    const missing = new Set([child, grandchild].flatMap((id) => [`agent ${id}`, `agent_killed ${id}`]))
    const { promise, resolve } = Promise.withResolvers<void>()
    // Commits of the tests before may still arrive.
    const stop = other.store.onRemoteCommit(({ agents, events }) => {
      for (const { id, status } of agents) if (status === 'killed') missing.delete(`agent ${id}`)
      for (const { agentId, kind } of events) missing.delete(`${kind} ${agentId}`)
      if (missing.size === 0) resolve()
    })
    await kill(child)
    await promise
    stop()
    expect([...missing]).toEqual([])
  })

  it('of an agent that was killed already ends what runs below it, and nothing twice', async () => {
    const [root, child, grandchild] = await recordChain()
    await kill(grandchild)
    await kill(root)
    const again = await kill(child)
    expect([again.events, again.agents]).toEqual([[], []])
    expect(valueOf(await shared.storage.store.events({ agentId: grandchild }))).toHaveLength(1)
  })

  it.each([
    ['a child', (id: AgentId): Change => ({ newAgents: [newAgent({ parentId: id })] })],
    ['a started turn', startOf],
    ['a prompt', (id: AgentId): Change => ({ events: [userEvent(id, 'go on')] })],
  ])('lets nothing begin below: %s is refused, also from another engine', async (_what, change) => {
    const [root, child, grandchild] = await recordChain()
    await kill(root)
    for (const engine of [shared.storage, other]) {
      for (const id of [root, child, grandchild]) {
        const bystander = newAgent()
        const refused = await engine.store.commit({
          ...change(id),
          agentChanges: [],
          newAgents: [bystander, ...(change(id).newAgents ?? [])],
        })
        expect(refused).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
        expect(valueOf(await shared.storage.store.agents()).some((agent) => agent.id === bystander.id)).toBe(false)
      }
    }
  })

  it('refuses the next request of a turn that runs, and lets what it said be recorded', async () => {
    const [root, child] = await recordChain()
    const started = { agentId: child, turnId: randomUUID(), choice: CHOICE }
    valueOf(await shared.storage.store.commit({ startedTurns: [started] }))
    await kill(root, other)
    const settled: Change = {
      settledTurns: [started.turnId],
      events: [{ agentId: child, turnId: started.turnId, kind: 'assistant', content: 'so far', data: {} }],
    }
    expect(await shared.storage.store.commit({ ...settled, startedTurns: [started] })).toMatchObject({ ok: false })
    expect(valueOf(await shared.storage.store.commit(settled)).events).toHaveLength(1)
  })

  it('and forks at the same moment leave no child behind', async () => {
    for (let round = 0; round < 10; round++) {
      const root = await recordAgent(shared.storage)
      const children = Array.from({ length: 12 }, () => newAgent({ parentId: root }))
      const forks = children.map((agent, at) =>
        (at % 2 === 0 ? shared.storage : other).store.commit({
          newAgents: [agent],
          events: [userEvent(agent.id, 'go')],
          ...startOf(agent.id),
        }),
      )
      const [results] = await Promise.all([Promise.all(forks), kill(root, round % 2 === 0 ? shared.storage : other)])
      expect(await runningOf([root, ...children.map(({ id }) => id)])).toEqual([])
      expect(results.filter((result) => !result.ok && result.error.category !== 'REFUSED')).toEqual([])
    }
  })

  it(`ends ${MANY} agents, in one commit`, async () => {
    const root = await recordAgent(shared.storage)
    const chain = Array.from({ length: 2_000 }, () => newAgent())
    const below = chain.map((agent, at) => ({ ...agent, parentId: chain[at - 1]?.id ?? root }))
    const wide = Array.from({ length: MANY - below.length - 1 }, () => newAgent({ parentId: root }))
    valueOf(await shared.storage.store.commit({ newAgents: [...below, ...wide] }))
    const all = new Set([root, ...below.map(({ id }) => id), ...wide.map(({ id }) => id)])
    const heard = new Set<string>()
    const { promise, resolve } = Promise.withResolvers<void>()
    const stop = other.store.onRemoteCommit(({ events }) => {
      for (const { agentId, kind } of events) if (kind === 'agent_killed' && all.has(agentId)) heard.add(agentId)
      if (heard.size === MANY) resolve()
    })
    const { agents } = await kill(root)
    expect(agents).toHaveLength(MANY)
    await promise
    stop()
    const stored = valueOf(await shared.storage.store.agents())
    expect(stored.filter(({ id, status }) => all.has(id) && status === 'running')).toEqual([])
  })
})
