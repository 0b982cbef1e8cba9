import type { JsonObject } from '../../../src/shared/json.ts'
import type { Post } from './post-request.ts'
import type { RuleCase } from './rule-case.ts'
import type { SimulatedHost } from './wire-format.ts'

const chat = (host: SimulatedHost, model: string, max_tokens: number, content = 'hello'): Post => ({
  host,
  wire: 'chat',
  body: { model, stream: true, max_tokens, messages: [{ role: 'user', content }] } satisfies JsonObject,
})
const responses = (max_output_tokens: number): Post => ({
  host: 'openai',
  wire: 'responses',
  body: { model: 'gpt-4', stream: true, store: false, max_output_tokens, input: [{ role: 'user', content: 'hello' }] },
})

/** `messages`, `role`, `user`, `content` and the text, of which the keys count too. */
const HELLO = 3 + 2 + 2 + 2 + 2

export const WINDOW_CASES: readonly RuleCase[] = [
  {
    rule: 'moonshot.window',
    broken: chat('moonshot', 'kimi-k3.1-pro', 1_048_574),
    valid: chat('moonshot', 'kimi-k3.1-pro', 1_048_576 - HELLO),
    values: { limit: 1_048_576, total: 1_048_574 + HELLO },
  },
  {
    rule: 'mistral.window',
    broken: chat('mistral', 'ministral-8b-2512', 200_000, '字'.repeat(70_000)),
    valid: chat('mistral', 'ministral-8b-2512', 200_000, 'a'.repeat(70_000)),
    values: { limit: 262_144, in: 70_000 + HELLO - 2, max: 200_000 },
  },
  {
    rule: 'openai.window',
    broken: responses(8_190),
    valid: responses(8_000),
    values: { limit: 8_192, in: HELLO - 1, max: 8_190, total: 8_190 + HELLO - 1 },
  },
]
