import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { ApprovalAnswer } from '../../src/shared/approval.ts'
import { approvalRules, ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer, type ScriptedBlock } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'

const MODEL = 'claude-haiku-4-5/none'

/** A tool that asks, as a command does, and only says what it was told to run. */
const shell: Tool = {
  definition: {
    name: 'shell',
    description: 'Runs nothing.',
    parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  },
  prepare: ({ command }) => {
    const subject = typeof command === 'string' ? command : ''
    const run = () => Promise.resolve({ content: `ran ${subject}`, isError: false })
    const call = { subject, access: 'execute', paths: [], isInFolder: true, preview: `$ ${subject}`, run } as const
    return Promise.resolve({ ok: true, call })
  },
}

const calls = (...commands: readonly string[]): { type: 'script'; blocks: readonly ScriptedBlock[] } => ({
  type: 'script',
  blocks: commands.map((command) => ({ type: 'tool_call', name: 'shell', arguments: { command } })),
})

describe('approvals', () => {
  let simulator: Simulator
  let real: RealEngine
  let inbox: ApprovalClient

  beforeAll(async () => {
    simulator = await startSimulator()
    real = await openRealEngine(simulator.environment(), { tools: [shell], attended: true })
    inbox = new ApprovalClient(real.engine)
  })

  afterAll(() => closeAll(inbox, real, simulator))

  const submit = async (pane: Pane, ...commands: readonly string[]): Promise<void> => {
    simulator.enqueue('anthropic', calls(...commands))
    simulator.enqueue('anthropic', textAnswer('Done.'))
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: `Run ${commands.join(', ')}` }))
  }
  const answer = async (subject: string, given: ApprovalAnswer): Promise<void> => {
    const { id } = await inbox.asked(subject)
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer: given }))
  }
  const results = (pane: Pane): readonly string[] =>
    pane.view.events.flatMap(({ kind, content }) => (kind === 'tool_result' ? [content ?? ''] : []))
  const ended = (pane: Pane): Promise<void> => pane.until(({ view }) => view.turn === null && view.events.length > 2)
  const activity = async (pane: Pane) =>
    (await agentsOf(real.engine)).find(({ id }) => id === pane.agentId)?.activity.type

  it('keep a call waiting until somebody answers, and show what it is', async () => {
    const pane = await Pane.create(real.engine, MODEL)
    await submit(pane, 'ls -l')
    const { id, callId, askedAt, ...question } = await inbox.asked('ls -l')
    expect(question).toEqual({
      agentId: pane.agentId,
      tool: 'shell',
      subject: 'ls -l',
      access: 'execute',
      isInFolder: true,
      preview: '$ ls -l',
      patterns: ['ls -l', 'ls *'],
    })
    expect([await activity(pane), results(pane), askedAt > 0]).toEqual(['needs_approval', [], true])
    expect(id).toBe(`${pane.agentId}/${callId}`)
    expect(pane.items).toContainEqual({ type: 'live', event: { type: 'approval_requested', id } })
    valueOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'allow_once' } }))
    await ended(pane)
    expect([results(pane), inbox.pending.size, await activity(pane)]).toEqual([['ran ls -l'], 0, 'idle'])
  })

  it('pass the words of a refusal on to the model; the other calls run', async () => {
    const pane = await Pane.create(real.engine, MODEL)
    await submit(pane, 'rm x', 'ls')
    await answer('rm x', { type: 'deny', reason: 'Keep that file.' })
    await answer('ls', { type: 'allow_once' })
    await ended(pane)
    expect(results(pane)).toEqual(['The user declined this call. Keep that file.', 'ran ls'])
  })

  it('are asked in the order of the calls', async () => {
    const commands = Array.from({ length: 8 }, (_, index) => `echo ${index}`)
    const pane = await Pane.create(real.engine, MODEL)
    await submit(pane, ...commands)
    await inbox.until(({ pending }) => pending.size === commands.length)
    expect([...inbox.pending.values()].map(({ subject }) => subject)).toEqual(commands)
    await answer('echo 0', { type: 'allow', for: 'agent', pattern: 'echo *' })
    await ended(pane)
    expect(results(pane)).toEqual(commands.map((command) => `ran ${command}`))
  })

  it('that last for an agent are not asked again there, but are in its child', async () => {
    const parent = await Pane.create(real.engine, MODEL)
    await submit(parent, 'ls one')
    await answer('ls one', { type: 'allow', for: 'agent', pattern: 'ls *' })
    await ended(parent)
    await submit(parent, 'ls two')
    await parent.until(() => results(parent).length === 2)
    await ended(parent)
    const child = await parent.fork()
    await submit(child, 'ls three')
    await answer('ls three', { type: 'allow_once' })
    await ended(child)
    expect([results(parent), results(child).at(-1)]).toEqual([['ran ls one', 'ran ls two'], 'ran ls three'])
  })

  it('that last for a subtree hold in children made later', async () => {
    const parent = await Pane.create(real.engine, MODEL)
    await submit(parent, 'go build')
    await answer('go build', { type: 'allow', for: 'subtree', pattern: null })
    await ended(parent)
    const child = await parent.fork()
    await submit(child, 'go test')
    await child.until(() => results(child).length === 2)
    expect(results(child).at(-1)).toBe('ran go test')
    // Otherwise its next request could take what the next test queues.
    await ended(child)
  })

  it('answer every other open question that they settle, in any agent', async () => {
    const panes = [await Pane.create(real.engine, MODEL), await Pane.create(real.engine, MODEL)]
    for (const [index, pane] of panes.entries()) {
      simulator.enqueue('anthropic', calls(`cat ${index}`))
      valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
      await inbox.asked(`cat ${index}`)
    }
    for (const _ of panes) simulator.enqueue('anthropic', textAnswer('Done.'))
    await answer('cat 0', { type: 'allow', for: 'always', pattern: 'cat *' })
    await Promise.all(panes.map((pane) => ended(pane)))
    expect(panes.map(results)).toEqual([['ran cat 0'], ['ran cat 1']])
  })

  it('are shown, and asked again when they are revoked', async () => {
    const pane = await Pane.create(real.engine, MODEL)
    await submit(pane, 'cargo check')
    await answer('cargo check', { type: 'allow', for: 'always', pattern: 'cargo *' })
    await ended(pane)
    const rules = await approvalRules(real.engine)
    const rule = rules.find(({ pattern }) => pattern === 'cargo *')
    expect(rule).toMatchObject({ tool: 'shell', action: 'allow', scope: { type: 'everywhere' } })
    valueOf(await real.engine.approvals.revoke({ ruleId: rule?.id ?? '' }))
    await inbox.until(({ rules: known }) => known.every(({ pattern }) => pattern !== 'cargo *'))
    await submit(pane, 'cargo run')
    await answer('cargo run', { type: 'deny' })
    await ended(pane)
    expect(results(pane)).toEqual(['ran cargo check', 'The user declined this call.'])
  })

  it('forbid at once what a policy denies, and answer what waits', async () => {
    const pane = await Pane.create(real.engine, MODEL)
    await submit(pane, 'curl a')
    await inbox.asked('curl a')
    const rule = { tool: 'shell', pattern: 'curl *', action: 'deny', scope: { type: 'everywhere' } } as const
    valueOf(await real.engine.approvals.addRule(rule))
    await ended(pane)
    await submit(pane, 'curl b')
    await pane.until(() => results(pane).length === 2)
    expect(results(pane)).toEqual([
      'The user declined this call. A rule forbids it.',
      'A rule of the user forbids this call of shell.',
    ])
    await ended(pane)
  })

  it('cancelled with the turn are gone, and can not be answered any more', async () => {
    const pane = await Pane.create(real.engine, MODEL)
    simulator.enqueue('anthropic', calls('sleep 1'))
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
    const { id } = await inbox.asked('sleep 1')
    await real.engine.agents.cancel({ agentId: pane.agentId })
    await inbox.until(({ pending }) => !pending.has(id))
    expect(results(pane)).toEqual(['Tool call interrupted or cancelled'])
    expect(refusalOf(await real.engine.approvals.answer({ approvalId: id, answer: { type: 'allow_once' } }))).toBe(
      'This question is not open any more.',
    )
  })

  it('that last survive a restart', async () => {
    const before = await approvalRules(real.engine)
    inbox.close()
    await real.reopen()
    inbox = new ApprovalClient(real.engine)
    await inbox.until(({ rules }) => rules.length > 0)
    expect(inbox.rules).toEqual(before)
  })
})

describe('where nobody can be asked', () => {
  it('is an error result that says how to permit the call', async () => {
    const simulator = await startSimulator()
    const real = await openRealEngine(simulator.environment(), { tools: [shell], attended: false })
    try {
      simulator.enqueue('anthropic', calls("echo 'a*b'"))
      simulator.enqueue('anthropic', textAnswer('Then not.'))
      const pane = await Pane.create(real.engine, MODEL)
      await pane.type('Go')
      expect(pane.lines().find((line) => line.startsWith('tool_result'))).toBe(
        String.raw`tool_result: shell needs a user's approval, and nobody can be asked in this run. To permit it: --allow shell, or only this call: --allow 'shell:echo '\''a\*b'\'''`,
      )
    } finally {
      await real.close()
      await simulator.close()
    }
  })
})
