import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { AgentSummary } from '../../src/shared/agent-summary.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import type { RerunView } from '../../src/shared/rerun.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { eventsOf, lookUp, LookUp, rerun, type RerunWish } from '../support/rerun-runs.ts'

describe('a rerun', () => {
  const tool = new LookUp()
  let folder: string
  let simulator: Simulator
  let real: RealEngine
  let inbox: ApprovalClient
  let original: Pane
  /** Called when a part of a rerun is recorded as repeated, before its next turn. */
  let onRepeated = async (_rerunId: string): Promise<void> => undefined

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ikigai-reruns-'))
    simulator = await startSimulator()
    const log = (hook: string) => ({ command: ['bash', '-c', `cat >> "${join(folder, hook)}"`] })
    const hooks = { before_tool: [log('before')], after_tool: [log('after')], turn_end: [log('end')] }
    const wrapStorage = (storage: Storage): Storage => {
      const commit: Storage['store']['commit'] = async (change) => {
        const committed = await storage.store.commit(change)
        const event = change.events?.find(({ kind, data }) => kind === 'rerun' && data.step === 'repeated')
        if (event !== undefined) await onRepeated(event.agentId)
        return committed
      }
      return { ...storage, store: { ...storage.store, commit } }
    }
    const options = { tools: [tool], allowed: ['look_up'], attended: true, config: { hooks }, wrapStorage }
    real = await openRealEngine(simulator.environment(), options)
    inbox = new ApprovalClient(real.engine)
    original = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    simulator.enqueue('anthropic', lookUp('a', 'b'))
    simulator.enqueue('anthropic', lookUp('c'))
    simulator.enqueue('anthropic', textAnswer('One.'))
    await original.type('Look it up')
    simulator.enqueue('anthropic', textAnswer('Two.'))
    await original.type('And?')
  })
  afterAll(() => closeAll(inbox, real, simulator, folder))

  const results = async (agentId: string): Promise<readonly string[]> =>
    (await eventsOf(real, agentId)).flatMap(({ kind, content }) => (kind === 'tool_result' ? [content ?? ''] : []))

  const answerId = async (agentId: string, index: number): Promise<number | undefined> =>
    (await eventsOf(real, agentId)).filter(({ kind }) => kind === 'assistant')[index]?.id

  it('with another model asks at a difference, plays the nearest result, and goes on', async () => {
    const { runs } = tool
    simulator.enqueue('openai', lookUp('a'))
    simulator.enqueue('openai', lookUp('x', 'c'))
    simulator.enqueue('openai', textAnswer('Uno.'))
    simulator.enqueue('openai', textAnswer('Dos.'))
    const request = { agentId: original.agentId, model: 'gpt-5-mini/low', onDifference: 'ask' } as const
    const rerunId = valueOf(await real.engine.reruns.start(request))
    await inbox.until(({ pending }) => pending.size === 1)
    const [question] = inbox.pending.values()
    expect(question).toMatchObject({
      agentId: rerunId,
      access: 'question',
      choices: ['Play the nearest recorded result', 'Run for real', 'End the rerun'],
      subject: expect.stringContaining('look_up {"word":"x"}'),
    })
    const answerWith = (...choices: readonly string[]) =>
      real.engine.approvals.answer({ approvalId: question?.id ?? '', answer: { type: 'reply', choices, text: '' } })
    expect(refusalOf(await answerWith())).toBe('Choose one of the answers.')
    const pane = await Pane.open(real.engine, rerunId)
    valueOf(await answerWith('Play the nearest recorded result'))
    await pane.until(({ view }) => view.events.some(({ kind, data }) => kind === 'rerun' && data.step === 'ended'))
    const view = valueOf(await real.engine.reruns.view({ rerunId }))
    expect(view).toMatchObject({
      status: 'completed',
      differences: 1,
      divergence: {
        type: 'other_call',
        recorded: { name: 'look_up', arguments: { word: 'b' } },
        made: { name: 'look_up', arguments: { word: 'x' } },
        choice: 'nearest',
        answers: { original: await answerId(original.agentId, 0), again: await answerId(rerunId, 1) },
      },
      original: { model: 'claude-haiku-4-5', answers: 4, calls: 3 },
      again: { model: 'gpt-5-mini', answers: 4, calls: 3 },
    })
    expect(await results(rerunId)).toEqual(await results(original.agentId))
    expect(tool.runs).toBe(runs)
    pane.close()
  })

  it('runs calls from a difference on if the user says so, and before it none', async () => {
    const { runs } = tool
    simulator.enqueue('anthropic', lookUp('a', 'x'))
    simulator.enqueue('anthropic', textAnswer('Done.'))
    simulator.enqueue('anthropic', lookUp('y'))
    simulator.enqueue('anthropic', textAnswer('Done.'))
    const view = await rerun(real, original.agentId, { onDifference: 'run' })
    expect(view).toMatchObject({ status: 'completed', differences: 1, divergence: { choice: 'run' } })
    const [first] = await results(original.agentId)
    expect(await results(view.agentId)).toEqual([first, `entry ${runs + 1} of "x"`, `entry ${runs + 2} of "y"`])
    expect(tool.runs).toBe(runs + 2)
  })

  it('of one turn has another system prompt, and no hook runs while results are played', async () => {
    const prompt = original.view.events.find(({ content }) => content === 'Look it up')
    simulator.enqueue('anthropic', lookUp('a', 'b'))
    simulator.enqueue('anthropic', lookUp('c'))
    simulator.enqueue('anthropic', textAnswer('Once more.'))
    const view = await rerun(real, original.agentId, { promptId: prompt?.id ?? 0, system: 'Be a poet.' })
    expect(view).toMatchObject({ status: 'completed', differences: 0, again: { answers: 3 } })
    expect(JSON.stringify(simulator.requests.at(-1)?.body['system'])).toContain('Be a poet.')
    expect((await eventsOf(real, view.agentId)).map(({ content }) => content)).not.toContain('And?')
    const hooked = await Promise.all(['before', 'after'].map((name) => readFile(join(folder, name), 'utf8')))
    expect(hooked.join('')).toContain(original.agentId)
    expect(hooked.join('')).not.toContain(view.agentId)
  })

  it('is stopped with its turn or before it, and fails with its request', async () => {
    simulator.enqueue('anthropic', { ...lookUp('a'), holdAfterEvents: 1 })
    const { rerunId, ended } = valueOf(
      await real.engine.local.reruns.start({ agentId: original.agentId, onDifference: 'end' }),
    )
    await simulator.streamHeld()
    expect(valueOf(await real.engine.reruns.view({ rerunId })).status).toBe('running')
    await real.engine.agents.cancel({ agentId: rerunId })
    valueOf(await ended)
    expect(valueOf(await real.engine.reruns.view({ rerunId })).status).toBe('stopped')
    const sent = simulator.requests.length
    const request = { agentId: original.agentId, onDifference: 'end' } as const
    const before = valueOf(await real.engine.local.reruns.start(request, AbortSignal.abort()))
    valueOf(await before.ended)
    expect(valueOf(await real.engine.reruns.view({ rerunId: before.rerunId })).status).toBe('stopped')
    expect(simulator.requests).toHaveLength(sent)
    simulator.enqueue('anthropic', { type: 'failure', failure: { kind: 'bad_request', message: 'No.' } })
    simulator.enqueue('anthropic', { type: 'failure', failure: { kind: 'bad_request', message: 'No.' } })
    expect(await rerun(real, original.agentId)).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('No.'),
    })
  })

  it('is stopped exactly between two turns, and resumed there', async () => {
    const { runs } = tool
    simulator.enqueue('anthropic', lookUp('a', 'b'))
    simulator.enqueue('anthropic', lookUp('c'))
    simulator.enqueue('anthropic', textAnswer('One.'))
    onRepeated = async (agentId) => void valueOf(await real.engine.agents.cancel({ agentId }))
    const stopped = await rerun(real, original.agentId)
    expect(stopped).toMatchObject({ status: 'stopped', canResume: true, again: { answers: 3 } })
    onRepeated = async () => undefined
    simulator.enqueue('anthropic', textAnswer('Two.'))
    const { ended } = valueOf(await real.engine.local.reruns.resume(stopped.agentId))
    expect(refusalOf(await real.engine.reruns.resume({ rerunId: stopped.agentId }))).toBe('This rerun runs already.')
    valueOf(await ended)
    const whole = valueOf(await real.engine.reruns.view({ rerunId: stopped.agentId }))
    expect(whole).toMatchObject({ status: 'completed', canResume: false, differences: 0, again: { answers: 4 } })
    expect(tool.runs).toBe(runs)
  })

  it('asks its question again when it is resumed', async () => {
    simulator.enqueue('anthropic', lookUp('x'))
    const start = { agentId: original.agentId, onDifference: 'ask' } as const
    const { rerunId, ended } = valueOf(await real.engine.local.reruns.start(start))
    await inbox.until(({ pending }) => pending.size === 1)
    await real.engine.agents.cancel({ agentId: rerunId })
    valueOf(await ended)
    const steps = async () =>
      (await eventsOf(real, rerunId)).flatMap(({ kind, data }) => (kind === 'rerun' ? [data.step] : []))
    expect(await steps()).toEqual(['begun', 'diverged', 'ended'])
    const sent = simulator.requests.length
    valueOf(await real.engine.agents.resume({ agentId: rerunId }))
    await inbox.until(({ pending }) => pending.size === 1)
    const [question] = inbox.pending.values()
    const pane = await Pane.open(real.engine, rerunId)
    const answer = { type: 'reply', choices: ['End the rerun'], text: '' } as const
    valueOf(await real.engine.approvals.answer({ approvalId: question?.id ?? '', answer }))
    await pane.until(
      ({ view }) => view.events.filter(({ kind, data }) => kind === 'rerun' && data.step === 'ended').length === 2,
    )
    expect(await steps()).toEqual(['begun', 'diverged', 'ended', 'resumed', 'decided', 'ended'])
    expect(simulator.requests).toHaveLength(sent)
    expect(refusalOf(await real.engine.reruns.resume({ rerunId }))).toBe('This rerun has ended.')
    pane.close()
  })

  it('is imported with what it repeats', async () => {
    const { engine } = real
    const views = async (agents: readonly AgentSummary[]) => {
      const found = await Promise.all(agents.map(({ id }) => engine.reruns.view({ rerunId: id })))
      return found.flatMap((view) => (view.ok ? [view.value] : []))
    }
    const facts = (all: readonly RerunView[]) =>
      all
        .map(({ status, divergence, original: { calls, answers }, again }) =>
          JSON.stringify([status, divergence?.recorded, divergence?.made, calls, answers, again.calls]),
        )
        .toSorted()
    const before = await agentsOf(engine)
    const exported = await views(before)
    const lines: string[] = []
    for await (const line of engine.local.exportLines(original.agentId)) lines.push(valueOf(line))
    valueOf(await engine.local.importLines(lines))
    const imported = await views((await agentsOf(engine)).filter(({ id }) => before.every((known) => known.id !== id)))
    expect(facts(imported)).toEqual(facts(exported))
    expect(imported.map((view) => view.original.agentId)).not.toContain(original.agentId)
  })

  it('is refused for what has no answer, no such prompt, and no model that could play', async () => {
    const start = (agentId: string, wish: RerunWish) =>
      real.engine.reruns.start({ agentId, onDifference: 'end', ...wish })
    const empty = await Pane.create(real.engine, 'claude-haiku-4-5/none')
    expect(refusalOf(await start(empty.agentId, {}))).toBe('There is no answer that could be run again.')
    expect(refusalOf(await start(original.agentId, { promptId: 1 }))).toContain('no prompt of the agent')
    expect(refusalOf(await start(original.agentId, { model: 'acp/some-agent' }))).toContain('outside agent')
    expect(refusalOf(await real.engine.reruns.view({ rerunId: original.agentId }))).toContain('No rerun')
    empty.close()
  })
})
