import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { AgentSummary } from '../../src/shared/agent-summary.ts'
import type { AgentId } from '../../src/shared/ids.ts'
import { agentsOf, Pane, valueOf } from '../support/drive-agent.ts'
import { openRealEngine, type RealEngine } from '../support/open-real-engine.ts'
import type { ScriptedBlock } from '../support/provider-simulator/answer.ts'
import type { SimulatorRequest } from '../support/provider-simulator/simulator-request.ts'
import type { Simulator } from '../support/provider-simulator/simulator.ts'
import { startSimulator } from '../support/provider-simulator/start-simulator.ts'
import { untyped } from '../support/untyped.ts'

/**
 * Answers are only comparable if their models were asked the same. Agents that are compared, that repeat or edit a
 * prompt or that judge answers are sent the bytes that any other agent is sent for the same text.
 */

/** One model of each provider. */
const MODELS = [
  'claude-opus-5-5',
  'gpt-5.4',
  'gemini-3.8-flash',
  'grok-4.7',
  'llama-5',
  'mistral-medium-latest',
  'kimi-k3',
  'openrouter/anthropic/claude-sonnet-4.5',
  'local/qwen3:8b',
] as const

const BLOCKS: readonly ScriptedBlock[] = [
  { type: 'thinking', text: 'Hm.' },
  { type: 'text', text: 'Grüße!' },
]

let simulator: Simulator
let real: RealEngine

beforeAll(async () => {
  simulator = await startSimulator({ answerWith: () => ({ type: 'script', blocks: BLOCKS }) })
  real = await openRealEngine(simulator.environment())
})
afterAll(async () => {
  await real.close()
  await simulator.close()
})

/** The messages of a request, as they were sent. */
function messagesOf({ body, rejectedBy }: SimulatorRequest): string {
  expect(rejectedBy).toBeUndefined()
  return JSON.stringify(body['messages'] ?? body['input'] ?? body['contents'])
}

/** The messages of a request up to those of the user after the last answer. */
function earlierMessages(request: SimulatorRequest): string {
  const messages = untyped<readonly { readonly role?: string }[]>(JSON.parse(messagesOf(request)))
  return JSON.stringify(messages.slice(0, messages.findLastIndex(({ role }) => role !== 'user') + 1))
}

/** Everything else of a request. */
function settingsOf({ body }: SimulatorRequest): object {
  const { messages: _messages, input: _input, contents: _contents, ...settings } = body
  return settings
}

/** Whether the newest message is an answer. Forks of the agent may be recorded behind it. */
const hasAnswered = ({ view: { turn, events } }: Pane): boolean =>
  turn === null && events.findLast(({ kind }) => kind === 'user' || kind === 'assistant')?.kind === 'assistant'

async function answered(agentId: AgentId): Promise<void> {
  const pane = await Pane.open(real.engine, agentId)
  await pane.until(hasAnswered)
  pane.close()
}

/** Makes agents, waits for their answers, and returns the requests that were sent meanwhile. */
async function requestsOf(make: () => Promise<readonly AgentId[]>): Promise<readonly SimulatorRequest[]> {
  const before = simulator.requests.length
  for (const agentId of await make()) await answered(agentId)
  return simulator.requests.slice(before)
}

const typed = (pane: Pane, text: string) =>
  requestsOf(async () => {
    await pane.type(text)
    return []
  })
const forked = (agentId: AgentId, wish: Omit<Parameters<RealEngine['engine']['agents']['fork']>[0], 'agentId'>) =>
  requestsOf(async () => ids(valueOf(await real.engine.agents.fork({ agentId, ...wish }))))
const ids = (agents: readonly AgentSummary[]): readonly AgentId[] => agents.map(({ id }) => id)
const promptOf = (pane: Pane, nth: number): number =>
  pane.view.events.filter(({ kind }) => kind === 'user').at(nth)?.id ?? 0

describe.each(MODELS)('with %s in all columns', (model) => {
  it('a comparison of three and a retry send the same bytes, an edit up to the edited prompt', async () => {
    const pane = await Pane.create(real.engine, model)
    await pane.type('One')
    const asked = await requestsOf(async () => {
      const children = valueOf(
        await real.engine.agents.ask({ agentId: pane.agentId, text: 'Two', models: [model, model] }),
      )
      return [pane.agentId, ...ids(children)]
    })
    const [first] = asked
    if (first === undefined) throw new Error('Nothing was sent')
    expect(asked.map(messagesOf)).toEqual([messagesOf(first), messagesOf(first), messagesOf(first)])
    expect(asked.map(settingsOf)).toEqual([settingsOf(first), settingsOf(first), settingsOf(first)])
    expect(messagesOf(first)).not.toContain(pane.agentId)

    const retried = await forked(pane.agentId, { models: [], atEventId: promptOf(pane, 1), reason: 'retry' })
    expect(retried.map(messagesOf)).toEqual([messagesOf(first)])
    const edited = await forked(pane.agentId, { models: [], before: promptOf(pane, 1), prompt: 'Six', reason: 'edit' })
    expect(edited.map(messagesOf)).toEqual([messagesOf(first).replace('Two', 'Six')])
    expect([...retried, ...edited].map(settingsOf)).toEqual([settingsOf(first), settingsOf(first)])
  })

  it('a judge and an edit of the first prompt send what an agent that is no fork sends', async () => {
    const pane = await Pane.create(real.engine, model)
    await pane.type('One')
    for (const reason of ['judge', 'merge', 'edit', 'retry'] as const) {
      const root = await Pane.create(real.engine, model)
      const [expected] = await typed(root, `Which is better, for ${reason}?`)
      const place = { before: reason === 'edit' || reason === 'retry' ? promptOf(pane, 0) : ('start' as const) }
      const sent = await forked(pane.agentId, {
        models: [model],
        ...place,
        prompt: `Which is better, for ${reason}?`,
        reason,
      })
      expect(sent.map(messagesOf)).toEqual(expected === undefined ? [] : [messagesOf(expected)])
    }
  })

  it('several forks with one prompt are a comparison', async () => {
    const pane = await Pane.create(real.engine, model)
    await pane.type('One')
    const sent = await forked(pane.agentId, { models: [model, model, model], prompt: 'Two' })
    const [expected] = await typed(pane, 'Two')
    expect(sent.map(messagesOf)).toEqual(expected === undefined ? [] : sent.map(() => messagesOf(expected)))
    expect(sent).toHaveLength(3)
  })

  it('versions of the prompt of a delegated task are sent its note, and nothing else', async () => {
    const parent = await Pane.create(real.engine, model)
    await parent.type('One')
    const [task] = await forked(parent.agentId, { models: [], prompt: 'Find it' })
    if (task === undefined) throw new Error('Nothing was sent')
    const child = await Pane.open(real.engine, (await childrenOf(parent)).at(-1)?.id ?? '')
    expect(messagesOf(task)).toContain(child.agentId)
    const again = await forked(child.agentId, { models: [], atEventId: promptOf(child, -1), reason: 'retry' })
    const edited = await forked(child.agentId, {
      models: [],
      before: promptOf(child, -1),
      prompt: 'Find it',
      reason: 'edit',
    })
    expect([...again, ...edited].map(messagesOf)).toEqual([messagesOf(task), messagesOf(task)])
    const [version] = (await childrenOf(parent)).slice(-1)
    const repeated = await forked(version?.id ?? '', {
      models: [model, model],
      before: promptOf(await Pane.open(real.engine, version?.id ?? ''), -1),
      prompt: 'Find it',
      reason: 'retry',
    })
    expect(repeated.map(messagesOf)).toEqual([messagesOf(task), messagesOf(task)])
    expect(earlierMessages(task)).not.toContain(child.agentId)
  })
})

/** Agents with a history, made with Claude. */
const HISTORIES: Readonly<Record<string, (root: Pane) => Promise<Pane>>> = {
  'a fork of a fork': async (root) => (await root.fork()).fork(),
  'a fork with a task': (root) => task(root),
  'a fork of a fork with a task': async (root) => (await task(root)).fork(),
  'a fork with a task in a fork with a task': async (root) => task(await task(root)),
  'an agent that was cleared': (root) => cleared(root),
  'a fork with a task that was cleared': async (root) => cleared(await task(root)),
  'a version of a task that was cleared': async (root) => {
    const child = await cleared(await task(root))
    await child.type('Again')
    return child.fork({ before: promptOf(child, -1), reason: 'edit' })
  },
}

async function task(parent: Pane): Promise<Pane> {
  const child = await parent.fork({ prompt: 'Find it' })
  await child.until(hasAnswered)
  return child
}

async function cleared(pane: Pane): Promise<Pane> {
  await pane.type('/clear')
  return pane
}

it.each(Object.entries(HISTORIES))('%s is sent what its comparisons and versions are sent', async (_, make) => {
  const root = await Pane.create(real.engine, MODELS[0])
  await root.type('One')
  const pane = await make(root)
  const asked = await requestsOf(async () => {
    const children = valueOf(
      await real.engine.agents.ask({ agentId: pane.agentId, text: 'Two', models: [MODELS[0], MODELS[0]] }),
    )
    return [pane.agentId, ...ids(children)]
  })
  const atEventId = promptOf(pane, -1)
  const retried = await forked(pane.agentId, { models: [], atEventId, reason: 'retry' })
  const edited = await forked(pane.agentId, { models: [], before: atEventId, prompt: 'Two', reason: 'edit' })
  const sent = [...asked, ...retried, ...edited].map(messagesOf)
  expect(sent).toEqual(Array.from({ length: 5 }, () => sent[0]))
})

it('a comparison of all models has one canonical context', async () => {
  const pane = await Pane.create(real.engine, MODELS[0])
  await pane.type('One')
  const models = MODELS.slice(1)
  const requests = await requestsOf(async () => {
    const asked = await real.engine.agents.ask({ agentId: pane.agentId, text: 'Two', models })
    return [pane.agentId, ...ids(valueOf(asked))]
  })
  expect(requests).toHaveLength(MODELS.length)
  const contexts = await Promise.all(
    [pane.agentId, ...ids(await childrenOf(pane))].map(async (agentId) => {
      const { system, about, segments } = valueOf(await real.engine.agents.context({ agentId }))
      return { system, about, asked: segments.slice(0, -1).map(({ event: { kind, content } }) => [kind, content]) }
    }),
  )
  expect(contexts).toEqual(contexts.map(() => contexts[0]))
})

const childrenOf = async ({ agentId }: Pane): Promise<readonly AgentSummary[]> =>
  (await agentsOf(real.engine)).filter(({ parentId }) => parentId === agentId)
