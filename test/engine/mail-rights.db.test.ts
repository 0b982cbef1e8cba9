import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { closeAll } from '../support/close-all.ts'
import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import { MAX_UNREAD_MAIL } from '../../src/shared/mail-limit.ts'
import { ApprovalClient } from '../support/approval-client.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { openRealEngine } from '../support/open-real-engine.ts'
import { textAnswer, type ScriptedBlock } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

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
    return Promise.resolve({
      ok: true,
      call: { subject, access: 'execute', paths: [], isInFolder: true, run } as const,
    })
  },
}

let inbox: ApprovalClient

const shared = engineForTests({}, { tools: [shell], attended: true })
beforeAll(async () => {
  inbox = new ApprovalClient(shared.real.engine)
})

afterAll(() => closeAll(inbox))

const open = () => Pane.create(shared.real.engine, MODEL)

async function openWoken(): Promise<Pane> {
  const pane = await open()
  valueOf(await shared.real.engine.agents.setWakeOnMail({ agentId: pane.agentId, wakes: true }))
  return pane
}

function call(name: string, args: Readonly<Record<string, string>>): void {
  shared.simulator.enqueue('anthropic', { type: 'script', blocks: [{ type: 'tool_call', name, arguments: args }] })
}

const run = (command: string): void => call('shell', { command })
const slash = (command: string, args: string): void => call('slash', { command, args })
const say = (text: string): void => shared.simulator.enqueue('anthropic', textAnswer(text))

const results = (pane: Pane): readonly string[] =>
  pane.view.events.flatMap(({ kind, content }) => (kind === 'tool_result' ? [content ?? ''] : []))
const says = (pane: Pane, text: string): Promise<void> =>
  pane.until(({ view }) => view.turn === null && view.events.at(-1)?.content === text)

const allow = async (tool: string, agentId: string): Promise<void> => {
  const scope = { type: 'agent', agentId } as const
  valueOf(await shared.real.engine.approvals.addRule({ tool, pattern: null, action: 'allow', scope }))
}

/** The question about a command, declined after it was looked at. */
async function declined(command: string) {
  const question = await inbox.asked(command)
  valueOf(await shared.real.engine.approvals.answer({ approvalId: question.id, answer: { type: 'deny' } }))
  return question
}

describe('mail across the tree', () => {
  it('is held until a user accepts the two agents, once', async () => {
    const [from, to] = [await open(), await open()]
    slash('send', `${to.agentId} hello`)
    say('Sent.')
    valueOf(await shared.real.engine.agents.submit({ agentId: from.agentId, text: 'Write' }))
    const question = await inbox.asked(`${to.agentId} hello`)
    expect(question).toMatchObject({ tool: 'mail', access: 'mail', patterns: [`${to.agentId} *`] })
    expect((await agentsOf(shared.real.engine)).find(({ id }) => id === to.agentId)?.unreadMail).toBe(0)
    const [pattern = null] = question.patterns
    valueOf(
      await shared.real.engine.approvals.answer({
        approvalId: question.id,
        answer: { type: 'allow', for: 'agent', pattern },
      }),
    )
    await says(from, 'Sent.')
    slash('send', `${to.agentId} and again`)
    say('Sent again.')
    await from.type('Write again')
    expect((await agentsOf(shared.real.engine)).find(({ id }) => id === to.agentId)?.unreadMail).toBe(2)
  })

  it('needs no question between an agent and one above it, whose address is parent', async () => {
    const parent = await open()
    const child = await parent.fork()
    slash('send', 'parent done')
    say('Reported.')
    await child.type('Report')
    expect(results(child)).toEqual([`Mail sent to ${parent.agentId.slice(0, 6)}.`])
    expect(
      refusalOf(await shared.real.engine.agents.submit({ agentId: parent.agentId, text: '/send parent hello' })),
    ).toBe('This agent has no parent: it is a root agent.')
  })

  it('is refused where nobody can be asked, with the flag that accepts it', async () => {
    const alone = await openRealEngine(shared.simulator.environment())
    const from = await Pane.create(alone.engine, MODEL)
    const to = await Pane.create(alone.engine, MODEL)
    slash('send', `${to.agentId} hello`)
    say('Not sent.')
    await from.type('Write')
    expect(results(from)[0]).toMatch(
      new RegExp(`^The mail is held and was not sent: .* To accept it: --allow 'mail:${to.agentId} \\*'$`),
    )
    await alone.close()
  })
})

describe('a turn that mail began', () => {
  it('has the lesser of both rights; a turn that a user begins has its own again', async () => {
    const [weak, strong] = [await open(), await openWoken()]
    await Promise.all([allow('mail', weak.agentId), allow('shell', strong.agentId)])
    run('echo attack')
    say('Declined.')
    await weak.type(`/send ${strong.agentId} run it for me`)
    expect((await declined('echo attack')).mailFrom).toEqual([weak.agentId])
    await says(strong, 'Declined.')
    run('echo own')
    say('Done.')
    await strong.type('Your own work')
    expect(results(strong).at(-1)).toBe('ran echo own')
  })

  it('is forbidden what the sender is forbidden', async () => {
    const [weak, strong] = [await open(), await openWoken()]
    await Promise.all([allow('mail', weak.agentId), allow('shell', strong.agentId)])
    const scope = { type: 'agent', agentId: weak.agentId } as const
    valueOf(await shared.real.engine.approvals.addRule({ tool: 'shell', pattern: 'rm *', action: 'deny', scope }))
    run('rm x')
    say('Forbidden.')
    valueOf(await shared.real.engine.agents.submit({ agentId: weak.agentId, text: `/send ${strong.agentId} remove x` }))
    await says(strong, 'Forbidden.')
    expect(results(strong)).toEqual(['A rule of the user forbids this call of shell.'])
  })

  it('cannot be washed by forwarding, whoever forwards', async () => {
    const [first, second, third] = [await open(), await openWoken(), await openWoken()]
    await Promise.all([allow('mail', first.agentId), allow('mail', second.agentId)])
    await Promise.all([allow('shell', second.agentId), allow('shell', third.agentId)])
    shared.simulator.answerWith(({ body }) => {
      const text = JSON.stringify(body)
      const isSecond = text.includes('forward to the third')
      if (text.includes('declined this call')) return textAnswer('Declined.')
      if (text.includes('Mail sent to')) return textAnswer('Forwarded.')
      const block: ScriptedBlock = isSecond
        ? { type: 'tool_call', name: 'slash', arguments: { command: 'send', args: `${third.agentId} run it` } }
        : { type: 'tool_call', name: 'shell', arguments: { command: 'echo washed' } }
      return { type: 'script', blocks: [block] }
    })
    valueOf(
      await shared.real.engine.agents.submit({
        agentId: first.agentId,
        text: `/send ${second.agentId} forward to the third`,
      }),
    )
    expect((await declined('echo washed')).mailFrom).toEqual([second.agentId, first.agentId])
    await says(third, 'Declined.')
    await says(second, 'Forwarded.')
    shared.simulator.answerWith(() => undefined)
  })

  it('gives its limits to the children that are forked in it', async () => {
    const [weak, strong] = [await open(), await openWoken()]
    const scope = { type: 'subtree', agentId: strong.agentId } as const
    valueOf(await shared.real.engine.approvals.addRule({ tool: 'shell', pattern: null, action: 'allow', scope }))
    shared.simulator.answerWith(({ body }) => {
      const text = JSON.stringify(body)
      if (!text.includes('by a child')) return undefined
      if (text.includes('declined this call')) return textAnswer('Child declined.')
      // The call of the fork has the prompt in escaped quotes.
      const isChild = text.includes('Run it as told"')
      if (!isChild && text.includes('Forked. Child')) return textAnswer('Delegated.')
      const block: ScriptedBlock = isChild
        ? { type: 'tool_call', name: 'shell', arguments: { command: 'echo child' } }
        : { type: 'tool_call', name: 'slash', arguments: { command: 'fork', args: '"Run it as told"' } }
      return { type: 'script', blocks: [block] }
    })
    valueOf(
      await shared.real.engine.agents.submit({
        agentId: weak.agentId,
        text: `/send ${strong.agentId} have it run by a child`,
      }),
    )
    const question = await declined('echo child')
    expect(question.mailFrom).toEqual([weak.agentId])
    expect(question.agentId).not.toBe(strong.agentId)
    const child = await Pane.open(shared.real.engine, question.agentId)
    await says(child, 'Child declined.')
    await says(strong, 'Delegated.')
    shared.simulator.answerWith(() => undefined)
  })

  it('keeps its limits when it is resumed, and mail that is read in a turn limits the rest of it', async () => {
    const [weak, strong] = [await open(), await open()]
    await allow('shell', strong.agentId)
    valueOf(await shared.real.engine.agents.submit({ agentId: weak.agentId, text: `/send ${strong.agentId} run it` }))
    slash('check-mail', '')
    run('echo read')
    valueOf(await shared.real.engine.agents.submit({ agentId: strong.agentId, text: 'Look at your mail' }))
    await inbox.asked('echo read')
    valueOf(await shared.real.engine.agents.cancel({ agentId: strong.agentId }))
    await strong.until(({ view }) => view.turn === null)
    run('echo resumed')
    say('Declined again.')
    valueOf(await shared.real.engine.agents.resume({ agentId: strong.agentId }))
    expect((await declined('echo resumed')).mailFrom).toEqual([weak.agentId])
    await says(strong, 'Declined again.')
  })
})

describe('a mailbox', () => {
  it('takes the same text from the same agent once within a minute, and says so', async () => {
    const [from, to] = [await open(), await open()]
    const send = () => from.type(`/send ${to.agentId} the same`)
    const name = to.agentId.slice(0, 6)
    expect([(await send()).answers, (await send()).answers]).toEqual([
      [`Mail sent to ${name}.`],
      [`Not sent again: ${name} was sent this very text less than a minute ago.`],
    ])
    expect((await agentsOf(shared.real.engine)).find(({ id }) => id === to.agentId)?.unreadMail).toBe(1)
  })

  it('is full at its limit, also for senders that write at once', async () => {
    const [from, to, other] = [await open(), await open(), await open()]
    for (let index = 1; index < MAX_UNREAD_MAIL; index++) await from.type(`/send ${to.agentId} letter ${index}`)
    const last = await Promise.all(
      [from, other].map(({ agentId }) =>
        shared.real.engine.agents.submit({ agentId, text: `/send ${to.agentId} last from ${agentId}` }),
      ),
    )
    expect(last.filter(({ ok }) => ok)).toHaveLength(1)
    const name = to.agentId.slice(0, 6)
    expect(
      refusalOf(
        await shared.real.engine.agents.submit({ agentId: other.agentId, text: `/send ${to.agentId} too much` }),
      ),
    ).toBe(`${name} has ${MAX_UNREAD_MAIL} unread mails and gets no more until it has read them.`)
  })
})
