import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, expect, it } from 'vitest'

import { LearnedFacts } from '../../../src/main/adapters/providers/learned-facts.ts'
import { createCompatibleProvider } from '../../../src/main/adapters/providers/openai-compatible/compatible-provider.ts'
import type { ModelRequest } from '../../../src/main/core/ports/provider-ports.ts'
import { isJsonObject, type JsonObject } from '../../../src/shared/json.ts'
import type { OptionalPartName } from '../../../src/shared/model-options.ts'
import { VENDORS } from '../../support/compatible-provider.ts'
import { playAnswers } from '../../support/play-recording.ts'
import { eventsOf, helloRequest } from '../../support/provider-outcome.ts'
import { tool } from '../../support/transcript-builders.ts'

/** Parts of requests that a server refuses are left out once, and this is remembered for each model. */

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

const call = (id: string) => ({ type: 'tool_call', id, name: 'bash', arguments: { command: id } }) as const
const result = (id: string) => ({ callId: id, name: 'bash', content: `out of ${id}`, isError: false })

/** A request that contains every optional part of the Chat Completions API. */
const FULL: Partial<ModelRequest> = {
  system: ['Be brief.'],
  tools: [tool],
  options: { temperature: 0.5, schema: { type: 'object' } },
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'Hello' }] },
    { role: 'assistant', content: [call('a'), call('b')] },
    { role: 'tool', results: [result('a'), result('b')] },
    { role: 'user', content: [{ type: 'text', text: 'Go on' }] },
  ],
}

const roles = (body: JsonObject): readonly unknown[] =>
  Array.isArray(body['messages']) ? body['messages'].filter(isJsonObject).map(({ role }) => role) : []
const hasTwoCalls = (body: JsonObject): boolean => /"tool_calls":\[\{[^[\]]*\},\{/.test(JSON.stringify(body))

/** Whether a body contains the part. */
const CONTAINS: Readonly<Partial<Record<OptionalPartName, (body: JsonObject) => boolean>>> = {
  tools: (body) => 'tools' in body || roles(body).includes('tool'),
  stream_options: (body) => 'stream_options' in body,
  system_role: (body) => roles(body).includes('system'),
  parallel_calls: hasTwoCalls,
  temperature: (body) => 'temperature' in body,
  schema: (body) => 'response_format' in body,
}

type Refusal = readonly [part: OptionalPartName, server: string, status: number, body: unknown]

const openai = (message: string, more: object = {}) => ({ error: { message, type: 'invalid_request_error', ...more } })

const REFUSALS: readonly Refusal[] = [
  [
    'tools',
    'Ollama',
    400,
    openai('registry.ollama.ai/library/gemma2:2b does not support tools', { type: 'api_error' }),
  ],
  ['tools', 'Ollama’s own error', 400, { error: '"tinyllama" does not support tools' }],
  [
    'tools',
    'llama.cpp',
    500,
    { error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' } },
  ],
  ['tools', 'llama.cpp, older, and llamafile', 500, { error: { code: 500, message: 'Unsupported param: tools' } }],
  [
    'tools',
    'vLLM',
    400,
    {
      object: 'error',
      message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
  ],
  ['tools', 'LM Studio', 400, { error: "This model doesn't support tool use." }],
  [
    'tools',
    'LiteLLM',
    400,
    openai(
      "litellm.UnsupportedParamsError: ollama does not support parameters: ['tools'], for model=phi. To drop these, set `litellm.drop_params=True`",
    ),
  ],
  [
    'tools',
    'SGLang',
    400,
    { object: 'error', message: 'Tool call parser is not set, so tool calling is unsupported', code: 400 },
  ],
  ['tools', 'TGI', 422, { error: 'Tool error: tools are not supported by this model', error_type: 'tool_error' }],
  [
    'tools',
    'FastAPI',
    422,
    { detail: [{ type: 'extra_forbidden', loc: ['body', 'tools'], msg: 'Extra inputs are not permitted' }] },
  ],
  ['tools', 'Groq', 400, openai('`tool calling` is not supported with this model')],
  ['tools', 'Together', 400, openai('Function calling is not enabled for this model')],
  ['tools', 'OpenRouter', 404, { error: { message: 'No endpoints found that support tool use.', code: 404 } }],
  ['tools', 'DeepSeek', 400, openai('deepseek-reasoner does not support Function Calling')],
  ['stream_options', 'a proxy', 400, openai('Unrecognized request argument supplied: stream_options')],
  [
    'stream_options',
    'FastAPI',
    422,
    { detail: [{ loc: ['body', 'stream_options'], msg: 'extra fields not permitted' }] },
  ],
  [
    'stream_options',
    'Azure',
    400,
    openai("Unknown parameter: 'stream_options.include_usage'.", { param: 'stream_options.include_usage' }),
  ],
  ['stream_options', 'LiteLLM', 400, openai("bedrock does not support parameters: ['stream_options']")],
  ['system_role', 'Gemma’s template', 400, openai('System role not supported')],
  [
    'system_role',
    'llama.cpp',
    500,
    { error: { code: 500, message: 'Jinja Exception: System role not supported', type: 'server_error' } },
  ],
  [
    'system_role',
    'Mistral’s template in vLLM',
    400,
    { object: 'error', message: 'Conversation roles must alternate user/assistant/user/assistant/...', code: 400 },
  ],
  ['system_role', 'Google', 400, openai('Developer instruction is not enabled for models/gemma-3-27b-it')],
  [
    'system_role',
    'OpenAI',
    400,
    openai("Unsupported value: 'messages[0].role' does not support 'system' with this model.", {
      param: 'messages[0].role',
    }),
  ],
  [
    'system_role',
    'FastAPI',
    422,
    { detail: [{ loc: ['body', 'messages', 0, 'role'], msg: "Input should be 'user' or 'assistant'" }] },
  ],
  [
    'system_role',
    'LM Studio',
    400,
    { error: 'Error rendering prompt with jinja template: "Only user and assistant roles are supported!"' },
  ],
  ['parallel_calls', 'Llama’s template', 400, openai('This model only supports single tool-calls at once!')],
  ['parallel_calls', 'Bedrock', 400, openai('Multiple tool calls are not supported by this model')],
  ['temperature', 'OpenAI', 400, openai("Unsupported value: 'temperature' does not support 0.5 with this model.")],
  ['schema', 'llama.cpp', 400, openai('response_format type must be one of "text" and "json_object"')],
  ['schema', 'TGI', 422, { error: 'Grammar is not supported', error_type: 'grammar_error' }],
]

/** A server that refuses every request with the part, in its own words. */
async function refusing(part: OptionalPartName, status: number, refusal: unknown) {
  const playback = await playAnswers((response, { body }) => {
    if (CONTAINS[part]?.(body) === true) {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
      return
    }
    const chunk = { id: 'c', choices: [{ index: 0, delta: { content: 'Hi' }, finish_reason: 'stop' }] }
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`)
  })
  return { playback, baseUrl: playback.url }
}

it.each(REFUSALS)('%s: leaves out what %s refuses with %i, once', async (part, _server, status, refusal) => {
  const { playback, baseUrl } = await refusing(part, status, refusal)
  const facts = new LearnedFacts()
  const connection = { key: '', baseUrl, idleTimeoutMs: 20_000, facts }
  const request = helloRequest('openai', { ...FULL, model: 'm' })
  const first = createCompatibleProvider(VENDORS.local, connection)
  expect((await eventsOf(first, request)).at(-1)).toMatchObject({ type: 'done' })
  expect(first.leftOut?.(request)).toEqual([part])
  // Another agent has an instance of its own.
  const second = createCompatibleProvider(VENDORS.local, connection)
  expect((await eventsOf(second, request)).at(-1)).toMatchObject({ type: 'done' })
  await playback.stop()
  const contains = playback.requests.map(({ body }) => CONTAINS[part]?.(body))
  expect(contains).toEqual([true, false, false])
})

it.each([
  ['one of the tools', 400, openai("Invalid schema for function 'bash': None is not of type 'array'")],
  ['one of the tools by its place', 400, openai('tools.0.custom.input_schema: unsupported keyword')],
  ['the number of tools', 400, openai("Invalid 'tools': array too long. Expected an array with maximum length 128.")],
  [
    'a result without a call',
    400,
    openai("Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'."),
  ],
  ['an id of a call', 400, openai('unexpected tool_call_id in messages')],
  ['the place of the system prompt', 400, openai('System message must be at the beginning.')],
  [
    'the order of other messages',
    400,
    openai('After the optional system message, conversation roles must alternate user/assistant'),
  ],
  ['the model', 404, openai('The model does not exist')],
  ['the key', 401, openai('This key does not support tools')],
  ['the rate', 429, openai('tools are not supported at this rate')],
])('leaves nothing out for a refusal of %s', async (_, status, refusal) => {
  const playback = await playAnswers((response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(refusal))
  })
  const connection = { key: '', baseUrl: playback.url, idleTimeoutMs: 20_000 }
  const provider = createCompatibleProvider(VENDORS.local, connection)
  const plain = helloRequest('openai', { ...FULL, options: {}, model: 'm' })
  expect((await eventsOf(provider, plain)).at(-1)).toMatchObject({ type: 'error' })
  await playback.stop()
  expect(playback.requests).toHaveLength(1)
  expect(provider.leftOut?.(plain)).toEqual([])
})

it('keeps the conversation when tools and system role are left out', () => {
  const facts = new LearnedFacts()
  const connection = { key: '', baseUrl: 'http://127.0.0.1:9/v1', idleTimeoutMs: 1, facts }
  const provider = createCompatibleProvider(VENDORS.local, connection)
  for (const part of ['tools', 'system_role']) {
    facts.learn({ server: `local ${provider.endpoint}`, model: 'm', name: `part ${part}`, value: 'refused' })
  }
  expect(provider.render(helloRequest('openai', { ...FULL, options: {}, model: 'm' }))).toMatchObject({
    messages: [
      { role: 'user', content: 'Be brief.\n\nHello' },
      { role: 'assistant', content: 'Called bash with {"command":"a"}\n\nCalled bash with {"command":"b"}' },
      { role: 'user', content: 'Result of bash:\nout of a\n\nResult of bash:\nout of b\n\nGo on' },
    ],
  })
})

it('remembers for a day, for this server and model, in another process too', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'ikigai-facts-'))
  folders.push(folder)
  const path = join(folder, 'learned-facts.json')
  let now = 1_000_000
  const fact = { server: 'local chat@a:1', model: 'm', name: 'part tools' }
  const writer = new LearnedFacts({ path, now: () => now })
  writer.learn({ ...fact, value: 'refused' })
  await writer.saved()
  const other = new LearnedFacts({ path, now: () => now })
  await other.ready()
  expect(other.find(fact)).toBe('refused')
  expect(other.find({ ...fact, model: 'n' })).toBeNull()
  expect(other.find({ ...fact, server: 'local chat@b:1' })).toBeNull()
  now += 25 * 60 * 60 * 1000
  expect(other.find(fact)).toBeNull()
  writer.forget(fact.server)
  await writer.saved()
  const last = new LearnedFacts({ path, now: () => 1_000_000 })
  await last.ready()
  expect(last.find(fact)).toBeNull()
})
