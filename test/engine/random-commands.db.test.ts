import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../src/shared/agent-summary.ts'
import { isWrittenSummary } from '../../src/shared/context-edits.ts'
import type { SubmitResult } from '../../src/shared/contract/agents.ts'
import type { Result } from '../../src/shared/result.ts'
import { agentsOf, valueOf } from '../support/drive-agent.ts'
import { naiveContext } from '../support/naive-context.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

/** `RANDOM_STEPS=10000` for an hour of it; `RANDOM_SEED` repeats a run. */
const STEPS = Number(process.env['RANDOM_STEPS'] ?? 300)
const SEED = Number(process.env['RANDOM_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const TIMEOUT_MS = 60_000 + STEPS * 400
const MAX_AGENTS = 60

const step = fc.record({
  act: fc.oneof(
    { weight: 6, arbitrary: fc.constant('prompt') },
    { weight: 4, arbitrary: fc.constantFrom('mark', 'send', 'check-mail') },
    { weight: 4, arbitrary: fc.constantFrom('clear', 'rewind', 'undo', 'compress') },
    { weight: 4, arbitrary: fc.constantFrom('fork', 'fork mark', 'fork at', 'fork prompt', 'goal') },
    { weight: 2, arbitrary: fc.constantFrom('merge', 'merge and undo') },
    { weight: 1, arbitrary: fc.constantFrom('kill', 'model', 'nonsense', 'restart') },
  ),
  agent: fc.nat(),
  pick: fc.nat(),
})
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

describe('random commands', () => {
  let simulator: Simulator
  let real: RealEngine
  /** Lines that were acknowledged, by agent, in order. */
  const acknowledged = new Map<string, string[]>()

  beforeAll(async () => {
    simulator = await startSimulator()
    let answers = 0
    simulator.answerWith(() => textAnswer(`answer ${++answers}`))
    real = await openRealEngine(simulator.environment())
  })

  afterAll(() => closeAll(real, simulator))

  async function type(agent: AgentSummary, text: string): Promise<Result<SubmitResult>> {
    const result = await real.engine.agents.submit({ agentId: agent.id, text })
    if (result.ok) acknowledged.set(agent.id, [...(acknowledged.get(agent.id) ?? []), ...text.split('\n')])
    await Promise.all((result.ok ? [agent.id, ...result.value.startedChildren] : []).map(idle))
    return result
  }

  /** Resolves when no turn of the agent runs. */
  async function idle(agentId: string): Promise<void> {
    const stop = new AbortController()
    for await (const batch of real.engine.agents.subscribe({ agentId }, stop.signal)) {
      const began = batch.some((item) => item.type === 'snapshot' && item.view.turn !== null)
      const ended = batch.some((item) => item.type === 'live' && item.event.type === 'turn_ended')
      if (ended || (!began && batch.some((item) => item.type === 'snapshot'))) stop.abort()
    }
  }

  /** Merges a text about a branch; returns the event, or null if it is refused. */
  async function merged(source: AgentSummary, into: AgentSummary, pick: number): Promise<number | null> {
    const wish = { source: source.id, into: into.id, text: `report ${pick}`, maxTokens: 100 }
    const done = await real.engine.comparisons.mergeBranch(wish)
    return done.ok ? done.value.eventId : null
  }

  async function mergedAndUndone(source: AgentSummary, into: AgentSummary, pick: number): Promise<void> {
    const before = await sent(into)
    const eventId = await merged(source, into, pick)
    if (eventId !== null) valueOf(await real.engine.agents.discard({ agentId: into.id, eventId }))
    expect(await sent(into)).toBe(before)
  }

  async function sent({ id }: AgentSummary): Promise<string> {
    return JSON.stringify(valueOf(await real.engine.agents.transcript({ agentId: id })).body)
  }

  async function take({ act, agent: at, pick }: Step): Promise<void> {
    const agents = await agentsOf(real.engine)
    const agent = agents[at % agents.length]
    const other = agents[pick % agents.length]
    if (agent === undefined || other === undefined) return
    const { marks, segments } = valueOf(await real.engine.agents.context({ agentId: agent.id }))
    const mark = marks[pick % Math.max(1, marks.length)]?.name ?? 'NOWHERE'
    const hasRoom = agents.length < MAX_AGENTS
    switch (act) {
      case 'restart':
        return real.reopen()
      case 'prompt':
        return void (await type(agent, `prompt ${pick}`))
      case 'mark':
        return void (await type(agent, `/mark M${pick % 4}`))
      case 'rewind':
        return void (await type(agent, `/clear ${mark}`))
      case 'undo':
        return void (await type(agent, '/clear --undo'))
      case 'compress':
        return void (await type(agent, pick % 2 === 0 ? '/compress' : `/compress ${mark}`))
      case 'send':
        return void (await type(agent, `/send ${other.id} letter ${pick}`))
      case 'model':
        return void (await type(agent, '/model claude-haiku-4-5/none'))
      case 'nonsense':
        return void (await type(agent, ['/nonsense', '/mark two words', '/fork "', '/send x'][pick % 4] ?? ''))
      case 'kill':
        return void (agent.parentId !== null && (await type(agent, '/kill')))
      case 'merge':
        return void (await merged(other, agent, pick))
      case 'merge and undo':
        return mergedAndUndone(other, agent, pick)
      case 'fork':
        return void (hasRoom && (await type(agent, '/fork')))
      case 'fork mark':
        return void (hasRoom && (await type(agent, `/fork ${mark}`)))
      case 'fork prompt':
        return void (hasRoom && (await type(agent, `/fork "task ${pick}"`)))
      case 'goal':
        return void (hasRoom && (await type(agent, `/mark GOAL\ngoal ${pick}\n/fork GOAL`)))
      case 'fork at': {
        const atEventId = segments[pick % Math.max(1, segments.length)]?.event.id
        if (!hasRoom || atEventId === undefined) return
        const forked = await real.engine.agents.fork({ agentId: agent.id, models: [], atEventId })
        if (forked.ok) await Promise.all(forked.value.map(({ id }) => idle(id)))
        return
      }
      default:
        return void (await type(agent, `/${act}`))
    }
  }

  async function wholeLog(): Promise<readonly AgentEvent[]> {
    const events: AgentEvent[] = []
    for (let afterId = 0; ; afterId = events.at(-1)?.id ?? 0) {
      const page = valueOf(await real.storage.transfer.eventsAfter(afterId, { limit: 5_000, agentIds: null }))
      if (page.length === 0) return events
      events.push(...page)
    }
  }

  it(
    `of ${STEPS} steps end with every context as its definition says, no event lost and no orphan (seed ${SEED})`,
    async () => {
      valueOf(await real.engine.agents.create({ model: 'claude-haiku-4-5/none' }))
      const [steps = []] = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS }), { seed: SEED, numRuns: 1 })
      for (const one of steps) await take(one)
      const log = await wholeLog()
      const agents = new Map((await agentsOf(real.engine)).map((agent) => [agent.id, agent]))
      expectNoOrphans(log, agents)
      for (const restarts of [0, 1]) {
        if (restarts > 0) await real.reopen()
        for (const id of agents.keys()) {
          const expected = naiveContext(log, agents, id)
          const { segments, marks, system } = valueOf(await real.engine.agents.context({ agentId: id }))
          expect([segments.map(({ event }) => event.id), marks.map(({ name, eventId }) => [name, eventId])]).toEqual([
            expected.items.map((item) => item.id),
            [...expected.marks],
          ])
          expect(system?.content).toBe(expected.system)
        }
      }
      for (const [id, lines] of acknowledged) {
        const typed = log.flatMap((event) =>
          event.agentId === id &&
          (event.kind === 'command' ? event.data.ok : /^(prompt|goal) /.test(event.content ?? '')) &&
          event.kind !== 'assistant'
            ? [event.content ?? '']
            : [],
        )
        expect(typed).toEqual(lines)
      }
      const mail = valueOf(await real.storage.transfer.mail())
      const read = log.flatMap((event) => (event.kind === 'mail' ? [event.data.mail_id] : []))
      expect(read.toSorted((a, b) => a - b)).toEqual(mail.filter(({ readAt }) => readAt !== null).map(({ id }) => id))
      for (const { id, unreadMail } of agents.values()) {
        expect(mail.filter(({ to, readAt }) => to === id && readAt === null)).toHaveLength(unreadMail)
      }
    },
    TIMEOUT_MS,
  )
})

function expectNoOrphans(log: readonly AgentEvent[], agents: ReadonlyMap<string, AgentSummary>): void {
  const ids = new Set(log.map(({ id }) => id))
  const lost = log.filter((event) => {
    if (!agents.has(event.agentId)) return true
    if (event.kind === 'fork') return !agents.has(event.data.child)
    if (event.kind === 'rewind') return !ids.has(event.data.target_id)
    if (isWrittenSummary(event)) return !ids.has(event.data.from_id) || !ids.has(event.data.to_id)
    return event.kind === 'mail' && !agents.has(event.data.from)
  })
  const strays = [...agents.values()].filter(({ parentId }) => parentId !== null && !agents.has(parentId))
  const forked = log.filter(({ kind }) => kind === 'fork').length
  const children = [...agents.values()].filter(({ parentId }) => parentId !== null).length
  expect([lost, strays, forked]).toEqual([[], [], children])
}
