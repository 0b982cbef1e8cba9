import { describe, expect, it } from 'vitest'

import { correctedBody, correctionFor } from '../../../src/main/adapters/providers/refused-values.ts'
import type { JsonObject } from '../../../src/shared/json.ts'

const responses = (effort: string): JsonObject => ({ model: 'm', reasoning: { effort, summary: 'auto' } })
const chat = (effort: string): JsonObject => ({ model: 'm', reasoning_effort: effort })
const gemini = (thinkingLevel: string): JsonObject => ({ generationConfig: { thinkingConfig: { thinkingLevel } } })
const budget = (thinkingBudget: number): JsonObject => ({ generationConfig: { thinkingConfig: { thinkingBudget } } })

describe('a refusal that names what is accepted is obeyed', () => {
  it.each<[string, JsonObject, string, JsonObject]>([
    [
      'OpenAI, values in quotes',
      responses('none'),
      "Unsupported value: 'none' is not supported with the 'gpt-x' model. Supported values are: 'low', 'medium', 'high', 'xhigh', and 'max'. reasoning.effort",
      responses('low'),
    ],
    [
      'OpenAI, one value',
      responses('high'),
      "Unsupported value: 'high' is not supported with the 'gpt-5.9-chat-latest' model. Supported values are: 'medium'. reasoning.effort",
      responses('medium'),
    ],
    [
      'a higher level that it lacks',
      responses('max'),
      "Invalid value: 'max'. Supported values are: 'minimal', 'low', 'medium', and 'high'. reasoning.effort",
      responses('high'),
    ],
    [
      'Mistral, as pydantic says it',
      chat('low'),
      "body.reasoning_effort: Input should be 'none' or 'high'",
      chat('high'),
    ],
    [
      'vLLM, as pydantic says it',
      chat('none'),
      "[{'type': 'literal_error', 'loc': ('body', 'reasoning_effort'), 'msg': \"Input should be 'low', 'medium' or 'high'\"}]",
      chat('low'),
    ],
    ['Groq', chat('medium'), '`reasoning_effort` must be one of `none` or `default`', chat('none')],
    ['Kimi', chat('medium'), 'invalid reasoning_effort: medium, only supports low, high, max', chat('high')],
    [
      'Anthropic, an effort',
      { output_config: { effort: 'max' } },
      'output_config.effort: "max" is not supported on this model. Supported levels: low, medium, high',
      { output_config: { effort: 'high' } },
    ],
    [
      'Anthropic, a budget model',
      { thinking: { type: 'adaptive', display: 'summarized' }, output_config: { effort: 'low' } },
      'adaptive thinking is not supported on this model',
      { output_config: { effort: 'low' } },
    ],
    [
      'Anthropic, an adaptive model',
      { thinking: { type: 'enabled', budget_tokens: 2048 } },
      '"thinking.type.enabled" is not supported for this model. Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.',
      { thinking: { type: 'adaptive', display: 'summarized' } },
    ],
    [
      'Anthropic, thinking that stays on',
      { thinking: { type: 'disabled' } },
      'thinking.type: "disabled" is not supported for this model.',
      { thinking: { type: 'adaptive', display: 'summarized' } },
    ],
    [
      'Responses, summaries of the thinking',
      { reasoning: { effort: 'low', summary: 'auto' } },
      'Your organization must be verified to generate reasoning summaries.',
      { reasoning: { effort: 'low' } },
    ],
    [
      'Gemini, a level',
      gemini('MEDIUM'),
      'Thinking level MEDIUM is not supported for this model. Please retry with other thinking level. Supported levels: LOW, HIGH.',
      gemini('HIGH'),
    ],
    [
      'Gemini, a level without the others',
      gemini('XHIGH'),
      'Thinking level XHIGH is not supported for this model.',
      gemini('HIGH'),
    ],
    [
      'Gemini, a budget',
      budget(0),
      'The thinking budget 0 is invalid. Please choose a value between 512 and 24576.',
      budget(512),
    ],
    [
      'Gemini, a mode',
      budget(0),
      'Budget 0 is invalid. This model only works in thinking mode.',
      { generationConfig: { thinkingConfig: {} } },
    ],
    [
      'Gemini, a limit',
      { generationConfig: { maxOutputTokens: 65_536 } },
      'Unable to submit request because it has a maxOutputTokens value of 65536 but the supported range is from 1 (inclusive) to 8193 (exclusive).',
      { generationConfig: { maxOutputTokens: 8_192 } },
    ],
    [
      'Anthropic, a limit',
      { max_tokens: 128_000 },
      'max_tokens: 128000 > 64000, which is the maximum allowed number of output tokens for claude-x',
      { max_tokens: 64_000 },
    ],
    [
      'OpenAI, a limit',
      { max_output_tokens: 200_000 },
      'max_tokens is too large: 200000. This model supports at most 16384 completion tokens, whereas you provided 200000.',
      { max_output_tokens: 16_384 },
    ],
    [
      'DeepSeek, a limit',
      { max_tokens: 9_000 },
      'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
      { max_tokens: 8_192 },
    ],
    [
      'Groq, a limit',
      { max_completion_tokens: 65_536 },
      '`max_tokens` must be less than or equal to `32768`, the maximum value for `max_tokens` is less than the `context_window` for this model',
      { max_completion_tokens: 32_768 },
    ],
    ['DashScope, a limit', { max_tokens: 65_536 }, 'Range of max_tokens should be [1, 8192]', { max_tokens: 8_192 }],
    [
      'Bedrock, a limit',
      { max_tokens: 65_536 },
      'The maximum tokens you requested exceeds the model limit of 4096. Try again with a maximum tokens value that is lower than 4096.',
      { max_tokens: 4_096 },
    ],
    [
      'OpenAI, the name of a limit',
      { max_tokens: 4_096 },
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      { max_completion_tokens: 4_096 },
    ],
    [
      'a model without reasoning',
      responses('low'),
      "Unsupported parameter: 'reasoning.effort' is not supported with this model.",
      { model: 'm' },
    ],
    [
      'a server that knows no such field',
      chat('low'),
      'reasoning_effort: Extra inputs are not permitted',
      { model: 'm' },
    ],
    [
      'thinking that is mandatory',
      responses('none'),
      'Reasoning is mandatory for this endpoint and cannot be disabled.',
      responses('low'),
    ],
  ])('%s', (_, body, words, expected) => {
    const correction = correctionFor(body, words)
    expect(correction === null ? null : correctedBody(body, [correction])).toEqual(expected)
  })
})

describe('a refusal of something else is not', () => {
  it.each<[JsonObject, string]>([
    [responses('none'), 'The model does not exist'],
    [responses('low'), "Invalid schema for function 'x'"],
    [
      { max_tokens: 8_192 },
      "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens (808 in the messages, 8192 in the completion).",
    ],
    [{ max_tokens: 8_192 }, 'input length and `max_tokens` exceed context limit: 190000 + 32000 > 200000'],
    [chat('low'), 'messages.0.content: text content blocks must be non-empty'],
    [{ model: 'm' }, "Unsupported value: 'none'. Supported values are: 'low'"],
    [{ max_tokens: 100 }, 'temperature: range: 0..1'],
    [gemini('LOW'), 'API key not valid'],
    [{ thinking: { type: 'adaptive' } }, 'messages: roles must alternate'],
    [chat('low'), 'Your organization must be verified to generate reasoning summaries.'],
  ])('%j %s', (body, words) => {
    expect(correctionFor(body, words)).toBeNull()
  })
})

it('leaves a value that the server accepts as it is', () => {
  const correction = correctionFor(responses('none'), "Supported values are: 'low' and 'high'. reasoning.effort")
  expect(correction === null ? null : correctedBody(responses('high'), [correction])).toEqual(responses('high'))
})
