import { afterAll, beforeAll, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import { rerunSubtree } from '../../src/main/command-line/rerun-subtree.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import type { RerunView } from '../../src/shared/rerun.ts'
import { agentsOf, Pane, refusalOf, seen, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { type ScriptedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { LookUp, rerun } from '../support/rerun-runs.ts'

const tool = new LookUp()
let simulator: Simulator
let real: RealEngine
let parent: Pane
let fork: Pane
/** Called when the end of a rerun is recorded, before another one begins. */
let onEnded = async (): Promise<void> => undefined
/** The requests of the parent, then those of its fork. */
let sent: readonly string[]

/** A call whose id is the same in each run, as the requests contain it. */
const look = (word: string): ScriptedAnswer => ({
  type: 'script',
  blocks: [{ type: 'tool_call', id: `toolu_${word}`, name: 'look_up', arguments: { word } }],
})

/** The requests from an index on. What a request asks about the cache names the answer before it, which each run has anew. */
const sentFrom = (index: number): readonly string[] =>
  simulator.requests.slice(index).map(({ bodyText }) => bodyText.replace(/"previous_message_id":"\w+"/, ''))

/** The parent calls and answers; so does its fork. */
function enqueueBoth(): void {
  simulator.enqueue('anthropic', look('a'))
  simulator.enqueue('anthropic', textAnswer('One.'))
  simulator.enqueue('anthropic', look('b'))
  simulator.enqueue('anthropic', textAnswer('Two.'))
}

beforeAll(async () => {
  simulator = await startSimulator()
  const wrapStorage = (storage: Storage): Storage => {
    const commit: Storage['store']['commit'] = async (change) => {
      const committed = await storage.store.commit(change)
      if (change.events?.some(({ kind, data }) => kind === 'rerun' && data.step === 'ended') === true) await onEnded()
      return committed
    }
    return { ...storage, store: { ...storage.store, commit } }
  }
  real = await openRealEngine(simulator.environment(), { tools: [tool], allowed: ['look_up'], wrapStorage })
  parent = await Pane.create(real.engine, 'claude-haiku-4-5/none')
  enqueueBoth()
  await parent.type('Look it up')
  fork = await parent.fork({ models: [], prompt: 'And in the fork?' })
  await fork.until(({ view }) => view.turn === null && view.events.at(-1)?.kind === 'assistant')
  sent = sentFrom(0)
  await parent.fork({ models: [] })
  simulator.enqueue('anthropic', look('a'))
  simulator.enqueue('anthropic', textAnswer('One.'))
  await rerun(real, parent.agentId)
})
afterAll(() => closeAll(real, simulator))

interface Printed {
  readonly reruns: readonly RerunView[]
}

/** Runs the subtree again, and returns the exit code and the JSON on stdout. */
async function again(signal = new AbortController().signal) {
  const out: string[] = []
  const output = { out: (text: string) => out.push(text), error: () => undefined }
  const order = { agentId: parent.agentId, onDifference: 'end', json: true, signal } as const
  const code = await rerunSubtree(real.engine, order, false, output)
  const result: Printed = JSON.parse(out.join(''))
  return { code, result }
}

const originals = ({ reruns }: Printed) => reruns.map(({ original }) => original.agentId)

it('runs each agent with an answer again where it was forked, with equal requests, and no rerun of a rerun', async () => {
  const { runs } = tool
  const before = simulator.requests.length
  enqueueBoth()
  const { code, result } = await again()
  expect([code, originals(result)]).toEqual([0, [parent.agentId, fork.agentId]])
  expect(result).toMatchObject({ agentId: parent.agentId, refused: [], notBegun: [] })
  expect(sentFrom(before)).toEqual(sent)
  expect(tool.runs).toBe(runs)
})

it('goes on after a turn that failed', async () => {
  simulator.enqueue('anthropic', { type: 'failure', failure: { kind: 'bad_request', message: 'No.' } })
  simulator.enqueue('anthropic', { type: 'failure', failure: { kind: 'bad_request', message: 'No.' } })
  simulator.enqueue('anthropic', look('b'))
  simulator.enqueue('anthropic', textAnswer('Two.'))
  const { code, result } = await again()
  expect([code, result.reruns]).toMatchObject([1, [{ status: 'failed' }, { status: 'completed' }]])
})

it.each([
  ['by a signal', (_rerunId: string, stop: AbortController) => stop.abort()],
  ['by the user', (rerunId: string) => void real.engine.agents.cancel({ agentId: rerunId })],
])('begins no other rerun after one was stopped %s', async (_how, stopIt) => {
  const stop = new AbortController()
  const known = new Set((await agentsOf(real.engine)).map(({ id }) => id))
  simulator.enqueue('anthropic', { ...textAnswer('Wait.'), holdAfterEvents: 1 })
  const ended = again(stop.signal)
  await simulator.streamHeld()
  const running = await seen(real.engine, ({ id }) => !known.has(id))
  stopIt(running.id, stop)
  const { code, result } = await ended
  expect([code, result]).toMatchObject([130, { reruns: [{ status: 'stopped' }], notBegun: [fork.agentId] }])
})

it.each([
  ['all agents were', () => null],
  ['the original was', () => parent.agentId],
])('begins no other rerun when %s stopped between two', async (_which, agentId) => {
  onEnded = async () => {
    valueOf(await real.engine.agents.stop({ agentId: agentId() }))
    onEnded = async () => undefined
  }
  simulator.enqueue('anthropic', look('a'))
  simulator.enqueue('anthropic', textAnswer('One.'))
  const { code, result } = await again()
  expect([code, result]).toMatchObject([130, { reruns: [{ status: 'completed' }], notBegun: [fork.agentId] }])
})

it('goes on after the turn of the original was cancelled', async () => {
  onEnded = async () => {
    expect(valueOf(await real.engine.agents.cancel({ agentId: parent.agentId }))).toBe(false)
    onEnded = async () => undefined
  }
  enqueueBoth()
  const { code, result } = await again()
  expect([code, originals(result)]).toEqual([0, [parent.agentId, fork.agentId]])
})

it('of one operation is the first rerun, and the others follow by themselves', async () => {
  const known = new Set((await agentsOf(real.engine)).map(({ id }) => id))
  const before = simulator.requests.length
  enqueueBoth()
  const request = { agentId: parent.agentId, subtree: true, onDifference: 'end' } as const
  const first = valueOf(await real.engine.reruns.start(request))
  const second = await seen(real.engine, ({ id }) => !known.has(id) && id !== first)
  const pane = await Pane.open(real.engine, second.id)
  await pane.until(({ view }) => view.events.some(({ kind, data }) => kind === 'rerun' && data.step === 'ended'))
  pane.close()
  const originalOf = async (rerunId: string): Promise<unknown> => {
    const { status, original } = valueOf(await real.engine.reruns.view({ rerunId }))
    return [status, original.agentId]
  }
  expect([await originalOf(first), await originalOf(second.id)]).toEqual([
    ['completed', parent.agentId],
    ['completed', fork.agentId],
  ])
  expect(sentFrom(before)).toEqual(sent)
  expect(refusalOf(await real.engine.reruns.start({ ...request, promptId: 1 }))).toContain('give one of them')
})
