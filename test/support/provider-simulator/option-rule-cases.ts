import type { JsonObject } from '../../../src/shared/json.ts'
import type { Post } from './post-request.ts'
import type { RuleCase } from './rule-case.ts'

const hello: JsonObject = { role: 'user', content: 'hello' }

function anthropic(schema: JsonObject): Post {
  const output_config = { format: { type: 'json_schema', schema } }
  const body = { model: 'claude-opus-5', max_tokens: 4096, stream: true, messages: [hello], output_config }
  return { host: 'anthropic', wire: 'anthropic', body }
}

function responses(fields: JsonObject): Post {
  const body = { model: 'gpt-6-sol', stream: true, store: false, input: [hello], ...fields }
  return { host: 'openai', wire: 'responses', body }
}

const declared: JsonObject = { functionDeclarations: [{ name: 'read', parametersJsonSchema: { type: 'object' } }] }
const circulating = { toolConfig: { includeServerSideToolInvocations: true } }

function gemini(model: string, fields: JsonObject): Post {
  const contents = [{ role: 'user', parts: [{ text: 'hello' }] }]
  return { host: 'google', wire: 'gemini', body: { model, contents, ...fields } }
}

const city: JsonObject = { type: 'object', properties: { city: { type: 'string' } } }
const mixed = { tools: [declared, { googleSearch: {} }] }

export const OPTION_CASES: readonly RuleCase[] = [
  {
    rule: 'anthropic.schema_open',
    broken: anthropic(city),
    valid: anthropic({ ...city, additionalProperties: false }),
  },
  {
    rule: 'responses.sampling',
    broken: responses({ temperature: 0.5 }),
    valid: responses({ model: 'gpt-4o', temperature: 0.5 }),
  },
  {
    rule: 'gemini.tools_mixed',
    broken: gemini('gemini-3.8-flash', mixed),
    valid: gemini('gemini-3.8-flash', { ...mixed, ...circulating }),
  },
  {
    rule: 'gemini.no_circulation',
    broken: gemini('gemini-2.5-flash', { ...mixed, ...circulating }),
    valid: gemini('gemini-2.5-flash', { tools: [{ googleSearch: {} }] }),
    values: { model: 'gemini-2.5-flash' },
  },
]
