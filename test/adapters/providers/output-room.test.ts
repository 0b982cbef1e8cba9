import { describe, expect, it } from 'vitest'

import { namedRoom, withinRoom } from '../../../src/main/adapters/providers/output-room.ts'
import { wireModelName } from '../../../src/shared/model-spec.ts'
import { PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import { eventsOf, helloRequest } from '../../support/provider-outcome.ts'
import { failedAnswer, textAnswer } from '../../support/provider-simulator/answer.ts'
import { startSimulator } from '../../support/provider-simulator/start-simulator.ts'
import { testModelAt } from '../../support/simulated-models.ts'

/** What servers say, the limit that was sent, and the room that is left; null: there is none to be had. */
const WORDINGS: readonly (readonly [string, string, number | null, number | null])[] = [
  [
    'Moonshot',
    'Invalid request: Your request exceeded model token limit: 262144 (requested: 291351)',
    262_142,
    232_935,
  ],
  [
    'Moonshot without a limit in the request',
    'Your request exceeded model token limit: 262144 (requested: 291351)',
    null,
    null,
  ],
  [
    'Anthropic',
    'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease input length or `max_tokens` and try again',
    21_333,
    11_760,
  ],
  [
    'OpenAI',
    "This model's maximum context length is 8192 tokens. However, you requested 10250 tokens (2060 in the messages, 8190 in the completion). Please reduce the length of the messages or completion.",
    8_190,
    6_132,
  ],
  [
    'OpenAI with functions',
    "This model's maximum context length is 8192 tokens. However, you requested 9006 tokens (900 in the messages, 106 in the functions, and 8000 in the completion). Please reduce the length of the messages, functions, or completion.",
    8_000,
    7_186,
  ],
  [
    'DeepSeek',
    "This model's maximum context length is 131072 tokens. However, you requested 140000 tokens (75000 in the messages, 65000 in the completion). Please reduce the length of the messages or completion.",
    65_000,
    56_072,
  ],
  [
    'OpenRouter',
    'This endpoint\'s maximum context length is 262144 tokens. However, you requested about 264400 tokens (2200 of text input, 56 of tool input, 262144 in the output). Please reduce the length of either one, or use the "middle-out" transform to compress your prompt automatically.',
    null,
    259_888,
  ],
  [
    'vLLM',
    "This model's maximum context length is 32768 tokens. However, you requested 33000 tokens (1000 in the messages, 32000 in the completion). Please reduce the length of the messages or completion.",
    32_000,
    31_768,
  ],
  [
    'vLLM 0.9',
    "'max_tokens' or 'max_completion_tokens' is too large: 32000. This model's maximum context length is 32768 tokens and your request has 1523 input tokens (32000 > 32768 - 1523).",
    32_000,
    31_245,
  ],
  [
    'vLLM 0.11',
    "This model's maximum context length is 32768 tokens. However, you requested 32000 output tokens and your prompt contains at least 769 input tokens, for a total of at least 32769 tokens. Please reduce the length of the input prompt or the number of requested output tokens.",
    32_000,
    31_999,
  ],
  [
    'Text Generation Inference',
    'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096. Given: 2000 `inputs` tokens and 3000 `max_new_tokens`',
    3_000,
    2_096,
  ],
  [
    'SGLang',
    "Requested token count exceeds the model's maximum context length of 32768 tokens. You requested a total of 33000 tokens: 1000 tokens from the input messages and 32000 tokens for the completion. Please reduce the number of tokens in the input messages or the completion to fit within the limit.",
    32_000,
    31_768,
  ],
  [
    'Mistral',
    'Prompt contains 2000 tokens and 0 draft tokens, too large for model with 32768 maximum context length and 32768 max_tokens',
    32_768,
    30_768,
  ],
  [
    'Mistral, the rule of its types',
    "The token count of your prompt (3056) plus `max_tokens` (261000) cannot exceed the model's context length of 262144.",
    261_000,
    259_088,
  ],
  [
    'a wording that no row has',
    'Too many tokens: 5,000 tokens in the prompt and max_tokens 30,000 are above the context window of 32,768 tokens',
    30_000,
    27_768,
  ],
  [
    'the limit of a model, which holds for all its requests',
    'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens for claude-haiku-4-5',
    100_000,
    null,
  ],
  [
    'llama.cpp: the prompt alone is too long',
    'request (9000 tokens) exceeds the available context size (8192 tokens), try increasing it',
    4_096,
    null,
  ],
  [
    'xAI: the prompt alone is too long',
    "This model's maximum prompt length is 131072 but the request contains 200000 tokens.",
    4_096,
    null,
  ],
  ['Anthropic: the prompt alone is too long', 'prompt is too long: 209310 tokens > 200000 maximum', 4_096, null],
  ['something else', "Invalid schema for function 'read': None is not of type 'array'.", 4_096, null],
]

describe('the room that a refusal names', () => {
  it.each(WORDINGS)('%s', (_, message, sent, room) => {
    expect(namedRoom(message, sent)).toBe(room)
  })
})

it('sends no limit above the room, and a room that the server has named where it would send no limit', () => {
  expect(withinRoom(9_000, undefined)).toBe(9_000)
  expect(withinRoom(9_000, { tokens: 5_000 })).toBe(5_000)
  expect(withinRoom(3_000, { tokens: 5_000, isNamed: true })).toBe(3_000)
  expect(withinRoom(null, { tokens: 5_000 })).toBeNull()
  expect(withinRoom(null, { tokens: 5_000, isNamed: true })).toBe(5_000)
})

describe.each(PROVIDER_NAMES)('%s', (name) => {
  const wording = (max: number): string =>
    `input length and \`max_tokens\` exceed context limit: 190000 + ${max} > 200000, decrease input length or \`max_tokens\` and try again`

  it('sends a refused request once more with the room that the refusal names, and not a third time', async () => {
    const simulator = await startSimulator({ strict: false })
    const { provider, choice } = await testModelAt(simulator, name)
    const refused = failedAnswer({ kind: 'bad_request', message: wording(20_000) })
    const request = helloRequest('openai', { model: wireModelName(choice), maxOutputTokens: 20_000 })
    simulator.enqueue(name, refused)
    simulator.enqueue(name, textAnswer('Hi'))
    expect((await eventsOf(provider, request)).at(-1)).toMatchObject({ type: 'done' })
    const limits = simulator.requests.map(({ body }) => JSON.stringify(body).match(/"max\w*okens":(\d+)/i)?.[1])
    expect(limits).toHaveLength(2)
    expect(limits[1]).toBe('10000')

    simulator.enqueue(name, refused)
    simulator.enqueue(name, refused)
    const again = helloRequest('openai', { model: wireModelName(choice), maxOutputTokens: 20_000 })
    expect((await eventsOf(provider, again)).at(-1)).toMatchObject({ type: 'error' })
    expect(simulator.requests).toHaveLength(4)
    await simulator.close()
  })
})
