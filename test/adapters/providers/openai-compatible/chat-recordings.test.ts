import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { ContentBlock } from '../../../../src/shared/content.ts'
import { compatibleAt, VENDORS } from '../../../support/compatible-provider.ts'
import type { VendorKey } from '../../../support/compatible-provider.ts'
import { eventsOf, helloRequest, outcomeOf } from '../../../support/provider-outcome.ts'
import { allRecordings } from '../../../support/provider-simulator/recordings.ts'
import { startSimulator } from '../../../support/provider-simulator/start-simulator.ts'
import type { Simulator } from '../../../support/provider-simulator/simulator.ts'

/** What each recording must become, read off the recording. Long texts: how they begin and end, and their length. */
interface Expected {
  readonly model: string
  readonly responseId: string
  /** Finish reason; input, output, thinking, cached, total tokens. */
  readonly end?: readonly [string, number, number, number, number, number]
  /** Category, retryable, provider's code, words of the provider. */
  readonly error?: readonly [string, boolean, string, string]
  readonly blocks: readonly ExpectedBlock[]
}

type ExpectedText = string | readonly [start: string, end: string, length: number]
type ExpectedBlock =
  | readonly ['text', ExpectedText]
  /** The field that it came in; `details` where there are any. */
  | readonly ['thinking', ExpectedText, string?]
  | readonly ['call', name: string, args: object, providerId: string]

const RECORDINGS: Readonly<Record<string, Expected>> = {
  'openai-chat/three-choices.sse': {
    model: 'gpt-4o-2024-08-06',
    responseId: 'chatcmpl-ABfw2KKFuVXmEJgVwYfBvejMAdWtq',
    end: ['STOP', 79, 42, 0, 0, 121],
    blocks: [['text', '{"city":"San Francisco","temperature":65,"units":"f"}']],
  },
  'openai-chat/truncated-length.sse': {
    model: 'gpt-4o-2024-08-06',
    responseId: 'chatcmpl-ABfw3Oqj8RD0z6aJiiX37oTjV2HFh',
    end: ['LENGTH', 79, 1, 0, 0, 80],
    blocks: [['text', '{"']],
  },
  'openai-chat/refusal.sse': {
    model: 'gpt-4o-2024-08-06',
    responseId: 'chatcmpl-ABfw4IfQfCCrcuybFm41wJyxjbkz7',
    end: ['CONTENT_FILTER', 79, 11, 0, 0, 90],
    blocks: [['text', "I'm sorry, I can't assist with that request."]],
  },
  'openai-chat/refusal-logprobs.sse': {
    model: 'gpt-4o-2024-08-06',
    responseId: 'chatcmpl-ABfw5GEVqPbLY576l46FZDQoNJ2KC',
    end: ['CONTENT_FILTER', 79, 12, 0, 0, 91],
    blocks: [['text', "I'm very sorry, but I can't assist with that."]],
  },
  'openai-chat/tool-parallel-2.sse': {
    model: 'gpt-4o-2024-08-06',
    responseId: 'chatcmpl-ABfwAwrNePHUgBBezonVC6MX3zd63',
    end: ['TOOL_USE', 149, 60, 0, 0, 209],
    blocks: [
      ['call', 'GetWeatherArgs', { city: 'Edinburgh', country: 'GB', units: 'c' }, 'call_JMW1whyEaYG438VE1OIflxA2'],
      ['call', 'get_stock_price', { ticker: 'AAPL', exchange: 'NASDAQ' }, 'call_DNYTawLBoN8fj3KN6qU9N1Ou'],
    ],
  },
  'openai-chat/json-object-long.sse': {
    model: 'gpt-4o-2024-08-06',
    responseId: 'chatcmpl-ABfwCjPMi0ubw56UyMIIeNfJzyogq',
    end: ['STOP', 19, 177, 0, 0, 196],
    blocks: [['text', ['\n  {\n    "location": "San Francisco, CA"', '": "Cloudy"\n      }\n    ]\n  }\n', 608]]],
  },
  'openai-chat/tool-nonstrict.sse': {
    model: 'gpt-4o-2024-08-06',
    responseId: 'chatcmpl-ABfwERreu9s99xXsVuOWtIB2UOx62',
    end: ['TOOL_USE', 44, 16, 0, 0, 60],
    blocks: [['call', 'get_weather', { city: 'New York City' }, 'call_4XzlGBLtUe9dy3GVNV4jhq7h']],
  },
  'openai-chat/tool-usage-gpt4omini.sse': {
    model: 'gpt-4o-mini-2024-07-18',
    responseId: 'chatcmpl-BWlJBDk2xe66hjff60joVYpXi1hh4',
    end: ['TOOL_USE', 54, 20, 0, 0, 74],
    blocks: [['call', 'multiply', { a: 1231, b: 2331 }, 'call_1EYWDzueHEp8OsB8jJSEp7WB']],
  },
  'openai-chat/tool-parallel-2-gpt4o-usage.sse': {
    model: 'gpt-4o-2024-08-06',
    responseId: 'chatcmpl-C2QD1kGWsTW5OWiqAtOSFEAOfPfQH',
    end: ['TOOL_USE', 364, 40, 0, 0, 404],
    blocks: [
      ['call', 'get_country', {}, 'call_q2UyBRP7eXNTzAoR8lEhjc9Z'],
      ['call', 'get_product_name', {}, 'call_b51ijcpFkDiTQG1bQzsrmtW5'],
    ],
  },
  'openai-chat/text-long.chunks.jsonl': {
    model: 'gpt-4.1-nano-2025-04-14',
    responseId: 'chatcmpl-D8Z5oo6uDh67AD85p73ksdT1KxhE0',
    end: ['STOP', 16, 300, 0, 0, 316],
    blocks: [['text', ['**Holiday Name:** Harmony Day\n\n**Date:**', 'xperiences and mutual respect.', 1724]]],
  },
  'openai-compatible/tool-streaming-variant-a.sse': {
    model: 'moonshotai/kimi-k2',
    responseId: 'gen-1753242299-QZRAt5HJHd1ptY8sdS0s',
    end: ['TOOL_USE', 57, 17, 0, 0, 74],
    blocks: [['call', 'llm_version', {}, '0']],
  },
  'openai-compatible/tool-streaming-variant-b.sse': {
    model: 'moonshotai/kimi-k2',
    responseId: 'gen-1753242299-QZRAt5HJHd1ptY8sdS0s',
    end: ['TOOL_USE', 57, 17, 0, 0, 74],
    blocks: [['call', 'llm_version', {}, '0']],
  },
  'openai-compatible/tool-streaming-variant-c.sse': {
    model: 'moonshotai/kimi-k2',
    responseId: 'gen-1753248108-FGOxpkEzFEwhNKSPpI4a',
    end: ['TOOL_USE', 56, 12, 0, 0, 68],
    blocks: [['call', 'llm_version', {}, 'llm_version:0']],
  },
  'openai-compatible/tool-streaming-variant-d.sse': {
    model: 'muse-spark-1.1',
    responseId: 'gen-1753242299-DdArgsNullVariantD00',
    end: ['TOOL_USE', 57, 17, 0, 0, 74],
    blocks: [['call', 'llm_version', {}, '0']],
  },
  'openai-compatible/deepseek-tool-call.chunks.jsonl': {
    model: 'deepseek-reasoner',
    responseId: 'cca85624-4056-401f-b220-d77601d1f70d',
    end: ['TOOL_USE', 339, 83, 39, 320, 422],
    blocks: [
      [
        'thinking',
        ['The user is asking for the weather in Sa', 'ameter set to "San Francisco".', 191],
        'reasoning_content',
      ],
      ['call', 'weather', { location: 'San Francisco' }, 'call_00_ioIn7yN9p1ZOMNpDLwd4MgAF'],
    ],
  },
  'openai-compatible/deepseek-length.chunks.jsonl': {
    model: 'deepseek-chat',
    responseId: 'f6117a0b-129d-46fa-b239-78f01c2c5df9',
    end: ['LENGTH', 13, 400, 0, 0, 413],
    blocks: [['text', ['## **Holiday Name:** Starlight Remembran', '5 minutes of silent looking at', 1855]]],
  },
  'openai-compatible/groq-tool-call.chunks.jsonl': {
    model: 'llama-3.3-70b-versatile',
    responseId: 'chatcmpl-b610d559-f156-4aca-8827-24b4fe6af54f',
    end: ['TOOL_USE', 210, 15, 0, 0, 225],
    blocks: [['call', 'weather', {}, 'tk85n1k4m']],
  },
  'openai-compatible/alibaba-tool-call.chunks.jsonl': {
    model: 'qwen3-max',
    responseId: 'chatcmpl-8e243c57-23b3-9db2-a02e-e3c53929c368',
    end: ['TOOL_USE', 295, 22, 0, 0, 317],
    blocks: [['call', 'weather', { location: 'San Francisco' }, 'call_eee11723464a4b9eb8cee71d']],
  },
  'openai-compatible/groq-error-mid-stream.sse': {
    model: 'openai/gpt-oss-120b',
    responseId: 'chatcmpl-4f39f3af-3267-4ac1-a0cf-6aa7451877dc',
    error: ['INVALID_REQUEST', false, 'tool_use_failed', 'Tool call validation failed'],
    blocks: [['thinking', ['We need to call the tool with invalid pa', 'h name: "test". Let\'s do that.', 412]]],
  },
  'openai-compatible/zai-thinking.sse': {
    model: 'glm-4.7',
    responseId: '202607010739425543ff9439144b2c',
    end: ['STOP', 13, 564, 561, 0, 577],
    blocks: [
      [
        'thinking',
        ["\n1.  **Analyze the User's Request:** The", 'aft the final response:** "4".', 2173],
        'reasoning_content',
      ],
      ['text', '4'],
    ],
  },
  // xAI counts the reasoning apart: 1 + 290, 2 + 340, 26 + 196 tokens of output.
  'xai/chat-text.chunks.jsonl': {
    model: 'grok-3-mini',
    responseId: '7327b9f5-1c2f-0a15-3fef-c14a71c460d3',
    end: ['STOP', 12, 291, 290, 11, 303],
    blocks: [
      ['thinking', 'First, the user said', 'reasoning_content'],
      ['text', 'Hello'],
    ],
  },
  'xai/chat-text-long.chunks.jsonl': {
    model: 'grok-3-mini',
    responseId: 'f0f0f217-c24d-1fee-5fe3-28fa1d3c8c94',
    end: ['STOP', 12, 342, 340, 11, 354],
    blocks: [
      [
        'thinking',
        ['First, the user said: "Say a single word', 'just the word.\n\nResponse: Grok', 1455],
        'reasoning_content',
      ],
      ['text', 'Grok'],
    ],
  },
  'xai/chat-tool-call.chunks.jsonl': {
    model: 'grok-3-mini',
    responseId: 'de9d896d-e946-b3a7-bb14-75ab33326930',
    end: ['TOOL_USE', 291, 222, 196, 290, 513],
    blocks: [
      ['thinking', 'First, the user is', 'reasoning_content'],
      ['call', 'weather', { location: 'San Francisco' }, 'call_55117580'],
    ],
  },
  'mistral/text.chunks.jsonl': {
    model: 'mistral-small-latest',
    responseId: '5319bd0299614c679a0068a4f2c8ffd0',
    end: ['STOP', 13, 8, 0, 0, 21],
    blocks: [['text', 'Hello, world! This is a test response.']],
  },
  'mistral/tool-call.chunks.jsonl': {
    model: 'mistral-small-latest',
    responseId: 'b3999b8c93e04e11bcbff7bcab829667',
    end: ['TOOL_USE', 124, 22, 0, 0, 146],
    blocks: [['call', 'weather', { location: 'San Francisco' }, 'gSIMJiOkT']],
  },
  'moonshot/stream.chunks.jsonl': {
    model: 'kimi-k3',
    responseId: 'chatcmpl-stream',
    end: ['STOP', 9, 12, 7, 0, 21],
    blocks: [
      ['thinking', 'Thinking aloud. ', 'reasoning_content'],
      ['text', 'Hello!'],
    ],
  },
  // Two answers that came whole although a stream was asked for.
  'moonshot/unary-reasoning.json': {
    model: 'kimi-k2.6',
    responseId: 'chatcmpl-test-reasoning',
    end: ['STOP', 20, 30, 22, 10, 50],
    blocks: [
      ['thinking', 'Let me count the letters carefully.', 'reasoning_content'],
      ['text', 'There are three.'],
    ],
  },
  'moonshot/unary-text.json': {
    model: 'kimi-k3',
    responseId: 'chatcmpl-test-text',
    end: ['STOP', 9, 5, 0, 0, 14],
    blocks: [['text', 'Hello, world!']],
  },
  'openrouter/error-and-length.sse': {
    model: 'minimax/minimax-m2:free',
    responseId: 'gen-1762179802-UN8pkJI4AGZvryk0kFnb',
    error: ['INVALID_REQUEST', false, '400', 'Token limit reached'],
    blocks: [['thinking', 'We need to respond to a greeting. The user']],
  },
  'openrouter/reasoning-o3.sse': {
    model: 'openai/o3',
    responseId: 'gen-1762141316-q3fB64DDMstJO0ZakdSK',
    end: ['STOP', 9, 104, 0, 0, 113],
    blocks: [
      ['thinking', '', 'details'],
      ['text', ['I’m ChatGPT, a large-language-model assi', 'e help with, just let me know!', 446]],
    ],
  },
  'openrouter/reasoning-claude.sse': {
    model: 'anthropic/claude-sonnet-4.5',
    responseId: 'gen-1765226419-AGrwjunAftQIAgweibL8',
    end: ['STOP', 43, 36, 13, 0, 79],
    blocks: [
      ['thinking', 'This is a simple arithmetic question. 2+2 equals 4.', 'reasoning details'],
      ['text', '2 + 2 = 4'],
    ],
  },
  'openrouter/native-options-gemini.sse': {
    model: 'x-ai/grok-4',
    responseId: 'gen-1762064096-m5VxL2xrxOREwashCey6',
    end: ['STOP', 687, 187, 118, 679, 874],
    blocks: [
      ['thinking', '', 'details'],
      ['text', ["I'm Grok, an AI built by xAI. I'm design", "the way). What's on your mind?", 284]],
    ],
  },
  'openrouter/cache-usage.sse': {
    model: 'anthropic/claude-4.6-sonnet-20260217',
    responseId: 'gen-1773012759-4u9w7As08eMtL75bWtu8',
    end: ['STOP', 254, 5, 0, 0, 259],
    blocks: [['text', 'Hello!']],
  },
  'openrouter/web-search.sse': {
    model: 'deepseek/deepseek-chat',
    responseId: 'gen-1786680764-gY2YTdjLLLQA6Cd1Wa6J',
    end: ['STOP', 2317, 53, 0, 0, 2370],
    blocks: [['text', "The URL for Pydantic AI's GitHub repository is:  \n\nhttps://github.com/pydantic/pydantic-ai"]],
  },
}

/** HTTP errors: status, category, retryable, code. */
const HTTP_ERRORS: Readonly<Record<string, readonly [number, string, boolean, string]>> = {
  'openai-chat/error-model-not-found.error.json': [404, 'NOT_FOUND', false, 'model_not_found'],
  'openai-chat/error-unsupported-role-developer.error.json': [400, 'INVALID_REQUEST', false, 'unsupported_value'],
  'openai-compatible/error-groq-tool-use-failed.error.json': [400, 'INVALID_REQUEST', false, 'tool_use_failed'],
}

let simulator: Simulator

beforeAll(async () => {
  simulator = await startSimulator({ strict: false })
})

afterAll(() => simulator.close())

it('there is an expectation for every recording of Chat Completions', () => {
  const recorded = allRecordings().filter(({ wire }) => wire === 'chat')
  const expected = [...Object.keys(RECORDINGS), ...Object.keys(HTTP_ERRORS)]
  expect(expected.toSorted()).toEqual(recorded.map(({ file }) => file).toSorted())
})

/** A recording is played to the vendor that it comes from; others' to a server on this machine. */
function vendorOf(file: string): VendorKey {
  const [folder = ''] = file.split('/')
  if (folder === 'xai') return 'xai-chat'
  return folder === 'mistral' || folder === 'moonshot' || folder === 'openrouter' ? folder : 'local'
}

async function played(file: string) {
  const key = vendorOf(file)
  simulator.play(file, { host: VENDORS[key].name })
  const provider = compatibleAt(key, simulator)
  return { provider, outcome: outcomeOf(await eventsOf(provider, helloRequest('openai')), provider) }
}

describe.each(Object.entries(RECORDINGS))('%s', (file, { model, responseId, end, error, blocks }) => {
  it('becomes the answer that was recorded', async () => {
    const { outcome } = await played(file)
    const { usage } = outcome
    expect({
      model: outcome.model,
      responseId: outcome.responseId,
      end: usage && [
        outcome.finishReason,
        usage.inputTokens,
        usage.outputTokens,
        usage.thinkingTokens,
        usage.cachedTokens,
        usage.totalTokens,
      ],
      error: outcome.error && [
        outcome.error.category,
        outcome.error.retryable,
        outcome.error.providerCode,
        outcome.error.message.includes(error?.[3] ?? 'no error') ? error?.[3] : outcome.error.message,
      ],
      blocks: outcome.blocks.map((block, index) => described(block, blocks[index])),
    }).toEqual({ model, responseId, end, error, blocks })
  })
})

it('stamps every block with who said it, and over which API', async () => {
  const { outcome, provider } = await played('moonshot/stream.chunks.jsonl')
  const stamp = { provider: 'moonshot', model: 'kimi-k3', endpoint: `chat@127.0.0.1:${simulator.port}` }
  expect(provider.endpoint).toBe(stamp.endpoint)
  expect(outcome.blocks).toEqual([
    { type: 'thinking', text: 'Thinking aloud. ', provider_data: { field: 'reasoning_content' }, ...stamp },
    { type: 'text', text: 'Hello!', ...stamp },
  ])
})

it('puts the pieces of reasoning_details together, the signature last', async () => {
  const { outcome } = await played('openrouter/reasoning-claude.sse')
  expect(outcome.blocks[0]?.provider_data?.['details']).toEqual([
    {
      type: 'reasoning.text',
      text: 'This is a simple arithmetic question. 2+2 equals 4.',
      format: 'anthropic-claude-v1',
      index: 0,
      signature: expect.stringMatching(/^[A-Za-z0-9+/=]{100,}$/),
    },
  ])
})

it.each(Object.entries(HTTP_ERRORS))('%s', async (file, [httpStatus, category, retryable, providerCode]) => {
  const { outcome } = await played(file)
  expect(outcome.error).toMatchObject({ httpStatus, category, retryable, providerCode, requestId: expect.any(String) })
  expect(outcome.blocks).toEqual([])
})

/** The block in the form of its expectation. */
function described(block: ContentBlock, expected: ExpectedBlock | undefined): unknown {
  if (block.type === 'tool_call') return ['call', block.name, block.arguments, block.provider_id]
  const [, wanted] = expected?.[0] === 'text' || expected?.[0] === 'thinking' ? expected : [null, '']
  const isLong = typeof wanted === 'object'
  const text = isLong ? [block.text.slice(0, 40), block.text.slice(-30), block.text.length] : block.text
  const data = block.provider_data
  if (block.type === 'text') return ['text', text]
  const field = typeof data?.['field'] === 'string' ? [data['field']] : []
  const kept = [...field, ...(data?.['details'] === undefined ? [] : ['details'])].join(' ')
  return kept === '' ? ['thinking', text] : ['thinking', text, kept]
}
