import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { Storage } from '../../../src/main/core/ports/storage-ports.ts'
import {
  DATABASE_TIMEOUT_MS,
  open,
  recordAgent,
  removeDirectory,
  temporaryDirectory,
  userEvent,
  valueOf,
} from './support/test-storage.ts'

vi.setConfig({ testTimeout: DATABASE_TIMEOUT_MS, hookTimeout: DATABASE_TIMEOUT_MS })

const directory = temporaryDirectory()
let engines: readonly Storage[] = []

beforeAll(async () => {
  engines = [await open(directory), await open(directory)]
})

afterAll(async () => {
  for (const engine of engines) await engine.close()
  removeDirectory(directory)
})

/**
 * A commit of one of the engines: so many events of an agent. Nothing can be recorded for the last agent, it is killed.
 */
const AGENTS = 4
const step = fc.record({
  engine: fc.nat({ max: 1 }),
  agent: fc.nat({ max: AGENTS - 1 }),
  events: fc.integer({ min: 1, max: 3 }),
  /** Whether the next commit is given only when this one is done. */
  waits: fc.boolean(),
})

it('any interleaving records what is accepted once, in order, and refuses only what must be refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40 }), async (steps) => {
      const [engine] = engines
      if (engine === undefined) throw new Error('No engine')
      const agents = await Promise.all(Array.from({ length: AGENTS }, () => recordAgent(engine)))
      const killed = agents[AGENTS - 1] ?? ''
      valueOf(await engine.store.commit({ kill: { agentId: killed, by: 'person' } }))
      const commits = await commitAll(steps, agents)
      for (const { agentId, texts, result } of commits) {
        const recorded = result.ok ? result.value.events.map(({ content }) => content) : null
        expect(recorded).toEqual(agentId === killed ? null : texts)
      }
      for (const agentId of agents.filter((id) => id !== killed)) {
        const stored = valueOf(await engine.store.events({ agentId }))
        const acknowledged = commits.flatMap(({ result }) => (result.ok ? result.value.events : []))
        // Exactly what was acknowledged, under the ids that were acknowledged.
        expect(stored).toEqual(sorted(acknowledged.filter((event) => event.agentId === agentId)))
        for (const index of engines.keys()) {
          const own = commits.filter((each) => each.engine === index && each.agentId === agentId)
          const texts = new Set(own.flatMap((each) => each.texts))
          expect(stored.map(({ content }) => content ?? '').filter((text) => texts.has(text))).toEqual([...texts])
        }
      }
      expect(valueOf(await engine.store.events({ agentId: killed })).map(({ kind }) => kind)).toEqual(['agent_killed'])
    }),
    { numRuns: 25 },
  )
})

async function commitAll(
  steps: readonly { engine: number; agent: number; events: number; waits: boolean }[],
  agents: readonly AgentId[],
) {
  const running = []
  for (const [index, { engine, agent, events, waits }] of steps.entries()) {
    const agentId = agents[agent] ?? ''
    const texts = Array.from({ length: events }, (_, number) => `${index}.${number}`)
    const commit = engines[engine]?.store.commit({ events: texts.map((text) => userEvent(agentId, text)) })
    if (commit === undefined) throw new Error('No engine')
    running.push(commit.then((result) => ({ engine, agentId, texts, result })))
    if (waits) await commit
  }
  return Promise.all(running)
}

const sorted = (events: readonly AgentEvent[]): readonly AgentEvent[] => events.toSorted((a, b) => a.id - b.id)

it('mail read twice at once is refused once, whatever is committed with it', async () => {
  const [engine] = engines
  if (engine === undefined) throw new Error('No engine')
  const [from, to] = [await recordAgent(engine), await recordAgent(engine)]
  valueOf(await engine.store.commit({ newMail: [{ from, to, content: 'one' }] }))
  const readMail = valueOf(await engine.mail.unread(to))
  const results = await Promise.all([
    engine.store.commit({ events: [userEvent(from, 'before')] }),
    engine.store.commit({ readMail, events: [userEvent(to, 'first')] }),
    engine.store.commit({ readMail, events: [userEvent(to, 'second')] }),
    engine.store.commit({ newMail: [{ from, to, content: 'two' }] }),
    engine.store.commit({ events: [userEvent(from, 'after')] }),
  ])
  expect(results.map(({ ok }) => ok)).toEqual([true, true, false, true, true])
  expect(valueOf(await engine.store.agents()).find(({ id }) => id === to)?.unreadMail).toBe(1)
})
