import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { recoverTurns } from '../../src/main/core/conversation/recover-turns.ts'
import type { NewEvent } from '../../src/shared/agent-event.ts'
import type { JournalEvent, Storage } from '../../src/main/core/ports/storage-ports.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { ApprovalAnswer } from '../../src/shared/approval.ts'
import type { CallEnd } from '../../src/shared/call-end.ts'
import { ok } from '../../src/shared/result.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { closeAll } from '../support/close-all.ts'
import { Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { untyped } from '../support/untyped.ts'

/** A call that was denied, forbidden or stopped has not failed, and the log tells them apart. */

const MODEL = 'claude-haiku-4-5/none'

/** A tool that asks, and fails if it is told to. */
const shell: Tool = {
  definition: {
    name: 'shell',
    description: 'Runs nothing.',
    parameters: { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] },
  },
  prepare: ({ command }) => {
    const subject = typeof command === 'string' ? command : ''
    const run = () => Promise.resolve({ content: `ran ${subject}`, isError: subject === 'false' })
    return Promise.resolve({ ok: true, call: { subject, access: 'execute', paths: [], isInFolder: true, run } })
  },
}

describe('the end of a call', () => {
  let simulator: Simulator
  let real: RealEngine
  let inbox: ApprovalClient
  const journaled: JournalEvent[] = []

  beforeAll(async () => {
    simulator = await startSimulator({ answerWith: () => textAnswer('Done.') })
    const wrapStorage = (storage: Storage): Storage => {
      const append: Storage['journal']['append'] = (turnId, event) => {
        if (event.type === 'question') journaled.push(event)
        storage.journal.append(turnId, event)
      }
      return { ...storage, journal: { ...storage.journal, append } }
    }
    real = await openRealEngine(simulator.environment(), { tools: [shell], attended: true, wrapStorage })
    inbox = new ApprovalClient(real.engine)
  })
  afterAll(() => closeAll(inbox, real, simulator))

  async function asked(command: string, name = 'shell'): Promise<{ readonly pane: Pane; readonly approvalId: string }> {
    const pane = await Pane.create(real.engine, MODEL)
    const input = name === 'ask' ? { question: command } : { command }
    simulator.enqueue('anthropic', { type: 'script', blocks: [{ type: 'tool_call', name, arguments: input }] })
    valueOf(await real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
    return { pane, approvalId: (await inbox.asked(command)).id }
  }
  const endOf = async (pane: Pane): Promise<CallEnd | undefined> => {
    await pane.until(({ view }) => view.turn === null && pane.last('tool_result') !== undefined)
    const result = pane.last('tool_result')
    return result?.kind === 'tool_result' ? result.data.end : undefined
  }

  it.each<readonly [string, string, ApprovalAnswer, CallEnd | undefined]>([
    ['denied', 'rm a', { type: 'deny' }, { type: 'denied' }],
    ['denied with words', 'rm b', { type: 'deny', reason: 'Keep it.' }, { type: 'denied', reason: 'Keep it.' }],
    ['allowed', 'ls', { type: 'allow_once' }, undefined],
    ['allowed, and fails', 'false', { type: 'allow_once' }, undefined],
  ])('says that it was %s', async (_, command, answer, end) => {
    const { pane, approvalId } = await asked(command)
    valueOf(await real.engine.approvals.answer({ approvalId, answer }))
    expect(await endOf(pane)).toEqual(end)
  })

  it('says that a question of the model was not answered by the user', async () => {
    const { pane, approvalId } = await asked('Which one?', 'ask')
    valueOf(await real.engine.approvals.answer({ approvalId, answer: { type: 'deny', reason: 'Not now.' } }))
    expect(await endOf(pane)).toEqual({ type: 'denied', reason: 'Not now.' })
  })

  it('says that a rule forbids it', async () => {
    const { pane, approvalId } = await asked('rm c')
    valueOf(
      await real.engine.approvals.addRule({
        tool: 'shell',
        pattern: 'rm *',
        action: 'deny',
        scope: { type: 'agent', agentId: pane.agentId },
      }),
    )
    await real.engine.approvals.answer({ approvalId, answer: { type: 'allow_once' } })
    expect(await endOf(pane)).toEqual({ type: 'refused' })
  })

  it('says that it was stopped while it waited', async () => {
    const { pane } = await asked('ls -l')
    valueOf(await real.engine.agents.cancel({ agentId: pane.agentId }))
    expect(await endOf(pane)).toEqual({ type: 'stopped' })
  })

  it('is known after a crash while the question was open, from what is in the journal by then', async () => {
    journaled.length = 0
    const { pane, approvalId } = await asked('ls open')
    const open = [...journaled]
    valueOf(await real.engine.approvals.answer({ approvalId, answer: { type: 'allow_once' } }))
    await endOf(pane)
    const callId = open[0]?.type === 'question' ? open[0].callId : ''
    expect(approvalId).toBe(`${pane.agentId}/${callId}`)
    expect(await recovered(open)).toEqual([callId])
    expect(await recovered(journaled)).toBeUndefined()
  })

  /** The calls that a later engine says were not answered. */
  async function recovered(events: readonly JournalEvent[]): Promise<readonly string[] | undefined> {
    const choice = { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'none' } as const
    const recorded: NewEvent[] = []
    const journal = { recover: async () => ok([{ agentId: 'a', turnId: 't', choice, events }]) }
    const hub = {
      record: async (change: { readonly events: readonly NewEvent[] }) => ok(void recorded.push(...change.events)),
    }
    const parts = { journal, hub, prices: { cost: () => null }, logger: console }
    await recoverTurns(untyped<Parameters<typeof recoverTurns>[0]>(parts))
    const [end] = recorded
    return end?.kind === 'interrupted' ? end.data.unanswered_calls : undefined
  }
})
