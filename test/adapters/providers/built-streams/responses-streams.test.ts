import type { JsonObject } from '../../../../src/shared/json.ts'
import type { BuiltStream } from '../../../support/built-stream.ts'
import { describeBuiltStreams } from '../../../support/describe-built-streams.ts'
import { call, opaque, text, thinking } from '../../../support/expected-answer.ts'
import { recordedJson } from '../../../support/play-recording.ts'

/** Streams that the schema of Responses allows and no recording holds. */

const begin: JsonObject = { type: 'response.created', response: { id: 'resp_1', output: [] } }
const added = (output_index: number, item: JsonObject): JsonObject => ({
  type: 'response.output_item.added',
  output_index,
  item,
})
const done = (output_index: number, item: JsonObject): JsonObject => ({
  type: 'response.output_item.done',
  output_index,
  item,
})
const event = (type: string, fields: JsonObject): JsonObject => ({ type: `response.${type}`, ...fields })
const completed = (response: JsonObject = {}): JsonObject =>
  event('completed', {
    response: { id: 'resp_1', status: 'completed', usage: USAGE, ...response },
  })
const USAGE = { input_tokens: 7, output_tokens: 3, total_tokens: 10 }
const message = (id: string, content: readonly JsonObject[] = []): JsonObject => ({
  id,
  type: 'message',
  role: 'assistant',
  content: [...content],
})
const said = (words: string): JsonObject => ({ type: 'output_text', text: words, annotations: [] })
const calls = (id: string, args: string): JsonObject => ({
  id: `fc_${id}`,
  type: 'function_call',
  call_id: `call_${id}`,
  name: 'read',
  arguments: args,
})
/** Vouched for by a recording: the strict server takes no other. */
const ENCRYPTED = encryptedContent()
const reasoning = (id: string, fields: JsonObject = {}): JsonObject => ({
  id,
  type: 'reasoning',
  summary: [],
  encrypted_content: ENCRYPTED,
  ...fields,
})

const STREAMS: Readonly<Record<string, BuiltStream>> = {
  'nothing but an end': { events: [begin, completed({ output: [] })], end: ['STOP', 7, 3, 0, 0, 10], blocks: [] },
  'an end only, without usage': {
    events: [event('completed', { response: { id: 'resp_1', status: 'completed', usage: null } })],
    end: ['STOP', 0, 0, 0, 0, 0],
    responseId: 'resp_1',
    blocks: [],
  },
  'everything in the end: reasoning, words and a call': {
    events: [completed({ output: [reasoning('rs_1'), message('msg_1', [said('Hi')]), calls('1', '{"path":"a"}')] })],
    end: 'TOOL_USE',
    blocks: [thinking(''), text('Hi'), call('read', { path: 'a' }, 'call_1')],
    sends: [ENCRYPTED],
  },
  'a response in place of events': {
    events: [{ object: 'response', id: 'resp_1', status: 'completed', output: [calls('1', '{}')], usage: USAGE }],
    end: ['TOOL_USE', 7, 3, 0, 0, 10],
    responseId: 'resp_1',
    blocks: [call('read', {}, 'call_1')],
  },
  'whole items without any delta': {
    events: [
      begin,
      done(
        0,
        reasoning('rs_1', {
          summary: [
            { type: 'summary_text', text: 'One.' },
            { type: 'summary_text', text: 'Two.' },
          ],
        }),
      ),
      done(1, calls('1', '{"path":"a"}')),
      done(2, calls('2', '{"path":"b"}')),
      completed(),
    ],
    end: 'TOOL_USE',
    blocks: [thinking('One.\n\nTwo.'), call('read', { path: 'a' }, 'call_1'), call('read', { path: 'b' }, 'call_2')],
    sends: [ENCRYPTED, '"fc_1"'],
  },
  'several parts of a summary': {
    events: [
      begin,
      added(0, reasoning('rs_1')),
      event('reasoning_summary_part.added', {
        output_index: 0,
        summary_index: 0,
        part: { type: 'summary_text', text: '' },
      }),
      event('reasoning_summary_text.delta', { output_index: 0, summary_index: 0, delta: 'One.' }),
      event('reasoning_summary_text.delta', { output_index: 0, summary_index: 1, delta: 'Tw' }),
      event('reasoning_summary_text.done', { output_index: 0, summary_index: 1, text: 'Two.' }),
      event('reasoning_summary_part.done', {
        output_index: 0,
        summary_index: 1,
        part: { type: 'summary_text', text: 'Two.' },
      }),
      done(
        0,
        reasoning('rs_1', {
          summary: [
            { type: 'summary_text', text: 'One.' },
            { type: 'summary_text', text: 'Two.' },
          ],
        }),
      ),
      done(1, message('msg_1', [said('Hi')])),
      completed(),
    ],
    end: 'STOP',
    blocks: [thinking('One.\n\nTwo.'), text('Hi')],
    sends: [ENCRYPTED, '"msg_1"'],
  },
  'deltas that name the item, not its position': {
    events: [
      begin,
      added(0, reasoning('rs_1')),
      event('reasoning_summary_text.delta', { item_id: 'rs_1', summary_index: 0, delta: 'One.' }),
      done(0, reasoning('rs_1')),
      added(1, message('msg_1')),
      event('output_text.delta', { item_id: 'msg_1', delta: 'Hi' }),
      done(1, message('msg_1')),
      added(2, calls('1', '')),
      event('function_call_arguments.delta', { item_id: 'fc_1', delta: '{"path":"a"}' }),
      done(2, calls('1', '{"path":"a"}')),
      completed(),
    ],
    end: 'TOOL_USE',
    blocks: [thinking('One.'), text('Hi'), call('read', { path: 'a' }, 'call_1')],
    sends: [ENCRYPTED],
  },
  'ids that change from event to event': {
    events: [
      begin,
      added(0, message('msg_a')),
      event('output_text.delta', { item_id: 'msg_b', output_index: 0, delta: 'Hi' }),
      event('output_text.delta', { item_id: 'msg_c', output_index: 0, delta: '!' }),
      done(0, message('msg_d', [said('Hi!')])),
      completed({ output: [message('msg_e', [said('Hi!')])] }),
    ],
    end: 'STOP',
    blocks: [text('Hi!')],
  },
  'every item at the same position': {
    events: [
      begin,
      added(0, calls('1', '')),
      event('function_call_arguments.delta', { output_index: 0, delta: '{"path":"a"}' }),
      done(0, calls('1', '{"path":"a"}')),
      added(0, calls('2', '')),
      event('function_call_arguments.delta', { output_index: 0, delta: '{"path":"b"}' }),
      done(0, calls('2', '{"path":"b"}')),
      added(0, message('msg_1')),
      event('output_text.delta', { output_index: 0, delta: 'Wait.' }),
      done(0, message('msg_1', [said('Wait.')])),
      completed(),
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }, 'call_1'), call('read', { path: 'b' }, 'call_2'), text('Wait.')],
  },
  'every item with the same id': {
    events: [begin, done(0, message('msg_1', [said('One. ')])), done(1, message('msg_1', [said('Two.')])), completed()],
    end: 'STOP',
    blocks: [text('One. '), text('Two.')],
  },
  'an item announced twice': {
    events: [
      begin,
      added(0, calls('1', '')),
      added(0, calls('1', '')),
      event('function_call_arguments.delta', { output_index: 0, delta: '{}' }),
      done(0, calls('1', '{}')),
      completed(),
    ],
    end: 'TOOL_USE',
    blocks: [call('read', {}, 'call_1')],
  },
  'words and a refusal in one item': {
    events: [
      begin,
      added(0, message('msg_1')),
      event('output_text.delta', { output_index: 0, content_index: 0, delta: 'Well. ' }),
      event('content_part.added', { output_index: 0, content_index: 1, part: { type: 'refusal', refusal: '' } }),
      event('refusal.delta', { output_index: 0, content_index: 1, delta: 'No.' }),
      done(0, message('msg_1', [said('Well. '), { type: 'refusal', refusal: 'No.' }])),
      completed(),
    ],
    end: 'CONTENT_FILTER',
    blocks: [text('Well. No.')],
  },
  'items and events that are new': {
    events: [
      begin,
      added(0, { id: 'holo_1', type: 'hologram_call' }),
      event('hologram_call.beaming', { output_index: 0, item_id: 'holo_1' }),
      done(0, { id: 'holo_1', type: 'hologram_call', beam: 1 }),
      added(1, message('msg_1')),
      event('output_text.annotation.added', {
        output_index: 1,
        content_index: 0,
        annotation: { type: 'url_citation' },
      }),
      event('output_text.delta', { output_index: 1, content_index: 0, delta: 'Hi', logprobs: [] }),
      done(1, message('msg_1', [said('Hi'), { type: 'hologram', beam: 1 }])),
      { type: 'keepalive', sequence_number: 9 },
      completed(),
    ],
    end: 'STOP',
    blocks: [opaque('hologram_call'), text('Hi')],
    withholds: ['hologram'],
  },
  'reasoning that the limit cut off': {
    events: [
      added(0, reasoning('rs_1')),
      event('incomplete', {
        response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, usage: USAGE },
      }),
    ],
    end: ['LENGTH', 7, 3, 0, 0, 10],
    blocks: [],
  },
  'a call that the limit cut off': {
    events: [
      begin,
      added(0, calls('1', '')),
      event('function_call_arguments.delta', { output_index: 0, delta: '{"path":"a' }),
      event('incomplete', { response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } } }),
    ],
    end: 'LENGTH',
    blocks: [call('read', '{"path":"a', 'call_1')],
  },
  'a filter behind content': {
    events: [
      begin,
      event('output_text.delta', { output_index: 0, content_index: 0, delta: 'Hi' }),
      event('incomplete', { response: { status: 'incomplete', incomplete_details: { reason: 'content_filter' } } }),
    ],
    end: 'CONTENT_FILTER',
    blocks: [text('Hi')],
  },
  'an answer that was given up': {
    events: [begin, completed({ status: 'cancelled' })],
    end: 'UNKNOWN',
    blocks: [],
  },
  'a failure behind content': {
    events: [
      begin,
      event('output_text.delta', { output_index: 0, content_index: 0, delta: 'Hi' }),
      event('failed', { response: { status: 'failed', error: { code: 'server_error', message: 'Sorry' } } }),
    ],
    error: ['SERVER', true, 'server_error'],
    blocks: [text('Hi')],
  },
  'a failure without a reason': {
    events: [begin, event('failed', { response: { status: 'failed', error: null } })],
    error: ['SERVER', true],
    blocks: [],
  },
  'a failure that calls itself completed': {
    events: [begin, completed({ status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Slow' } })],
    error: ['RATE_LIMIT', true, 'rate_limit_exceeded'],
    blocks: [],
  },
  'a policy that was touched': {
    events: [begin, event('failed', { response: { status: 'failed', error: { code: 'bio_policy', message: 'No' } } })],
    error: ['CONTENT_FILTER', false, 'bio_policy'],
    blocks: [],
  },
  'an error without a code': {
    events: [begin, { type: 'error', error: { type: 'server_error', code: null, message: 'Sorry', param: null } }],
    error: ['SERVER', true, 'server_error'],
    blocks: [],
  },
  'no end': {
    events: [begin, done(0, message('msg_1', [said('Hi')]))],
    error: ['SERVER', true],
    blocks: [text('Hi')],
  },
}

/** Searches that xAI runs by itself look like calls of custom tools, of which we offer none. */
const XAI_STREAMS: Readonly<Record<string, BuiltStream>> = {
  'a search in X': {
    events: [
      begin,
      added(0, { id: 'ctc_1', type: 'custom_tool_call', call_id: 'xs_call_1', name: 'x_keyword_search', input: '' }),
      event('custom_tool_call_input.delta', { output_index: 0, delta: '{"query":"x"}' }),
      event('custom_tool_call_input.done', { output_index: 0, input: '{"query":"x"}' }),
      done(0, {
        id: 'ctc_1',
        type: 'custom_tool_call',
        call_id: 'xs_call_1',
        name: 'x_keyword_search',
        input: '{"query":"x"}',
      }),
      done(1, message('msg_1', [said('Found.')])),
      completed(),
    ],
    end: 'STOP',
    blocks: [opaque('custom_tool_call'), text('Found.')],
    withholds: ['x_keyword_search'],
  },
}

function encryptedContent(): string {
  const items = recordedJson('openai-responses/reasoning-encrypted-then-tool-gpt5.sse')
  return /"encrypted_content":"([^"]{40,})"/.exec(JSON.stringify(items.at(-1)))?.[1] ?? ''
}

describeBuiltStreams(['openai', STREAMS], ['xai', { ...STREAMS, ...XAI_STREAMS }], ['meta', STREAMS])
