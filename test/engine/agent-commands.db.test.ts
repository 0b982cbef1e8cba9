import { describe, expect, it } from 'vitest'

import { AGENT_KILLED } from '../../src/main/core/agents/agent-tree.ts'
import type { AgentSummary } from '../../src/shared/agent-summary.ts'
import { shortAgentId } from '../../src/shared/ids.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { failedAnswer, textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const HELD = {
  type: 'script',
  blocks: [{ type: 'text', text: 'First half, ' }, { type: 'hold' }, { type: 'text', text: 'second half.' }],
} as const

const shared = engineForTests()

const openPane = (model = 'claude-haiku-4-5/none') => Pane.create(shared.real.engine, model)

async function answerOf(pane: Pane, line: string): Promise<string> {
  return valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: line })).answers.join('\n')
}

/** Kind and content of what is in the context. */
async function contextOf(agentId: string): Promise<readonly string[]> {
  const { segments } = valueOf(await shared.real.engine.agents.context({ agentId }))
  return segments.map(({ event }) => `${event.kind}: ${event.content ?? ''}`)
}

async function agentOf(agentId: string) {
  const agent = (await agentsOf(shared.real.engine)).find(({ id }) => id === agentId)
  if (agent === undefined) throw new Error(`No agent ${agentId}`)
  return agent
}

async function ask(pane: Pane, prompt: string, answer: string): Promise<void> {
  shared.simulator.enqueue('anthropic', textAnswer(answer))
  await pane.type(prompt)
}

describe('mail', () => {
  it('is sent, counted, read once, and then part of the context', async () => {
    const [from, to] = [await openPane(), await openPane()]
    const name = shortAgentId(to.agentId)
    expect(await answerOf(from, `/send ${name} task complete`)).toBe(`Mail sent to ${name}.`)
    expect(await answerOf(from, `/send ${to.agentId} "he said \\"go\\""`)).toBe(`Mail sent to ${name}.`)
    expect((await agentOf(to.agentId)).unreadMail).toBe(2)
    const sender = shortAgentId(from.agentId)
    expect(await answerOf(to, '/check-mail')).toBe(`From ${sender}: task complete\n\nFrom ${sender}: he said "go"`)
    expect(await answerOf(to, '/check-mail')).toBe('No messages.')
    expect((await agentOf(to.agentId)).unreadMail).toBe(0)
    expect(await contextOf(to.agentId)).toEqual(['mail: task complete', 'mail: he said "go"'])
  })

  it.each([
    ['/send', 'Usage: /send UUID MESSAGE'],
    ['/send abcd', 'Usage: /send UUID MESSAGE'],
    ['/send abc hello', "'abc' is too short: give at least 4 characters of the agent's id."],
    ['/send 0000 hello', 'No agent: 0000. /agents lists them.'],
  ])('is refused: %s', async (line, words) => {
    const pane = await openPane()
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: line }))).toBe(words)
  })

  it('to a dead recipient is refused', async () => {
    const [from, to] = [await openPane(), await openPane()]
    await answerOf(to, '/kill')
    expect(
      refusalOf(await shared.real.engine.agents.submit({ agentId: from.agentId, text: `/send ${to.agentId} hello` })),
    ).toBe(`${shortAgentId(to.agentId)} was killed: it gets no mail any more.`)
    expect((await agentOf(to.agentId)).unreadMail).toBe(0)
  })

  it('is not inherited while it is unread', async () => {
    const [from, to] = [await openPane(), await openPane()]
    await answerOf(from, `/send ${to.agentId} for you alone`)
    const child = await to.fork()
    expect(await answerOf(child, '/check-mail')).toBe('No messages.')
    expect((await agentOf(child.agentId)).unreadMail).toBe(0)
  })

  it('wakes an agent that is to wake, with the mail as its prompt, and nobody else', async () => {
    const [from, sleeper, waker] = [await openPane(), await openPane(), await openPane()]
    valueOf(await shared.real.engine.agents.setWakeOnMail({ agentId: waker.agentId, wakes: true }))
    shared.simulator.enqueue('anthropic', textAnswer('I am awake.'))
    await answerOf(from, `/send ${sleeper.agentId} sleep on`)
    await answerOf(from, `/send ${waker.agentId} wake up`)
    await waker.until(({ view }) => view.turn === null && view.events.some(({ kind }) => kind === 'assistant'))
    expect(waker.lines()).toEqual(['mail: wake up', 'assistant: I am awake.'])
    expect(sleeper.lines()).toEqual([])
  })

  it('that comes while an agent is busy wakes it afterwards', async () => {
    const [from, waker] = [await openPane(), await openPane()]
    valueOf(await shared.real.engine.agents.setWakeOnMail({ agentId: waker.agentId, wakes: true }))
    shared.simulator.enqueue('anthropic', HELD)
    valueOf(await shared.real.engine.agents.submit({ agentId: waker.agentId, text: 'Go' }))
    const held = await shared.simulator.streamHeld()
    await answerOf(from, `/send ${waker.agentId} and then`)
    shared.simulator.enqueue('anthropic', textAnswer('Then.'))
    held.release()
    await waker.until((pane) => pane.last('assistant')?.content === 'Then.')
    expect(waker.lines()).toEqual([
      'user: Go',
      'assistant: First half, second half.',
      'mail: and then',
      'assistant: Then.',
    ])
  })
})

describe('/kill', () => {
  it('ends an agent and all below it, and cancels what runs there', async () => {
    const root = await openPane()
    await ask(root, 'Hello', 'Hi.')
    const child = await root.fork()
    shared.simulator.enqueue('anthropic', HELD)
    const grandchild = await child.fork({ prompt: 'Go' })
    await shared.simulator.streamHeld()
    await grandchild.until(({ view }) => view.turn?.blocks.length === 1)
    expect(await answerOf(root, `/kill ${shortAgentId(child.agentId)}`)).toBe('Killed 2 agents.')
    await grandchild.until(({ view }) => view.turn === null)
    expect(grandchild.lines()).toContain('interrupted: First half, ')
    const states = await Promise.all(
      [root, child, grandchild].map(async (pane) => (await agentOf(pane.agentId)).status),
    )
    expect(states).toEqual(['running', 'killed', 'killed'])
    expect(child.last('agent_killed')).toMatchObject({ data: { by: 'person' } })
  })

  it('leaves a history that can be read, and nothing else to do: it does not fork either', async () => {
    const pane = await openPane()
    await ask(pane, 'Hello', 'Hi.')
    await answerOf(pane, '/kill')
    for (const line of [
      'More',
      '/mark M',
      '/clear',
      '/model gpt-5',
      '/send abcd x',
      '/check-mail',
      '/fork',
      'goal\n/fork',
    ]) {
      expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: line }))).toBe(
        AGENT_KILLED,
      )
    }
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/kill' }))).toBe(
      `${shortAgentId(pane.agentId)} was killed already.`,
    )
    expect(refusalOf(await shared.real.engine.agents.fork({ agentId: pane.agentId, models: [] }))).toBe(AGENT_KILLED)
    expect(await contextOf(pane.agentId)).toEqual(['user: Hello', 'assistant: Hi.'])
  })
})

describe('a goal before a fork', () => {
  it('gives the child its name', async () => {
    const pane = await openPane()
    shared.simulator.enqueue('anthropic', textAnswer('Listed.'))
    const [child] = valueOf(
      await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/mark M\nList the open files\n/fork M' }),
    ).children
    expect(child?.name).toBe('List the open files')
    const childPane = await Pane.open(shared.real.engine, child?.id ?? '')
    await childPane.until(({ view }) => view.turn === null && view.events.at(-1)?.content === 'Listed.')
  })
})

describe('a refused command', () => {
  it.each([
    ['/mark two words', "A mark's name has no spaces in it: /mark two_words"],
    ['/clear NOWHERE', 'Unknown mark: NOWHERE\nThis agent has no marks.'],
    ['/nonsense', expect.stringMatching(/^Unknown command: \/nonsense\n/)],
  ])('is recorded with its refusal and changes no context: %s', async (line, words) => {
    const pane = await openPane()
    await ask(pane, 'a', 'A')
    const before = await contextOf(pane.agentId)
    refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: line }))
    await pane.until(({ view }) => view.events.at(-1)?.kind === 'command')
    expect(pane.last('command')).toMatchObject({ content: line, data: { answer: words, ok: false } })
    expect(await contextOf(pane.agentId)).toEqual(before)
  })
})

describe('/clear --undo', () => {
  it('takes back a clear, a rewind and another, one after the other, and keeps what was said since', async () => {
    const pane = await openPane()
    await ask(pane, 'a', 'A')
    await answerOf(pane, '/mark M')
    await ask(pane, 'b', 'B')
    await answerOf(pane, '/clear M')
    await answerOf(pane, '/clear')
    await ask(pane, 'c', 'C')
    expect(await answerOf(pane, '/clear --undo')).toBe('Undone: /clear.')
    const [a, b, c] = [
      ['user: a', 'assistant: A'],
      ['user: b', 'assistant: B'],
      ['user: c', 'assistant: C'],
    ] as const
    expect(await contextOf(pane.agentId)).toEqual([...a, ...c])
    expect(await answerOf(pane, '/clear --undo')).toBe('Undone: /clear M.')
    expect(await contextOf(pane.agentId)).toEqual([...a, ...b, ...c])
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/clear --undo' }))).toMatch(
      /^Nothing to undo/,
    )
    await shared.real.reopen()
    expect(await contextOf(pane.agentId)).toEqual([...a, ...b, ...c])
    expect(
      valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/clear M' })).answers,
    ).toEqual(["Rewound to 'M'."])
  })
})

describe('/compress', () => {
  it('puts a summary by the own model in the place of the context, and can be undone', async () => {
    const pane = await openPane()
    await ask(pane, 'Compare OAuth2 and JWT', 'They differ.')
    shared.simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'text', text: 'OAuth2 and JWT were compared.' }],
      usage: { outputTokens: 7 },
    })
    expect(await answerOf(pane, '/compress')).toEqual(
      expect.stringMatching(
        /^Compressed 2 messages into a summary \(7 tokens\)\. Before → after: [\d,]+ → 7 tokens\.$/,
      ),
    )
    expect(await contextOf(pane.agentId)).toEqual(['summary: OAuth2 and JWT were compared.'])
    expect(valueOf(await shared.real.engine.agents.context({ agentId: pane.agentId })).segments[0]?.tokens).toBe(7)
    expect(pane.last('summary')).toMatchObject({ data: { messages: 2, provider: 'anthropic' } })
    await ask(pane, 'And sessions?', 'Older.')
    expect(JSON.stringify(shared.simulator.requests.at(-1)?.body)).toContain('OAuth2 and JWT were compared.')
    expect(JSON.stringify(shared.simulator.requests.at(-1)?.body)).not.toContain('They differ.')
    expect(await answerOf(pane, '/clear --undo')).toBe('Undone: /compress.')
    expect(await contextOf(pane.agentId)).toEqual([
      'user: Compare OAuth2 and JWT',
      'assistant: They differ.',
      'user: And sessions?',
      'assistant: Older.',
    ])
  })

  it('asks Claude with the tool choice of the conversation, and forbids calls only after a call', async () => {
    const pane = await openPane()
    await ask(pane, 'Compare OAuth2 and JWT', 'They differ.')
    const from = shared.simulator.requests.length
    const usage = { inputTokens: 1_000, outputTokens: 100, thinkingTokens: 0 }
    const call = { type: 'tool_call', name: 'slash', arguments: { command: 'mark', args: 'X' } } as const
    shared.simulator.enqueue('anthropic', { type: 'script', blocks: [call], usage })
    shared.simulator.enqueue('anthropic', { ...textAnswer('Compared.'), usage })
    expect(await answerOf(pane, '/compress')).toContain('Before → after: 1,000 → 100 tokens.')
    expect(shared.simulator.requests.slice(from).map(({ body }) => body['tool_choice'])).toEqual([
      undefined,
      { type: 'none' },
    ])
    expect(pane.last('summary')).toMatchObject({
      content: 'Compared.',
      data: { input_tokens: 2_000, total_tokens: 2_200, cost_usd: expect.any(Number) },
    })
    expect(valueOf(await shared.real.engine.agents.marks({ agentId: pane.agentId }))).toEqual(
      expect.not.arrayContaining(['X']),
    )
  })

  it('compresses only what follows a mark; a rewind to the mark brings its events back first', async () => {
    const pane = await openPane()
    await ask(pane, 'keep', 'kept')
    await answerOf(pane, '/mark M')
    await ask(pane, 'long', 'longer')
    shared.simulator.enqueue('anthropic', textAnswer('short'))
    expect(await answerOf(pane, '/compress M')).toMatch(/^Compressed 2 messages/)
    expect(await contextOf(pane.agentId)).toEqual(['user: keep', 'assistant: kept', 'summary: short'])
    // Not `keep`: the first prompt is the agent's name, which the system prompt holds.
    expect(JSON.stringify(shared.simulator.requests.at(-1)?.body)).not.toContain('kept')
    await answerOf(pane, '/clear M')
    expect(await contextOf(pane.agentId)).toEqual(['user: keep', 'assistant: kept'])
  })

  it('changes nothing when it fails, is cancelled, has nothing to do, or a turn runs', async () => {
    const pane = await openPane()
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/compress' }))).toBe(
      'Nothing to compress.',
    )
    await ask(pane, 'a', 'A')
    shared.simulator.enqueue('anthropic', failedAnswer({ kind: 'auth' }))
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/compress' }))).not.toBe('')
    shared.simulator.enqueue('anthropic', HELD)
    const compressing = shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/compress' })
    await shared.simulator.streamHeld()
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/clear' }))).toMatch(
      /^Cannot clear the context/,
    )
    expect(valueOf(await shared.real.engine.agents.cancel({ agentId: pane.agentId }))).toBe(true)
    expect(refusalOf(await compressing)).toBe('Cancelled. The context is as it was.')
    shared.simulator.enqueue('anthropic', HELD)
    valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'b' }))
    const held = await shared.simulator.streamHeld()
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/compress' }))).toMatch(
      /^Cannot compress the context/,
    )
    held.release()
    await pane.until(({ view }) => view.turn === null)
    expect(await contextOf(pane.agentId)).toEqual([
      'user: a',
      'assistant: A',
      'user: b',
      'assistant: First half, second half.',
    ])
  })
})

describe('/system and /exit', () => {
  it('shows the system prompt, and a new one holds from the next request on', async () => {
    const pane = await openPane()
    expect(await answerOf(pane, '/system')).toContain('You are an agent in ikigai')
    expect(
      valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/system edit' })).clientAction,
    ).toBe('edit_system')
    valueOf(await shared.real.engine.agents.setSystemPrompt({ agentId: pane.agentId, text: 'Answer in rhymes.' }))
    expect(await answerOf(pane, '/system')).toBe('Answer in rhymes.')
    await ask(pane, 'Hello', 'Jello.')
    expect(JSON.stringify(shared.simulator.requests.at(-1)?.body)).toContain('Answer in rhymes.')
    const child = await pane.fork()
    expect(await answerOf(child, '/system')).toBe('Answer in rhymes.')
  })

  it('ends the session for whoever shows it', async () => {
    const pane = await openPane()
    expect(valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/exit' })).clientAction).toBe(
      'exit',
    )
  })
})

it('archives and pins agents for every engine, without an event, until somebody turns to them', async () => {
  const [root, other] = [await openPane(), await openPane()]
  await ask(root, 'Hello', 'Hi')
  const child = await root.fork({ models: [] })
  const shown = (agent: AgentSummary) => [agent.archived ?? false, agent.pinned ?? false]
  valueOf(await shared.real.engine.agents.archive({ agentIds: [root.agentId, other.agentId], archived: true }))
  valueOf(await shared.real.engine.agents.pin({ agentIds: [other.agentId], pinned: true }))
  expect(shown(await agentOf(root.agentId))).toEqual([true, false])
  expect(shown(await agentOf(other.agentId))).toEqual([true, true])
  expect(await agentOf(root.agentId)).toMatchObject({ lastActivityAt: root.view.events.at(-2)?.createdAt })

  await ask(child, 'And now?', 'Fine')
  await expect.poll(async () => shown(await agentOf(root.agentId))).toEqual([false, false])
  await answerOf(root, `/send ${other.agentId} look`)
  await expect.poll(async () => shown(await agentOf(other.agentId))).toEqual([false, true])
})
