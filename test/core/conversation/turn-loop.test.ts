import { expect, it } from 'vitest'

import { AgentContexts } from '../../../src/main/core/context/agent-contexts.ts'
import { AgentTree, AGENT_KILLED } from '../../../src/main/core/agents/agent-tree.ts'
import { LEASED_ELSEWHERE } from '../../../src/main/core/conversation/open-turn.ts'
import type { TurnServices } from '../../../src/main/core/conversation/turn-services.ts'
import { TurnLoop } from '../../../src/main/core/conversation/turn-loop.ts'
import type { Clock } from '../../../src/main/core/ports/system-ports.ts'
import { ok, refuse } from '../../../src/shared/result.ts'
import { agentRecord } from '../../support/agent-summary.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'
import { untyped } from '../../support/untyped.ts'

const agent = agentRecord({ choice: { provider: 'anthropic', model: 'claude-opus-5-5', thinkingLevel: 'none' } })

/** A loop whose leases are given out by the test, and what happened, in order. */
function makeLoop(isFree = true, sleep: Clock['sleep'] = () => Promise.resolve()) {
  const steps: string[] = []
  const tree = new AgentTree()
  tree.put(agent)
  const release = () => Promise.resolve(void steps.push('released'))
  const used: Partial<TurnServices> & object = {
    leases: { acquire: async () => ok(isFree ? { release } : null) },
    contexts: new AgentContexts({ events: async () => ok([]) }, () => undefined),
    ids: { uuid: () => 't', toolCallId: () => '', random: () => 0 },
    clock: { now: () => 0, sleep },
    logger: createRecordingLogger(),
    turnScopes: { run: (_turn, work) => work(), current: () => null },
    warmer: { settle: () => Promise.resolve() },
    onTurnEnded: (_, outcome) => void steps.push(`${outcome}, ${loop.isBusy('a') ? 'busy' : 'free'}`),
  }
  const hub = {
    live: (_: string, { type }: { readonly type: string }) => void steps.push(type),
    record: async () => ok([]),
    abandon: () => undefined,
  }
  const others = { hub, registry: { tree, setActivity: () => undefined }, config: { pools: {} } }
  // The loop uses nothing else of its services without a turn of a model.
  const loop: TurnLoop = new TurnLoop(untyped<TurnServices>({ ...used, ...others }))
  return { loop, steps }
}

it('holds the lease while it works, and reports the end when the agent is free', async () => {
  const { loop, steps } = makeLoop()
  const result = await loop.runExclusive(agent, async () => {
    steps.push(loop.isBusy('a') ? 'works' : 'not busy')
    return ok('done')
  })
  expect(result).toEqual(ok('done'))
  expect(steps).toEqual(['turn_started', 'works', 'released', 'turn_ended', 'completed, free'])
})

it('releases the lease after work that throws', async () => {
  const { loop, steps } = makeLoop()
  const result = await loop.runExclusive(agent, () => Promise.reject(new Error('a bug')))
  expect(result.ok).toBe(false)
  expect(steps).toEqual(['turn_started', 'released', 'turn_ended', 'failed, free'])
})

it('starts nothing that another engine runs, and is free afterwards', async () => {
  const { loop, steps } = makeLoop(false)
  const result = await loop.runExclusive(agent, async () => ok(null))
  expect(result).toEqual(refuse(LEASED_ELSEWHERE))
  expect([steps, loop.isBusy('a')]).toEqual([[], false])
})

it('starts nothing for a killed agent, and nothing beside a turn or during a stop', async () => {
  const { loop } = makeLoop()
  const work = async () => ok(null)
  expect(await loop.runExclusive({ ...agent, status: 'killed' }, work)).toEqual(refuse(AGENT_KILLED))
  const inside = Promise.withResolvers<unknown>()
  await loop.runExclusive(agent, async () => {
    inside.resolve(await loop.runExclusive(agent, work))
    return ok(null)
  })
  expect(await inside.promise).toMatchObject({ ok: false, error: { category: 'REFUSED' } })
  const release = loop.holdBack('a')
  expect(await loop.runExclusive(agent, work)).toMatchObject({ ok: false })
  release()
  expect(await loop.runExclusive(agent, work)).toEqual(ok(null))
})

it('ends all work between two turns at a stop and at its close, and only the own work of an agent at a cancel', async () => {
  const { loop } = makeLoop()
  const spans = [loop.spans.begin('a'), loop.spans.begin('a'), loop.spans.beginSeries('a')]
  const aborted = () => spans.map(({ signal }) => signal.aborted)
  expect([await loop.cancel('a'), aborted()]).toEqual([true, [true, true, false]])
  for (const span of spans.slice(0, 2)) span.end()
  expect([await loop.cancel('a'), aborted()]).toEqual([false, [true, true, false]])
  await loop.stop('b')
  expect(aborted()).toEqual([true, true, false])
  spans.push(loop.spans.beginSeries('a'))
  await loop.stop('a')
  expect(aborted()).toEqual([true, true, true, true])
  spans.push(loop.spans.begin('a'), loop.spans.beginSeries('b'))
  await loop.close()
  expect(aborted()).toEqual(spans.map(() => true))
})

it('gives up a turn that has not ended a minute after its stop', async () => {
  const slept = Promise.withResolvers<number>()
  const over = Promise.withResolvers<void>()
  const { loop, steps } = makeLoop(true, (ms) => {
    slept.resolve(ms)
    return over.promise
  })
  const running = Promise.withResolvers<void>()
  const result = loop.runExclusive(agent, () => {
    running.resolve()
    return new Promise<never>(() => undefined)
  })
  await running.promise
  const cancelled = loop.cancel('a')
  expect(await slept.promise).toBe(60_000)
  expect(steps).toEqual(['turn_started'])
  over.resolve()
  expect([await cancelled, (await result).ok]).toEqual([true, false])
  expect(steps).toEqual(['turn_started', 'error', 'released', 'turn_ended', 'cancelled, free'])
})
