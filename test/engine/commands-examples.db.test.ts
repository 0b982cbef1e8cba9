import { beforeAll, describe, expect, it } from 'vitest'

import type { Tool } from '../../src/main/core/ports/tool-ports.ts'
import { shortAgentId } from '../../src/shared/ids.ts'
import { supportedLines } from '../../src/shared/supported-models.ts'
import { createModelCatalog } from '../../src/main/adapters/providers/model-catalog.ts'
import { contextOf } from '../support/context-of.ts'
import { agentsOf, Pane, refusalOf, valueOf } from '../support/drive-agent.ts'
import { BUSY_MODEL, INVALID_LEVEL, NO_MODEL, UNKNOWN_MODEL } from '../support/expected-answers.ts'
import { textAnswer } from '../support/provider-simulator/answer.ts'
import { engineForTests } from '../support/engine-for-tests.ts'

let release: () => void = () => undefined

/** Stands still until the test lets it go. */
const waitTool: Tool = {
  definition: { name: 'wait', description: 'Waits.', parameters: { type: 'object', properties: {} } },
  prepare: () =>
    Promise.resolve({
      ok: true,
      call: {
        subject: '',
        access: 'read',
        paths: [],
        isInFolder: true,
        run: async ({ onOutput }) => {
          const gate = Promise.withResolvers<void>()
          release = gate.resolve
          onOutput('waiting')
          await gate.promise
          return { content: 'waited', isError: false }
        },
      },
    }),
}

const shared = engineForTests({}, { tools: [waitTool], allowed: ['wait'] })
beforeAll(async () => {
  shared.simulator.answerWith(() => textAnswer('ok'))
})

const openPane = (model = 'claude-sonnet-4-5/low') => Pane.create(shared.real.engine, model)
const choiceOf = async (agentId: string) =>
  (await agentsOf(shared.real.engine)).find(({ id }) => id === agentId)?.choice

/** Log and choice: a refusal must leave both as they were. */
async function stateOf(pane: Pane): Promise<unknown> {
  const { segments } = valueOf(await shared.real.engine.agents.context({ agentId: pane.agentId }))
  const events = pane.view.events.filter(({ kind }) => kind !== 'command')
  return [segments, await choiceOf(pane.agentId), events, shared.simulator.requests.length]
}

async function forked(pane: Pane, line: string) {
  const { children, answers } = await pane.type(line)
  const [child] = children
  if (child === undefined) throw new Error('No child')
  return { child, answers }
}

describe('/model', () => {
  it.each([
    [
      '/model claude-sonnet-4-5',
      ['anthropic', 'claude-sonnet-4-5', 'med'],
      '✓ Switched to Anthropic claude-sonnet-4-5\n  Thinking: medium (43,008 tokens)',
    ],
    [
      '/model claude-sonnet-4-5/med',
      ['anthropic', 'claude-sonnet-4-5', 'med'],
      '✓ Switched to Anthropic claude-sonnet-4-5\n  Thinking: medium (43,008 tokens)',
    ],
    ['/model gpt-5-mini/none', ['openai', 'gpt-5-mini', 'none'], '✓ Switched to OpenAI gpt-5-mini'],
    ['/model gemini-3.0-flash/high', ['google', 'gemini-3.0-flash', 'high'], '✓ Switched to Google gemini-3.0-flash'],
  ])('%s', async (line, [provider, model, thinkingLevel], answer) => {
    const pane = await openPane()
    const { answers } = await pane.type(line)
    expect(answers[0]?.startsWith(answer)).toBe(true)
    expect(await choiceOf(pane.agentId)).toEqual({ provider, model, thinkingLevel })
    expect(pane.last('model')?.data).toEqual({ provider, model, thinking_level: thinkingLevel })
  })

  it('says that a model ends, with its successor', async () => {
    const pane = await openPane()
    const { answers } = await pane.type('/model claude-opus-4-5')
    expect(answers[0]?.split('\n').at(-1)).toBe(
      '  ⚠ This model is served until 2027-01-22; its successor is claude-opus-5-5',
    )
  })

  it('alone shows the current model and the suggestions', async () => {
    const pane = await openPane()
    const { answers } = await pane.type('/model')
    expect(answers[0]).toMatch(/^Model: claude-sonnet-4-5\/low\n/)
    const lines = supportedLines(createModelCatalog().list)
    expect(answers[0]?.split('\n').slice(-lines.length)).toEqual(lines)
    expect(pane.last('model')).toBeUndefined()
  })

  it.each([
    ['/model unknown-model', UNKNOWN_MODEL],
    ['/model claude-sonnet-4-5/maximum', INVALID_LEVEL],
  ])('%s is refused with its error text, and nothing changes', async (line, words) => {
    const pane = await openPane()
    const before = await stateOf(pane)
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: line }))).toBe(words)
    expect(await stateOf(pane)).toEqual(before)
  })

  it.each(['/model claude-sonnet-4-5/', '/model /high'])(
    '%s is an error of its own, and nothing changes',
    async (line) => {
      const pane = await openPane()
      const before = await stateOf(pane)
      expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: line }))).not.toBe(
        UNKNOWN_MODEL,
      )
      expect(await stateOf(pane)).toEqual(before)
    },
  )

  it('is refused during a turn, while tools run too; other agents may switch', async () => {
    shared.simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'wait', arguments: {} }],
    })
    const [pane, other] = [await openPane(), await openPane()]
    valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
    await pane.until(({ view }) => Object.values(view.turn?.toolOutput ?? {}).includes('waiting'))
    expect(
      refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: '/model gpt-5-mini' })),
    ).toBe(BUSY_MODEL)
    expect((await other.type('/model gpt-5-mini')).answers).toHaveLength(1)
    release()
    await pane.until(({ view }) => view.turn === null)
    expect((await pane.type('/model gpt-5-mini/low')).answers[0]).toMatch(/^✓ Switched to OpenAI gpt-5-mini/)
  })

  it('a prompt without a model: nothing is stored, nothing is sent, and /model helps', async () => {
    const pane = await Pane.open(shared.real.engine, valueOf(await shared.real.engine.agents.create({})).id)
    const before = await stateOf(pane)
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Hello!' }))).toBe(NO_MODEL)
    expect(await stateOf(pane)).toEqual(before)
    await pane.type('/model claude-sonnet-4-5')
    await pane.type('Hello!')
    expect(pane.last('assistant')?.content).toBe('ok')
  })
})

describe('/fork', () => {
  it("/fork inherits the parent's model", async () => {
    const pane = await openPane()
    await pane.type('Hello')
    const { child, answers } = await forked(pane, '/fork')
    expect(answers).toEqual([`Forked. Child: ${shortAgentId(child.id)}`])
    expect(child).toMatchObject({
      parentId: pane.agentId,
      forkEventId: pane.last('assistant')?.id,
      forkFromId: null,
      choice: { provider: 'anthropic', model: 'claude-sonnet-4-5', thinkingLevel: 'low' },
      status: 'running',
    })
    expect(await contextOf(shared.real.engine, child.id)).toEqual(['user: Hello', 'assistant: ok'])
    expect(pane.last('fork')?.data).toEqual({ child: child.id, reason: 'fork' })
  })

  it('/fork "Investigate the bug" assigns a task, which starts at once', async () => {
    const pane = await openPane()
    const { child } = await forked(pane, '/fork "Investigate the bug"')
    const childPane = await Pane.open(shared.real.engine, child.id)
    await childPane.until((now) => now.last('assistant') !== undefined)
    expect(childPane.lines()).toEqual(['user: Investigate the bug', 'assistant: ok'])
  })

  it.each([
    ['/fork --model gpt-5/high', null],
    ['/fork --model gpt-5/high "Solve this"', 'Solve this'],
  ])('%s overrides the model', async (line, task) => {
    const pane = await openPane()
    const { child } = await forked(pane, line)
    expect(child.choice).toEqual({ provider: 'openai', model: 'gpt-5', thinkingLevel: 'high' })
    const childPane = await Pane.open(shared.real.engine, child.id)
    await childPane.until((now) => task === null || now.last('assistant') !== undefined)
    expect(childPane.lines()).toEqual(task === null ? [] : [`user: ${task}`, 'assistant: ok'])
    expect(await choiceOf(pane.agentId)).toMatchObject({ provider: 'anthropic' })
  })

  it('may come while tools run: the batch that is not settled is not inherited, and the child answers by itself', async () => {
    shared.simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'wait', arguments: {} }],
    })
    const pane = await openPane()
    valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Go' }))
    await pane.until(({ view }) => Object.values(view.turn?.toolOutput ?? {}).includes('waiting'))
    const { child } = await forked(pane, '/fork')
    const childPane = await Pane.open(shared.real.engine, child.id)
    await childPane.until((now) => now.last('assistant') !== undefined)
    expect(childPane.lines()).toEqual(['user: Go', 'assistant: ok'])
    release()
    await pane.until(({ view }) => view.turn === null)
    expect(pane.last('tool_result')?.content).toBe('waited')
  })

  it.each([
    ['/fork --model', /^--model needs a value/],
    ['/fork "never closed', /^Unclosed quote/],
    ['/fork "closed"too early', /^Text after the closing quote/],
    ['/fork ONE TWO', /^Two marks: ONE, TWO/],
    ['/fork --model unknown-model', /^Unknown model: unknown-model/],
    ['/fork NOWHERE', /^Unknown mark: NOWHERE\nThis agent has no marks\.\nA prompt must be quoted/],
  ])('%s is refused, and no agent is made', async (line, words) => {
    const pane = await openPane()
    const before = await agentsOf(shared.real.engine)
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: line }))).toMatch(words)
    expect(await agentsOf(shared.real.engine)).toEqual(before)
  })
})

describe('text that was pasted', () => {
  it('runs no command, whatever its lines begin with', async () => {
    const pane = await openPane()
    const pasted = '/kill\n/model gpt-5\nand /fork it'
    const { answers, children, turnStarted } = valueOf(
      await shared.real.engine.agents.submit({ agentId: pane.agentId, text: pasted, asText: true }),
    )
    expect({ answers, children, turnStarted }).toEqual({ answers: [], children: [], turnStarted: true })
    await pane.until(({ view }) => view.turn === null && view.events.at(-1)?.kind === 'assistant')
    expect(pane.lines()).toEqual([`user: ${pasted}`, 'assistant: ok'])
  })
})

describe('a script is refused before any of it is recorded', () => {
  it.each([
    ['a goal whose fork names no mark', 'goal\n/fork NOWHERE', /^Unknown mark: NOWHERE/],
    ['a prompt long before such a fork', 'first\n/mark M\ngoal\n/fork NOWHERE', /^Unknown mark: NOWHERE/],
    ['a goal whose fork cannot be read', 'goal\n/fork "x', /./],
    ['a goal whose fork names a model that is none', 'goal\n/fork --model nonsense', /nonsense/],
    ['a mark without a name before a goal', '/mark\ngoal\n/fork', /^A mark needs a name/],
  ])('%s', async (_case, script, words) => {
    const pane = await openPane()
    await pane.type('hello')
    const before = await stateOf(pane)
    const agents = await agentsOf(shared.real.engine)
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: script }))).toMatch(words)
    expect(await stateOf(pane)).toEqual(before)
    expect(await agentsOf(shared.real.engine)).toEqual(agents)
  })

  it('a goal for a fork of an agent without a model, which nothing could answer', async () => {
    const { id } = valueOf(await shared.real.engine.agents.create({}))
    const pane = await Pane.open(shared.real.engine, id)
    const before = await stateOf(pane)
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: id, text: 'goal\n/fork' }))).toBe(NO_MODEL)
    expect(await stateOf(pane)).toEqual(before)
    const { children } = valueOf(
      await shared.real.engine.agents.submit({ agentId: id, text: 'goal\n/fork --model claude-sonnet-4-5/low' }),
    )
    const child = await Pane.open(shared.real.engine, children[0]?.id ?? '')
    await child.until((now) => now.last('assistant') !== undefined)
  })

  it('a goal that the running turn of the parent would take for its own', async () => {
    const pane = await openPane()
    shared.simulator.enqueue('anthropic', {
      type: 'script',
      blocks: [{ type: 'tool_call', name: 'wait', arguments: {} }],
    })
    valueOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'Wait' }))
    await pane.until(({ view }) => Object.values(view.turn?.toolOutput ?? {}).includes('waiting'))
    const before = pane.view.events
    expect(refusalOf(await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'goal\n/fork' }))).toMatch(
      /^Cannot add the text before \/fork/,
    )
    expect(pane.view.events).toEqual(before)
    release()
    await pane.until(({ view }) => view.turn === null)
  })

  it('but a mark that the script itself makes may be forked from', async () => {
    const pane = await openPane()
    const { children } = valueOf(
      await shared.real.engine.agents.submit({ agentId: pane.agentId, text: 'first\n/mark OWN\ngoal\n/fork OWN' }),
    )
    const child = await Pane.open(shared.real.engine, children[0]?.id ?? '')
    await child.until((now) => now.last('assistant') !== undefined)
    expect(child.lines()).toEqual(['user: goal', 'assistant: ok'])
    await pane.until(({ view }) => view.turn === null)
  })
})
