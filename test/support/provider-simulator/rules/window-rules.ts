import type { JsonObject, JsonValue } from '../../../../src/shared/json.ts'
import { listOf, numberOf } from '../read-json.ts'
import type { RuleChecks, RuleRow, RuleSubject, Violation } from './rule.ts'

/**
 * Providers that count the limit of the output against the window. Sources: the table of errors of
 * platform.moonshot.cn/docs; `max_tokens` in the types of @mistralai/mistralai; the messages of OpenAI and OpenRouter as
 * users quote them.
 */
export const WINDOW_ROWS: readonly RuleRow[] = [
  windowRow(
    'moonshot.window',
    'Invalid request: Your request exceeded model token limit: {limit} (requested: {total})',
    null,
  ),
  {
    id: 'mistral.window',
    http: 400,
    body: {
      object: 'error',
      message:
        'The token count of your prompt ({in}) plus `max_tokens` ({max}) cannot exceed the model’s context length of {limit}.',
      type: 'invalid_request_error',
      param: null,
      code: '3051',
    },
  },
  windowRow(
    'openai.window',
    "This model's maximum context length is {limit} tokens. However, you requested {total} tokens ({in} in the messages, {max} in the completion). Please reduce the length of the messages or completion.",
    'context_length_exceeded',
  ),
]

function windowRow(id: string, message: string, code: string | null): RuleRow {
  return { id, http: 400, body: { error: { message, type: 'invalid_request_error', param: null, code } } }
}

/** A file counts by its kind, not by its base64. */
const FILE_TOKENS = 1_500
const LONGEST_WORD = 256

/** Counts the tokens of a body: 3.5 Latin characters or one of another script are a token. */
function inputTokens(value: JsonValue | undefined): number {
  if (typeof value === 'string') return textTokens(value)
  if (typeof value === 'number' || typeof value === 'boolean') return 1
  if (value === undefined || value === null) return 0
  if (Array.isArray(value)) return listOf(value).reduce<number>((sum, each) => sum + inputTokens(each), 0)
  return Object.entries(value).reduce((sum, [key, each]) => sum + textTokens(key) + inputTokens(each), 0)
}

function textTokens(text: string): number {
  if (text.length > LONGEST_WORD && /^(data:[\w/+.-]+;base64,)?[A-Za-z0-9+/]+={0,2}$/.test(text)) return FILE_TOKENS
  const others = text.replaceAll(/[^\u0370-\uffff]/g, '').length
  return Math.ceil((text.length - others) / 3.5) + others
}

const LIMITS = ['max_tokens', 'max_completion_tokens', 'max_output_tokens']
const SENT = ['system', 'instructions', 'messages', 'input', 'tools']

function overflow({ request: { body }, model }: RuleSubject): Violation | undefined {
  const limit = model?.contextWindow
  const max = LIMITS.map((name) => numberOf(body[name])).find((each) => each !== undefined) ?? 0
  const input = inputTokens(picked(body))
  if (limit === undefined || input + max <= limit) return undefined
  return { values: { in: input, max, total: input + max, limit } }
}

function picked(body: JsonObject): JsonObject {
  return Object.fromEntries(SENT.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])))
}

export const moonshotWindowRules = { 'moonshot.window': overflow } satisfies RuleChecks
export const mistralWindowRules = { 'mistral.window': overflow } satisfies RuleChecks
/** Models whose window of 8,192 tokens is for both. The limit of later ones is cut by the API. */
export const openaiWindowRules = {
  'openai.window': (subject) => (subject.request.model === 'gpt-4' ? overflow(subject) : undefined),
} satisfies RuleChecks
