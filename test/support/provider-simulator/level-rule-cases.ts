import { samplePng } from '../sample-files.ts'
import type { Post } from './post-request.ts'
import type { RuleCase } from './rule-case.ts'
import { quoted as listed } from './rules/chat-rules.ts'

const messages = [{ role: 'user', content: 'hello' }]
const mistral = (model: string, reasoning_effort?: string): Post => ({
  host: 'mistral',
  wire: 'chat',
  body: { model, stream: true, messages, ...(reasoning_effort !== undefined && { reasoning_effort }) },
})
const xai = (model: string, effort?: string): Post => ({
  host: 'xai',
  wire: 'responses',
  body: { model, stream: true, store: false, input: messages, ...(effort !== undefined && { reasoning: { effort } }) },
})
const openai = (model: string, effort: string): Post => ({
  host: 'openai',
  wire: 'responses',
  body: { model, stream: true, store: false, input: messages, reasoning: { effort } },
})
const openrouter = (model: string, effort: string): Post => ({
  host: 'openrouter',
  wire: 'chat',
  body: { model, stream: true, messages, reasoning: { effort } },
})
const gemini = (model: string, thinkingLevel: string): Post => ({
  host: 'google',
  wire: 'gemini',
  body: {
    model,
    contents: [{ role: 'user', parts: [{ text: 'hello' }] }],
    generationConfig: { thinkingConfig: { thinkingLevel } },
  },
})
const claude = (width: number): Post => ({
  host: 'anthropic',
  wire: 'anthropic',
  body: {
    model: 'claude-haiku-4-5',
    max_tokens: 10,
    stream: true,
    messages: [
      {
        role: 'user',
        content: [
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: samplePng(width, 1).toString('base64') },
          },
        ],
      },
    ],
  },
})

const named = (...efforts: readonly string[]) =>
  efforts.map((each) => `<ReasoningEffort.${each}: '${each}'>`).join(', ')
const quoted = (...efforts: readonly string[]) => listed(efforts)
const FROM_LOW = quoted('low', 'medium', 'high', 'xhigh', 'max')

/** Levels and sizes that models of November 2026 refuse. */
export const LEVEL_CASES: readonly RuleCase[] = [
  ...['gpt-6.2-sol', 'gpt-6.2-astra', 'gpt-6-cyber', 'gpt-6-astra', 'gpt-6.1-sol'].map((model) => ({
    rule: 'responses.effort',
    broken: openai(model, 'none'),
    valid: openai(model, 'max'),
    values: { v: 'none', model, list: FROM_LOW },
  })),
  ...['gpt-5.1-chat-latest', 'gpt-5.2-chat-latest', 'gpt-5.3-chat-latest', 'chat-latest'].map((model) => ({
    rule: 'responses.effort',
    broken: openai(model, 'low'),
    valid: openai(model, 'medium'),
    values: { v: 'low', model, list: quoted('medium') },
  })),
  {
    rule: 'gemini.level_value',
    broken: gemini('gemini-4-carbon', 'XHIGH'),
    valid: gemini('gemini-4-neon', 'XHIGH'),
    message: 'Thinking level XHIGH is not supported for this model.',
  },
  {
    rule: 'mistral.effort',
    broken: mistral('mistral-small-latest', 'medium'),
    valid: mistral('mistral-large-latest', 'medium'),
    values: { v: 'medium', list: named('none', 'high') },
  },
  {
    rule: 'mistral.effort',
    broken: mistral('mistral-large-latest', 'none'),
    valid: mistral('magistral-medium-latest', 'none'),
    values: { v: 'none', list: named('low', 'medium', 'high') },
  },
  {
    rule: 'mistral.no_effort',
    broken: mistral('ministral-8b-2512', 'high'),
    valid: mistral('ministral-8b-2512'),
  },
  {
    rule: 'xai.effort',
    broken: xai('grok-4.5', 'none'),
    valid: xai('grok-4.3', 'none'),
    values: { v: 'none', model: 'grok-4.5', list: quoted('low', 'medium', 'high', 'xhigh') },
  },
  { rule: 'xai.no_effort', broken: xai('grok-4', 'low'), valid: xai('grok-4'), values: { model: 'grok-4' } },
  {
    rule: 'openrouter.reasoning_mandatory',
    broken: openrouter('minimax/minimax-m2.5', 'none'),
    valid: openrouter('minimax/minimax-m2.5', 'low'),
  },
  { rule: 'anthropic.image_side', broken: claude(8_001), valid: claude(8_000), values: { i: 0, j: 0 } },
]
