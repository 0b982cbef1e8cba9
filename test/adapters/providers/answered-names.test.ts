import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { ApiProviderName } from '../../../src/shared/providers.ts'
import { ModelConversation } from '../../support/model-conversation.ts'
import type { TestModel } from '../../support/model-conversation.ts'
import type { ScriptedBlock } from '../../support/provider-simulator/answer.ts'
import type { Simulator } from '../../support/provider-simulator/simulator.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { testModelAt } from '../../support/simulated-models.ts'

/** Servers whose answers name another model than was asked: thinking is own when the asked model made it. */

let simulator: Simulator
let firstRequest = 0

beforeAll(async () => {
  simulator = await startSimulator()
})
beforeEach(() => {
  firstRequest = simulator.requests.length
})
afterAll(() => simulator.close())

const thinking = (text: string): ScriptedBlock => ({ type: 'thinking', text })
const call = (path: string): ScriptedBlock => ({ type: 'tool_call', name: 'read', arguments: { path } })
const TOOL_TURN: readonly (readonly ScriptedBlock[])[] = [
  [thinking('I need two files.'), call('a'), call('b')],
  [thinking('And one more.'), call('c')],
  [thinking('That is all.'), { type: 'text', text: 'Here it is.' }],
]

const rejections = () => simulator.requests.slice(firstRequest).flatMap(({ rejectedBy }) => rejectedBy ?? [])

/** How many answers in the next request to this model hold thinking of its own, or a signature. */
function ownThoughts(conversation: ModelConversation, testModel: TestModel): number {
  const { messages } = conversation.assemble(testModel).request
  return messages.filter((message) => {
    if (message.role !== 'assistant') return false
    return message.content.some(({ type, provider_data: data }) => type === 'thinking' || data !== undefined)
  }).length
}

interface Row {
  readonly provider: ApiProviderName
  readonly asked: string
  readonly answered: string
  /** Another model of the provider, to switch to. */
  readonly other: string
}

const ROWS: readonly Row[] = [
  { provider: 'anthropic', asked: 'claude-opus-4-6', answered: 'bedrock-opus', other: 'claude-sonnet-4-6' },
  { provider: 'openai', asked: 'gpt-5.6', answered: 'gpt-5.6-sol', other: 'gpt-5.5' },
  { provider: 'google', asked: 'gemini-flash-latest', answered: 'gemini-3.6-flash', other: 'gemini-3.8-flash' },
  { provider: 'xai', asked: 'grok-4.7', answered: 'grok-4.7-fast', other: 'grok-4.6' },
  { provider: 'meta', asked: 'muse-spark-1.3', answered: 'muse-spark-1.3-us', other: 'muse-spark-1.2' },
  { provider: 'mistral', asked: 'mistral-medium-latest', answered: 'mistral-medium-2604', other: 'mistral-large-4' },
  { provider: 'moonshot', asked: 'kimi-k3.1-pro', answered: 'kimi-k3.1-pro-b', other: 'kimi-k3' },
  {
    provider: 'openrouter',
    asked: 'openrouter/openrouter/auto',
    answered: 'anthropic/claude-4.6-sonnet-20260217',
    other: 'openrouter/anthropic/claude-sonnet-4.6',
  },
  {
    provider: 'openrouter',
    asked: 'openrouter/moonshotai/kimi-k2.6:nitro',
    answered: 'moonshotai/kimi-k2.6-20260420',
    other: 'openrouter/z-ai/glm-5',
  },
  {
    provider: 'openrouter',
    asked: 'openrouter/deepseek/deepseek-r2:free',
    answered: 'deepseek/deepseek-r2',
    other: 'openrouter/z-ai/glm-5',
  },
  { provider: 'local', asked: 'local/qwen3:8b', answered: '/models/Qwen3-8B-Q4_K_M.gguf', other: 'local/gemma4' },
]

describe.each(ROWS)('$provider: $asked, which answers as $answered', ({ provider, asked, answered, other }) => {
  function enqueueTurn(): void {
    for (const blocks of TOOL_TURN) simulator.enqueue(provider, { type: 'script', blocks, model: answered })
  }

  it('is sent its own thinking in every step of a tool loop, and in the next turn', async () => {
    const conversation = new ModelConversation()
    const testModel = await testModelAt(simulator, provider, asked)
    enqueueTurn()
    conversation.user('One')
    const sent: number[] = []
    for (let calls = await conversation.ask(testModel); calls.length > 0; calls = await conversation.ask(testModel)) {
      for (const { id } of calls) conversation.result(id)
      sent.push(ownThoughts(conversation, testModel))
    }
    conversation.user('Two')
    expect(sent).toEqual([1, 2])
    // Gemini signs no last words.
    expect(ownThoughts(conversation, testModel)).toBeGreaterThanOrEqual(2)
    await conversation.ask(testModel)
    expect(rejections()).toEqual([])
  })

  it('is foreign to another model, and its own again after a switch back', async () => {
    const conversation = new ModelConversation()
    const first = await testModelAt(simulator, provider, asked)
    const second = await testModelAt(simulator, provider, other)
    enqueueTurn()
    await conversation.turn(first, 'One')
    conversation.user('Two')
    expect(ownThoughts(conversation, second)).toBe(0)
    await conversation.ask(second)
    conversation.user('Three')
    expect(ownThoughts(conversation, first)).toBeGreaterThanOrEqual(2)
    await conversation.ask(first)
    expect(rejections()).toEqual([])
  })

  it('is recorded under both names', async () => {
    const conversation = new ModelConversation()
    const testModel = await testModelAt(simulator, provider, asked)
    simulator.enqueue(provider, { type: 'script', blocks: [{ type: 'text', text: 'Hi' }], model: answered })
    await conversation.turn(testModel, 'One')
    const name = conversation.assemble(testModel).request.model
    expect(conversation.events.at(-1)?.data).toMatchObject({
      model: answered,
      requested_model: name,
      blocks: [{ model: answered, requested_model: name }],
    })
  })
})
