import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { JsonObject } from '../../../src/shared/json.ts'
import type { ScriptedBlock } from './answer.ts'
import { objectsOf, parseObject, textOf } from './read-json.ts'
import type { Simulator } from './simulator.ts'
import { startSimulator } from './start-simulator.ts'
import { ruleRow } from './rules/rule-table.ts'
import { violationBody } from './rules/rule.ts'
import { postRequest } from './post-request.ts'
import type { PostedAnswer } from './post-request.ts'

/** The providers' reactions to content that they sent themselves, or did not send. */

const BLOCKS: readonly ScriptedBlock[] = [
  { type: 'thinking', text: 'I shall read the file.' },
  { type: 'thinking', text: 'Hidden.', redacted: true },
  { type: 'text', text: 'Reading.' },
  { type: 'tool_call', name: 'read', arguments: { path: 'a' } },
]

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator()
})

afterAll(() => simulator.close())

function rejection(rule: string, values: Readonly<Record<string, string | number>> = {}): object {
  const { http, body } = ruleRow(rule)
  return { status: http, body: violationBody({ id: rule, http, body }, { values }) }
}

/** Returns the value as sent: without undefined keys, and without the SDK's types. */
function plain(value: object): JsonObject {
  return parseObject(JSON.stringify(value)) ?? {}
}

function outcome({ status, body }: PostedAnswer): object {
  return { status, body }
}

const ACCEPTED = { status: 200, body: undefined }

describe('Anthropic', () => {
  const tools: Anthropic.Tool[] = [{ name: 'read', input_schema: { type: 'object' } }]
  const base = { max_tokens: 4096, stream: true, tools }
  const budget = { type: 'enabled', budget_tokens: 1024 } as const
  const adaptive = { type: 'adaptive', display: 'summarized' } as const
  const asked = { role: 'user', content: 'Read it.' } as const

  type Content = readonly Anthropic.ContentBlock[]

  /** Returns a whole answer, as accumulated by the SDK. */
  async function answerOf(model: string): Promise<Content> {
    simulator.enqueue('anthropic', { type: 'script', blocks: BLOCKS })
    const client = new Anthropic({ apiKey: 'a-key', baseURL: simulator.baseUrls.anthropic, maxRetries: 0 })
    const thinking = model.endsWith('4-5') ? budget : adaptive
    const stream = client.messages.stream({ model, max_tokens: 4096, tools, thinking, messages: [asked] })
    return (await stream.finalMessage()).content
  }

  const send = (fields: object, content: unknown, to = simulator): Promise<PostedAnswer> => {
    const blocks = plain({ content })['content']
    const call = objectsOf(blocks).find((block) => block['type'] === 'tool_use')
    const result = { type: 'tool_result', tool_use_id: textOf(call?.['id']), content: 'text of a' }
    const messages = [asked, { role: 'assistant', content: blocks }, { role: 'user', content: [result] }]
    const body = plain({ ...base, messages, ...fields })
    return postRequest(to, { host: 'anthropic', wire: 'anthropic', body })
  }

  it('accepts its own thinking, byte for byte, also after a new start of the server', async () => {
    const content = await answerOf('claude-haiku-4-5')
    const later = await startSimulator()
    const answer = await send({ model: 'claude-haiku-4-5', thinking: budget }, content, later)
    await later.close()
    expect(outcome(answer)).toEqual(ACCEPTED)
  })

  it('rejects thinking whose words were changed in the latest answer', async () => {
    const content = (await answerOf('claude-haiku-4-5')).map((block) => {
      return block.type === 'thinking' ? { ...block, thinking: 'I shall not.' } : block
    })
    const answer = await send({ model: 'claude-haiku-4-5', thinking: budget }, content)
    expect(outcome(answer)).toEqual(rejection('anthropic.thinking_modified', { i: 1, j: 0 }))
  })

  it('rejects a signature that was changed', async () => {
    const content = (await answerOf('claude-haiku-4-5')).map((block) => {
      return block.type === 'thinking' ? { ...block, signature: `${block.signature.slice(0, -2)}xx` } : block
    })
    const answer = await send({ model: 'claude-haiku-4-5', thinking: budget }, content)
    expect(outcome(answer)).toEqual(rejection('anthropic.signature_invalid', { i: 1, j: 0 }))
  })

  it('rejects thinking in a final answer to be continued when thinking is off', async () => {
    const content = (await answerOf('claude-haiku-4-5')).filter((block) => block.type !== 'tool_use')
    const messages = [asked, { role: 'assistant', content }]
    const answer = await send({ model: 'claude-haiku-4-5', messages }, content)
    expect(outcome(answer)).toEqual(rejection('anthropic.thinking_disabled_final', { i: 1, j: 0 }))
  })

  it.each(['claude-sonnet-5-5', 'claude-fable-5-1'])(
    'binds the thinking of %s to all that stood before it',
    async (model) => {
      const content = await answerOf(model)
      const fields = { model, thinking: adaptive }
      const changes = [{}, { system: 'New.' }, { tools: [{ ...tools[0], description: 'New.' }] }]
      const answers = await Promise.all(changes.map((change) => send({ ...fields, ...change }, content)))
      const bound = rejection('anthropic.prefix_bound', { i: 1, j: 0 })
      expect(answers.map(outcome)).toEqual([ACCEPTED, bound, bound])
    },
  )

  it('does not count cache marks as a change', async () => {
    const model = 'claude-sonnet-5-5'
    const content = await answerOf(model)
    const marked = [{ ...tools[0], cache_control: { type: 'ephemeral' } }]
    expect(outcome(await send({ model, thinking: adaptive, tools: marked }, content))).toEqual(ACCEPTED)
  })

  it('binds no thinking of the models before', async () => {
    const content = await answerOf('claude-opus-5')
    const fields = { model: 'claude-opus-5', thinking: adaptive, system: 'New.' }
    expect(outcome(await send(fields, content))).toEqual(ACCEPTED)
  })
})

describe('OpenAI Responses', () => {
  const model = 'gpt-5.5'
  const asked = { role: 'user', content: 'Read it.' } as const
  type Item = OpenAI.Responses.ResponseOutputItem

  async function outputOf(fields: { store: boolean }, to = simulator): Promise<readonly Item[]> {
    to.enqueue('openai', { type: 'script', blocks: BLOCKS.filter((block) => block.type !== 'text').slice(1) })
    const client = new OpenAI({ apiKey: 'a-key', baseURL: to.baseUrls.openai, maxRetries: 0 })
    const stream = await client.responses.create({
      model,
      input: [asked],
      include: ['reasoning.encrypted_content'],
      stream: true,
      ...fields,
    })
    const items: Item[] = []
    for await (const event of stream) if (event.type === 'response.output_item.done') items.push(event.item)
    return items
  }

  const send = (items: readonly object[], fields: object = {}, to = simulator): Promise<PostedAnswer> => {
    const call = items.map(plain).find((item) => item['type'] === 'function_call')
    const output = { type: 'function_call_output', call_id: call?.['call_id'], output: 'text of a' }
    const request = { model, stream: true, store: false, input: [asked, ...items, output], ...fields }
    const body = plain(request)
    return postRequest(to, { host: 'openai', wire: 'responses', body })
  }

  it('accepts its own reasoning with the call that followed it', async () => {
    expect(outcome(await send(await outputOf({ store: false })))).toEqual(ACCEPTED)
  })

  it('rejects reasoning for another model', async () => {
    const items = await outputOf({ store: false })
    const content = textOf(items[0]?.type === 'reasoning' ? (items[0].encrypted_content ?? '') : '')
    const values = { head: content.slice(0, 4), tail: content.slice(-4) }
    expect(outcome(await send(items, { model: 'gpt-5.1' }))).toEqual(rejection('responses.encrypted', values))
  })

  it('rejects a call that came behind reasoning without it, unless its id is left out', async () => {
    const [reasoning, call] = await outputOf({ store: false })
    if (reasoning === undefined || call === undefined) throw new Error('The answer has two items.')
    const { id: _id, ...anonymous } = call
    const answers = [await send([call]), await send([anonymous])]
    const fc = textOf(call.id)
    const values = { fc, rs: textOf(reasoning.id) }
    expect(answers.map(outcome)).toEqual([rejection('responses.item_without_reasoning', values), ACCEPTED])
  })

  it('knows stored items by their id alone, and no others', async () => {
    const stored = await outputOf({ store: true })
    const lost = await outputOf({ store: false })
    const bare = (items: readonly Item[]): Item[] => {
      return items.map((item) => (item.type === 'reasoning' ? { id: item.id, type: 'reasoning', summary: [] } : item))
    }
    const answers = [await send(bare(stored)), await send(bare(lost))]
    const missing = rejection('responses.item_not_found', { rs: textOf(lost[0]?.id) })
    expect(answers.map(outcome)).toEqual([ACCEPTED, missing])
  })

  it('gives summaries only to a verified organisation', async () => {
    const unverified = await startSimulator({ verifiedOrganisation: false })
    const post = (reasoning: object): Promise<PostedAnswer> => send([], { reasoning, input: [asked] }, unverified)
    const answers = [await post({ effort: 'low', summary: 'auto' }), await post({ effort: 'low' })]
    await unverified.close()
    expect(answers.map(outcome)).toEqual([rejection('responses.summary_unverified'), ACCEPTED])
  })
})
