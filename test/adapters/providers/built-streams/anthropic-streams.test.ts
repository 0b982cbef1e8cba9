import { expect, it, onTestFinished } from 'vitest'

import { field } from '../../../../src/main/adapters/providers/wire-value.ts'
import { isJsonObject } from '../../../../src/shared/json.ts'
import type { JsonObject } from '../../../../src/shared/json.ts'
import type { BuiltStream } from '../../../support/built-stream.ts'
import { describeBuiltStreams } from '../../../support/describe-built-streams.ts'
import { call, opaque, text, thinking } from '../../../support/expected-answer.ts'
import { ModelConversation } from '../../../support/model-conversation.ts'
import { helloRequest } from '../../../support/provider-outcome.ts'
import { testModelAt } from '../../../support/simulated-models.ts'
import { assistant, user } from '../../../support/transcript-builders.ts'
import { startSimulator } from '../../../support/provider-simulator/start-simulator.ts'

/** Streams that the schema of Messages allows and no recording holds. */

const begin = (message: JsonObject = {}): JsonObject => ({
  type: 'message_start',
  message: { id: 'msg_1', model: 'claude-opus-4-6', content: [], usage: { input_tokens: 7 }, ...message },
})
const open = (index: number, content_block: JsonObject): JsonObject => ({
  type: 'content_block_start',
  index,
  content_block,
})
const delta = (index: number, piece: JsonObject | null): JsonObject => ({
  type: 'content_block_delta',
  index,
  delta: piece,
})
const close = (index: number): JsonObject => ({ type: 'content_block_stop', index })
const end = (stop_reason: string | null, usage: JsonObject = { output_tokens: 3 }): JsonObject[] => [
  { type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage },
  { type: 'message_stop' },
]
const words = (index: number, content: string): JsonObject[] => [
  open(index, { type: 'text', text: '' }),
  delta(index, { type: 'text_delta', text: content }),
  close(index),
]
const tool = (index: number, id: string, pieces: readonly string[]): JsonObject[] => [
  open(index, { type: 'tool_use', id, name: 'read', input: {} }),
  ...pieces.map((partial_json) => delta(index, { type: 'input_json_delta', partial_json })),
  close(index),
]
const SEARCH = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} }
const FOUND = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }

const STREAMS: Readonly<Record<string, BuiltStream>> = {
  'nothing but an end': { events: [begin(), ...end('end_turn')], end: ['STOP', 7, 3, 0, 0, 10], blocks: [] },
  'a refusal without content': {
    events: [begin(), ...end('refusal')],
    end: 'CONTENT_FILTER',
    blocks: [],
  },
  'a refusal behind content': {
    events: [begin(), ...words(0, 'I would'), ...end('refusal')],
    end: 'CONTENT_FILTER',
    blocks: [text('I would')],
  },
  'a full context window': {
    events: [begin(), ...words(0, 'So far'), ...end('model_context_window_exceeded')],
    end: 'LENGTH',
    blocks: [text('So far')],
  },
  'a stop sequence': {
    events: [begin(), ...words(0, 'One'), ...end('stop_sequence')],
    end: 'STOP',
    blocks: [text('One')],
  },
  'no stop reason': { events: [begin(), ...words(0, 'One'), ...end(null)], end: 'UNKNOWN', blocks: [text('One')] },
  'the last stop reason and the last figures count': {
    events: [
      begin({ usage: { input_tokens: 7, cache_read_input_tokens: 5, output_tokens: 1 } }),
      ...words(0, 'One'),
      { type: 'message_delta', delta: { stop_reason: null }, usage: { output_tokens: 2 } },
      ...end('end_turn', { output_tokens: 9, input_tokens: null, output_tokens_details: { thinking_tokens: 4 } }),
    ],
    end: ['STOP', 12, 9, 4, 5, 21],
    blocks: [text('One')],
  },
  'citations, among the text': {
    events: [
      begin(),
      open(0, { type: 'text', text: '', citations: [] }),
      delta(0, { type: 'text_delta', text: 'It ' }),
      delta(0, { type: 'citations_delta', citation: { type: 'web_search_result_location', url: 'https://a.example' } }),
      delta(0, { type: 'text_delta', text: 'is.' }),
      close(0),
      ...end('end_turn'),
    ],
    end: 'STOP',
    blocks: [text('It is.')],
  },
  'text that comes with the beginning of its block': {
    events: [
      begin(),
      open(0, { type: 'text', text: 'Hello' }),
      delta(0, { type: 'text_delta', text: '!' }),
      close(0),
      ...end('end_turn'),
    ],
    end: 'STOP',
    blocks: [text('Hello!')],
  },
  'a block that stays empty': {
    events: [begin(), open(0, { type: 'text', text: '' }), close(0), ...tool(1, 'toolu_1', ['{}']), ...end('tool_use')],
    end: 'TOOL_USE',
    blocks: [call('read', {}, 'toolu_1')],
  },
  'arguments that come with the beginning of the call': {
    events: [
      begin(),
      open(0, { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a' } }),
      close(0),
      ...end('tool_use'),
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }, 'toolu_1')],
  },
  'calls whose pieces mingle': {
    events: [
      begin(),
      open(0, { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }),
      open(1, { type: 'tool_use', id: 'toolu_2', name: 'search', input: {} }),
      delta(1, { type: 'input_json_delta', partial_json: '{"path":' }),
      delta(0, { type: 'input_json_delta', partial_json: '{"path":"a"}' }),
      delta(1, { type: 'input_json_delta', partial_json: '"b"}' }),
      close(1),
      close(0),
      ...end('tool_use'),
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }, 'toolu_1'), call('search', { path: 'b' }, 'toolu_2')],
  },
  'a block in the place of one that was never closed': {
    events: [
      begin(),
      open(0, { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} }),
      delta(0, { type: 'input_json_delta', partial_json: '{"path":"a"}' }),
      ...tool(0, 'toolu_2', ['{"path":"b"}']),
      ...end('tool_use'),
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }, 'toolu_1'), call('read', { path: 'b' }, 'toolu_2')],
  },
  'unknown events, blocks and deltas, and a delta that is none': {
    events: [
      begin(),
      { type: 'ping' },
      ': a comment\n\n',
      open(0, { type: 'hologram', beam: 1 }),
      delta(0, { type: 'hologram_delta', beam: 2 }),
      close(0),
      open(1, { type: 'text', text: '' }),
      delta(1, null),
      delta(1, { type: 'shimmer_delta', shimmer: 1 }),
      { type: 'ping' },
      delta(1, { type: 'text_delta', text: 'Hi' }),
      { type: 'constellation' },
      close(1),
      ...end('end_turn'),
    ],
    end: 'STOP',
    blocks: [opaque('hologram'), text('Hi')],
    withholds: ['hologram'],
  },
  'a search of the server, paused': {
    events: [
      begin(),
      open(0, SEARCH),
      delta(0, { type: 'input_json_delta', partial_json: '{"query":"x"}' }),
      close(0),
      ...end('pause_turn'),
    ],
    end: 'STOP',
    paused: true,
    blocks: [opaque('server_tool_use')],
  },
  'a search of the server and what it found': {
    events: [begin(), open(0, SEARCH), close(0), open(1, FOUND), close(1), ...words(2, 'There.'), ...end('end_turn')],
    end: 'STOP',
    blocks: [opaque('server_tool_use'), opaque('web_search_tool_result'), text('There.')],
    sends: ['"server_tool_use"', '"web_search_tool_result"'],
  },
  'a search of the server that never came to its end': {
    events: [begin(), ...words(0, 'Let me see.'), open(1, SEARCH), close(1), ...end('max_tokens')],
    end: 'LENGTH',
    blocks: [text('Let me see.'), opaque('server_tool_use')],
    withholds: ['server_tool_use'],
  },
  'the result of a tool whose call can not go back': {
    events: [
      begin(),
      open(0, { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', server_name: 'a', input: {} }),
      close(0),
      open(1, { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [] }),
      close(1),
      ...words(2, 'There.'),
      ...end('end_turn'),
    ],
    end: 'STOP',
    blocks: [opaque('mcp_tool_use'), opaque('mcp_tool_result'), text('There.')],
    withholds: ['mcp_tool'],
  },
  'the whole answer in message_start': {
    events: [
      begin({
        content: [
          { type: 'text', text: 'Looking.' },
          { type: 'tool_use', id: 'toolu_1', name: 'read', input: { path: 'a' } },
        ],
        stop_reason: 'tool_use',
      }),
      { type: 'message_stop' },
    ],
    end: 'TOOL_USE',
    blocks: [text('Looking.'), call('read', { path: 'a' }, 'toolu_1')],
  },
  'message_start twice before anything was said': {
    events: [begin(), begin(), ...words(0, 'Hi'), ...end('end_turn')],
    end: ['STOP', 7, 3, 0, 0, 10],
    blocks: [text('Hi')],
  },
  'another answer behind the end': {
    events: [
      begin(),
      ...words(0, 'One'),
      ...end('end_turn'),
      begin({ id: 'msg_2' }),
      ...words(0, 'Two'),
      ...end('end_turn'),
    ],
    end: 'STOP',
    blocks: [text('One')],
  },
  'another answer at the beginning': {
    events: [begin(), begin({ id: 'msg_2' }), ...words(0, 'Two'), ...end('end_turn')],
    error: ['SERVER', true],
    blocks: [],
  },
  'an error behind content': {
    events: [
      begin(),
      ...words(0, 'One'),
      { type: 'error', error: { type: 'api_error', message: 'Internal server error' } },
    ],
    error: ['SERVER', true, 'api_error'],
    blocks: [text('One')],
  },
  'an error of a type that is new': {
    events: [begin(), { type: 'error', error: { type: 'comet_error', message: 'A comet' } }],
    error: ['SERVER', true, 'comet_error'],
    blocks: [],
  },
  'no end': {
    events: [begin(), ...words(0, 'One'), { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} }],
    error: ['SERVER', true],
    blocks: [text('One')],
  },
  'thinking without a signature, and one that was hidden': {
    events: [
      begin(),
      open(0, { type: 'thinking', thinking: '', signature: '' }),
      delta(0, { type: 'thinking_delta', thinking: 'Hm.' }),
      close(0),
      open(1, { type: 'redacted_thinking', data: '' }),
      close(1),
      ...words(2, 'Hi'),
      ...end('end_turn'),
    ],
    end: 'STOP',
    blocks: [thinking('Hm.'), text('Hi')],
    withholds: ['Hm.'],
  },
}

describeBuiltStreams(['anthropic', STREAMS])

it('what the server ran behind a call of ours goes back with it, and nothing is invented behind the result', async () => {
  const simulator = await startSimulator()
  onTestFinished(() => simulator.close())
  const testModel = await testModelAt(simulator, 'anthropic', 'claude-haiku-4-5')
  const conversation = new ModelConversation()
  simulator.enqueue('anthropic', {
    type: 'script',
    blocks: [
      { type: 'thinking', text: 'Both at once.' },
      { type: 'tool_call', name: 'read', arguments: { path: 'a' } },
    ],
  })
  conversation.user('Read and search')
  const [open] = await conversation.ask(testModel)
  const event = conversation.events.at(-1)
  if (open === undefined || event?.kind !== 'assistant') throw new Error('no call')
  const { endpoint = '', model = '' } = open
  const ran = [SEARCH, FOUND].map((block) => {
    return { type: 'text', text: '', provider: 'anthropic', endpoint, model, provider_data: { block } } as const
  })
  const blocks = [...(event.data.blocks ?? []), ...ran]
  conversation.events[conversation.events.length - 1] = { ...event, data: { ...event.data, blocks } }
  conversation.result(open.id)
  await conversation.ask(testModel)
  const { messages } = simulator.requests.at(-1)?.body ?? {}
  const types = (content: unknown): unknown =>
    Array.isArray(content) ? content.map((block) => (isJsonObject(block) ? block['type'] : null)) : content
  expect(Array.isArray(messages) && messages.map((message) => types(field(message, 'content')))).toEqual([
    ['text'],
    ['thinking', 'server_tool_use', 'web_search_tool_result', 'tool_use'],
    ['tool_result'],
  ])
})

it('a paused answer goes back with its open call, to be gone on with', async () => {
  const simulator = await startSimulator()
  onTestFinished(() => simulator.close())
  const { provider } = await testModelAt(simulator, 'anthropic')
  const stamp = { provider: 'anthropic', model: 'claude-opus-4-6', endpoint: provider.endpoint }
  const paused = { type: 'text', text: '', provider_data: { block: SEARCH }, ...stamp } as const
  const messages = [user('Hi'), assistant(paused)]
  expect(provider.render(helloRequest('anthropic', { messages }))).toMatchObject({
    messages: [{}, { role: 'assistant', content: [SEARCH] }],
  })
})
