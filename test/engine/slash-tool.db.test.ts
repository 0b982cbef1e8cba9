import { describe, expect, it } from 'vitest'

import { shortAgentId } from '../../src/shared/ids.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { textAnswer, type ScriptedBlock } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

const shared = engineForTests({}, { allowed: ['mail'] })

type SlashCall = readonly [command: string, args?: string]

/** The model's next answer: these calls of its one tool. */
function enqueueCalls(...calls: readonly SlashCall[]): void {
  const blocks = calls.map(([command, args]): ScriptedBlock => ({
    type: 'tool_call',
    name: 'slash',
    arguments: { command, ...(args !== undefined && { args }) },
  }))
  shared.simulator.enqueue('anthropic', { type: 'script', blocks })
}

const openPane = () => Pane.create(shared.real.engine, 'claude-haiku-4-5/none')

async function contextOf(agentId: string): Promise<readonly string[]> {
  const { segments } = valueOf(await shared.real.engine.agents.context({ agentId }))
  return segments.map(({ event }) => `${event.kind}: ${event.content ?? ''}`)
}

/** What the results of the last turn say. */
function results(pane: Pane): readonly string[] {
  return pane.view.events.flatMap((event) =>
    event.kind === 'tool_result' ? [`${event.data.is_error === true ? 'error: ' : ''}${event.content ?? ''}`] : [],
  )
}

const children = async (pane: Pane) =>
  (await agentsOf(shared.real.engine)).filter(({ parentId }) => parentId === pane.agentId)

describe('the slash tool', () => {
  it('has the schema of the specification, to the letter', async () => {
    shared.simulator.enqueue('anthropic', textAnswer('Hi.'))
    const pane = await openPane()
    await pane.type('Hello')
    expect(shared.simulator.requests.at(-1)?.body).toMatchObject({
      tools: [
        { name: 'ask' },
        {
          name: 'slash',
          description: 'Execute a slash command',
          input_schema: {
            type: 'object',
            properties: {
              command: {
                type: 'string',
                enum: ['mark', 'clear', 'fork', 'send', 'check-mail', 'kill'],
                description: 'The command to execute',
              },
              args: { type: 'string', description: 'Command arguments as a single string' },
            },
            required: ['command'],
          },
        },
      ],
    })
  })

  it.each([
    [['model', 'gpt-5'], /^Unknown command: "model". Commands: mark, clear, fork, send, check-mail, kill$/],
    [['exit'], /^Unknown command: "exit"/],
    [['mark'], /^A mark needs a name: \/mark NAME$/],
    [['clear', 'NOWHERE'], /^Unknown mark: NOWHERE\nThis agent has no marks\.$/],
    [['fork', 'never quoted "x'], /^Unclosed quote\./],
    [['send', 'abcd'], /^Usage: \/send UUID MESSAGE$/],
    [['kill'], /is a root agent: only a user closes it\.$/],
  ] as const)('answers %j with the words that a user would read, as an error', async (call, words) => {
    enqueueCalls(call)
    shared.simulator.enqueue('anthropic', textAnswer('I see.'))
    const pane = await openPane()
    await pane.type('Try')
    expect(pane.last('tool_result')).toMatchObject({ content: expect.stringMatching(words), data: { is_error: true } })
    expect(pane.last('assistant')?.content).toBe('I see.')
    expect([await children(pane), pane.last('clear'), pane.last('mark')]).toEqual([[], undefined, undefined])
  })

  it.each([
    [{}, 'No command was given'],
    [{ command: null }, 'No command was given'],
    [{ command: '' }, 'No command was given'],
    [{ command: 5 }, 'command must be a string'],
    [{ command: 'fork', args: ['x'] }, 'args must be a string'],
  ])('answers a call that is none, %j, with a whole sentence', async (args, words) => {
    shared.simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'slash', arguments: args }],
    })
    shared.simulator.enqueue('anthropic', textAnswer('I see.'))
    const pane = await openPane()
    await pane.type('Try')
    expect(results(pane)).toEqual([`error: ${words}. Commands: mark, clear, fork, send, check-mail, kill`])
  })

  it('marks, works, and rewinds: the mark and its result stay, the rest goes, and one notice goes on', async () => {
    enqueueCalls(['mark', 'BEFORE'])
    enqueueCalls(['send', 'nobody-at-all x'])
    enqueueCalls(['clear', 'BEFORE'])
    shared.simulator.enqueue('anthropic', textAnswer('Another way.'))
    const pane = await openPane()
    await pane.type('Try something')
    expect(await contextOf(pane.agentId)).toEqual([
      'user: Try something',
      'assistant: ',
      'tool_call: ',
      "tool_result: Checkpoint 'BEFORE' created.",
      "user: Rewound to 'BEFORE'.",
      'assistant: Another way.',
    ])
    expect(results(pane)).toHaveLength(3)
  })

  it('clears everything, its own batch too, and the turn goes on with the notice alone', async () => {
    enqueueCalls(['clear'], ['check-mail'])
    shared.simulator.enqueue('anthropic', textAnswer('A fresh start.'))
    const pane = await openPane()
    await pane.type('Forget it')
    expect(pane.lines()).toEqual([
      'user: Forget it',
      'assistant: ',
      'tool_call: ',
      'tool_call: ',
      'tool_result: Context cleared.',
      'tool_result: No messages.',
      'clear: ',
      'user: Context cleared.',
      'assistant: A fresh start.',
    ])
    expect(await contextOf(pane.agentId)).toEqual(['user: Context cleared.', 'assistant: A fresh start.'])
  })

  it('forks after its batch: a child with a prompt starts, and is told by the id that it really has', async () => {
    shared.simulator.answerWith((request) => {
      const text = JSON.stringify(request.body)
      if (text.includes('Compare them')) return textAnswer('Compared.')
      return text.includes('Forked.') ? textAnswer('Delegated.') : undefined
    })
    enqueueCalls(['mark', 'TASK'], ['fork', 'TASK "Compare them"'])
    const pane = await openPane()
    await pane.type('Delegate')
    const [child] = await children(pane)
    expect(results(pane)).toEqual([
      "Checkpoint 'TASK' created.",
      `Forked. Child: ${shortAgentId(child?.id ?? '')} (from TASK)`,
    ])
    const childPane = await Pane.open(shared.real.engine, child?.id ?? '')
    await childPane.until((now) => now.last('assistant')?.content === 'Compared.')
    expect(await contextOf(childPane.agentId)).toEqual(['user: Compare them', 'assistant: Compared.'])
    const order = pane.view.events.map(({ kind }) => kind)
    expect(order.indexOf('fork')).toBeGreaterThan(order.lastIndexOf('tool_result'))
    shared.simulator.answerWith(() => undefined)
  })

  it('says of a child that has nothing to answer that it does not start, and starts none', async () => {
    enqueueCalls(['mark', 'TASK'], ['fork', 'TASK'])
    shared.simulator.enqueue('anthropic', textAnswer('Forked.'))
    const pane = await openPane()
    await pane.type('Delegate')
    const [child] = await children(pane)
    expect(results(pane)[1]).toBe(
      `Forked. Child: ${shortAgentId(child?.id ?? '')} (from TASK)\n` +
        'It does not start: nothing that it inherits asks it anything. ' +
        'Give it a prompt, as fork MARK "prompt", or send it mail.',
    )
    expect([child?.activity, await contextOf(child?.id ?? '')]).toEqual([{ type: 'idle' }, []])
  })

  it('sends and reads mail; what was read is shown to the model once', async () => {
    const [one, other] = [await openPane(), await openPane()]
    enqueueCalls(['send', `${shortAgentId(other.agentId)} task complete`])
    shared.simulator.enqueue('anthropic', textAnswer('Sent.'))
    await one.type('Report')
    expect(results(one)).toEqual([`Mail sent to ${shortAgentId(other.agentId)}.`])
    enqueueCalls(['check-mail'])
    shared.simulator.enqueue('anthropic', textAnswer('Read.'))
    await other.type('Any news?')
    expect(results(other)).toEqual([`From ${shortAgentId(one.agentId)}: task complete`])
    expect(JSON.stringify(shared.simulator.requests.at(-1)?.body).split('task complete')).toHaveLength(2)
    expect(other.last('mail')).toMatchObject({ content: 'task complete', data: { from: one.agentId } })
  })

  it('kills descendants only', async () => {
    const parent = await openPane()
    const [child, stranger] = [await parent.fork(), await openPane()]
    enqueueCalls(['kill', stranger.agentId], ['kill', child.agentId])
    shared.simulator.enqueue('anthropic', textAnswer('Done.'))
    await parent.type('Clean up')
    expect(results(parent)).toEqual([
      `error: ${shortAgentId(stranger.agentId)} is not a descendant of this agent: an agent can kill only its descendants and itself.`,
      'Killed 1 agent.',
    ])
    const states = (await agentsOf(shared.real.engine)).filter(
      ({ id }) => id === child.agentId || id === stranger.agentId,
    )
    expect(new Map(states.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [child.agentId, 'killed'],
        [stranger.agentId, 'running'],
      ]),
    )
  })

  it('may end its own agent, after every result of the batch is recorded', async () => {
    const parent = await openPane()
    enqueueCalls(['kill'], ['check-mail'])
    const child = await parent.fork({ prompt: 'Work, then go' })
    await child.until((pane) => pane.view.turn === null && pane.last('agent_killed') !== undefined)
    expect(child.lines().slice(0, 7)).toEqual([
      'user: Work, then go',
      'assistant: ',
      'tool_call: ',
      'tool_call: ',
      'tool_result: Killed 1 agent.',
      'tool_result: No messages.',
      'agent_killed: ',
    ])
    expect((await agentsOf(shared.real.engine)).find(({ id }) => id === child.agentId)?.status).toBe('killed')
  })
})
