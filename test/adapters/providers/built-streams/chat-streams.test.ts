import type { JsonObject, JsonValue } from '../../../../src/shared/json.ts'
import type { BuiltStream } from '../../../support/built-stream.ts'
import { describeBuiltStreams } from '../../../support/describe-built-streams.ts'
import { call, text, thinking } from '../../../support/expected-answer.ts'

/** Streams that Chat Completions and its dialects allow and no recording holds. */

const DONE = 'data: [DONE]\n\n'
const USAGE = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 }

const chunk = (fields: JsonObject): JsonObject => ({ id: 'chatcmpl-1', object: 'chat.completion.chunk', ...fields })
const delta = (piece: JsonValue, choice: JsonObject = {}): JsonObject =>
  chunk({ choices: [{ index: 0, delta: piece, finish_reason: null, ...choice }] })
const says = (content: string): JsonObject => delta({ content })
const end = (finish_reason: string, usage: JsonValue = USAGE): JsonObject =>
  chunk({ choices: [{ index: 0, delta: {}, finish_reason }], usage })
const figures = (usage: JsonObject = USAGE): JsonObject => chunk({ choices: [], usage })
const calls = (...pieces: readonly JsonObject[]): JsonObject => delta({ tool_calls: [...pieces] })
const begun = (name: string, args: JsonValue, more: JsonObject = {}): JsonObject => ({
  type: 'function',
  function: { name, arguments: args },
  ...more,
})
const args = (piece: JsonValue, more: JsonObject = {}): JsonObject => ({ function: { arguments: piece }, ...more })
const TWO_CALLS = [call('read', { path: 'a' }, 'call_a'), call('search', { path: 'b' }, 'call_b')]

const FRAMES: Readonly<Record<string, BuiltStream>> = {
  'figures behind the end': {
    events: [delta({ role: 'assistant' }), says('Hi'), end('stop', null), figures(), DONE],
    end: ['STOP', 7, 3, 0, 0, 10],
    responseId: 'chatcmpl-1',
    blocks: [text('Hi')],
  },
  'figures in every chunk, the last ones behind the end': {
    events: [
      { ...says('Hi'), usage: { prompt_tokens: 7, completion_tokens: 1, total_tokens: 8 } },
      chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }),
      figures(),
      DONE,
    ],
    end: ['STOP', 7, 3, 0, 0, 10],
    blocks: [text('Hi')],
  },
  'figures before the end': {
    events: [says('Hi'), figures(), end('stop', null), DONE],
    end: ['STOP', 7, 3, 0, 0, 10],
    blocks: [text('Hi')],
  },
  'no figures': { events: [says('Hi'), end('stop', null), DONE], end: ['STOP', 0, 0, 0, 0, 0], blocks: [text('Hi')] },
  'no [DONE]': { events: [says('Hi'), end('stop', null)], end: 'STOP', blocks: [text('Hi')] },
  'no finish reason before [DONE]': { events: [says('Hi'), DONE], end: 'UNKNOWN', blocks: [text('Hi')] },
  'neither finish reason nor [DONE]': { events: [says('Hi')], error: ['SERVER', true], blocks: [text('Hi')] },
  'nothing but [DONE]': { events: [DONE], error: ['SERVER', true], blocks: [] },
  'a first chunk that is a placeholder': {
    events: [
      { id: '', model: '', object: '', choices: [], prompt_filter_results: [] },
      delta({ role: 'assistant', content: 'Hi' }),
      end('stop'),
      DONE,
    ],
    end: 'STOP',
    responseId: 'chatcmpl-1',
    blocks: [text('Hi')],
  },
  'comments, and chunks that say nothing': {
    events: [
      ': OPENROUTER PROCESSING\n\n',
      delta({ role: 'assistant', content: null, refusal: null, tool_calls: null, reasoning: null }),
      chunk({ choices: [{ index: 0, finish_reason: null }] }),
      chunk({ choices: [], usage: null }),
      chunk({ choices: null }),
      'data: null\n\n',
      delta({ content: '', tool_calls: [], reasoning_content: '', reasoning_details: [] }),
      ': OPENROUTER PROCESSING\n\n',
      delta({ content: 'Hi', annotations: [], audio: null, nebula: { a: 1 } }, { finish_reason: '', logprobs: null }),
      end('stop'),
      DONE,
    ],
    end: 'STOP',
    blocks: [text('Hi')],
  },
  'several choices': {
    events: [
      chunk({ choices: [{ index: 1, delta: { content: 'No' } }] }),
      chunk({
        choices: [
          { index: 0, delta: { content: 'Yes' } },
          { index: 1, delta: {}, finish_reason: 'length' },
        ],
      }),
      end('stop'),
      DONE,
    ],
    end: 'STOP',
    blocks: [text('Yes')],
  },
  'nothing but an end': { events: [end('stop'), DONE], end: 'STOP', blocks: [] },
  'a finish reason that is new': { events: [says('Hi'), end('eclipse'), DONE], end: 'UNKNOWN', blocks: [text('Hi')] },
  'a filter': { events: [end('content_filter'), DONE], end: 'CONTENT_FILTER', blocks: [] },
  'a refusal': {
    events: [delta({ refusal: 'I can’t ' }), delta({ refusal: 'help.' }), end('stop'), DONE],
    end: 'CONTENT_FILTER',
    blocks: [text('I can’t help.')],
  },
}

const CALLS: Readonly<Record<string, BuiltStream>> = {
  'calls without a position, whole': {
    events: [
      calls(begun('read', '{"path":"a"}', { id: 'call_a' }), begun('search', '{"path":"b"}', { id: 'call_b' })),
      end('tool_calls'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: TWO_CALLS,
  },
  'calls without position and id, whole, one a chunk': {
    events: [calls(begun('read', '{"path":"a"}')), calls(begun('read', '{"path":"b"}', { id: '' })), end('stop'), DONE],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }), call('read', { path: 'b' })],
  },
  'pieces told apart by their place alone': {
    events: [
      calls(begun('read', '', { id: 'call_a' }), begun('search', '', { id: 'call_b' })),
      calls(args('{"path":"a"}'), args('{"path":"b"}')),
      end('tool_calls'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: TWO_CALLS,
  },
  'a position that only the later pieces have': {
    events: [
      calls(begun('read', '{"path":', { id: 'call_a' }), begun('search', '{"path":', { id: 'call_b' })),
      calls(args('"b"}', { index: 1 }), args('"a"}', { index: 0 })),
      end('tool_calls'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: TWO_CALLS,
  },
  'empty ids and names in later pieces, with a position': {
    events: [
      calls(begun('read', '', { index: 0, id: 'call_a' })),
      calls(begun('', '{"path":"a"}', { index: 0, id: '' })),
      calls(begun('search', '', { index: 1, id: 'call_b' })),
      calls(begun('', '{"path":"b"}', { index: 1, id: '' })),
      end('tool_calls'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: TWO_CALLS,
  },
  'id and name repeated in every piece': {
    events: [
      calls(begun('read', '{"path"', { index: 0, id: 'call_a' })),
      calls(begun('read', ':"a"}', { index: 0, id: 'call_a' })),
      calls(begun('read', '', { index: 0, id: 'call_a' })),
      end('tool_calls'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }, 'call_a')],
  },
  'every call at position 0, told apart by the id': {
    events: [
      calls(begun('read', '{"path":"a"}', { index: 0, id: 'call_a' })),
      calls(begun('search', '{"path":', { index: 0, id: 'call_b' })),
      calls(args('"b"}', { index: 0 })),
      end('stop'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: TWO_CALLS,
  },
  'every call at position 0, without ids': {
    events: [
      calls(begun('read', '{"path":"a"}', { index: 0 })),
      calls(begun('search', '{"path":"b"}', { index: 0 })),
      calls(begun('search', '{"path":"c"}', { index: 0 })),
      end('tool_calls'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }), call('search', { path: 'b' }), call('search', { path: 'c' })],
  },
  'a position that is no number': {
    events: [calls(begun('read', '{"path":"a"}', { index: 'zero', id: 'call_a' })), end('tool_calls'), DONE],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }, 'call_a')],
  },
  'an id that comes late': {
    events: [
      calls(begun('read', '', { index: 0 })),
      calls(args('{"path":"a"}', { index: 0, id: 'call_a' })),
      end('tool_calls'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }, 'call_a')],
  },
  'a name that comes late': {
    events: [
      calls(args('{"path"', { index: 0, id: 'call_a' })),
      calls(begun('read', ':"a"}', { index: 0 })),
      end('tool_calls'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }, 'call_a')],
  },
  'arguments that are parsed already, or none': {
    events: [
      calls(
        begun('read', { path: 'a' }, { index: 0, id: 'call_a' }),
        begun('search', null, { index: 1, id: 'call_b' }),
      ),
      end('stop'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }, 'call_a'), call('search', {}, 'call_b')],
  },
  'the function_call of old': {
    events: [
      delta({ role: 'assistant', content: null, function_call: { name: 'read', arguments: '' } }),
      delta({ function_call: { arguments: '{"path":' } }),
      delta({ function_call: { arguments: '"a"}' } }),
      end('function_call'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' })],
  },
  'a call that the limit cut off': {
    events: [calls(begun('read', '{"path":"a', { index: 0, id: 'call_a' })), end('length'), DONE],
    end: 'LENGTH',
    blocks: [call('read', '{"path":"a', 'call_a')],
  },
  'words before and behind a call': {
    events: [says('Let me '), calls(begun('read', '{}', { index: 0, id: 'call_a' })), says('see.'), end('stop'), DONE],
    end: 'TOOL_USE',
    blocks: [text('Let me see.'), call('read', {}, 'call_a')],
  },
}

const THOUGHTS: Readonly<Record<string, BuiltStream>> = {
  'the same thought in two fields': {
    events: [delta({ reasoning: 'Hm.', reasoning_content: 'Hm.' }), says('Hi'), end('stop'), DONE],
    end: 'STOP',
    blocks: [thinking('Hm.'), text('Hi')],
  },
  'a thought between words': {
    events: [says('One.'), delta({ reasoning: 'Hm.' }), says('Two.'), end('stop'), DONE],
    end: 'STOP',
    blocks: [text('One.'), thinking('Hm.'), text('Two.')],
  },
  'a thought, then a call': {
    events: [
      delta({ reasoning_content: 'Hm.' }),
      calls(begun('read', '{}', { index: 0, id: 'call_a' })),
      end('tool_calls'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: [thinking('Hm.'), call('read', {}, 'call_a')],
  },
  'a list of thoughts and words': {
    events: [
      delta({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }], closed: true }] }),
      delta({
        content: [
          { type: 'thinking', thinking: 'So.' },
          { type: 'text', text: 'H' },
          { type: 'reference', reference_ids: [1] },
        ],
      }),
      delta({ content: 'i' }),
      end('stop'),
      DONE,
    ],
    end: 'STOP',
    blocks: [thinking('Hm.So.'), text('Hi')],
  },
}

const ERRORS: Readonly<Record<string, BuiltStream>> = {
  'an error in place of a chunk': {
    events: [says('Hi'), { error: { message: 'Overloaded', code: 503 } }],
    error: ['OVERLOADED', true, '503'],
    blocks: [text('Hi')],
  },
  'an error without a code': {
    events: [says('Hi'), { error: { message: 'Failed', type: 'server_error', code: null } }],
    error: ['SERVER', true, 'server_error'],
    blocks: [text('Hi')],
  },
  'an error that is a sentence': {
    events: [says('Hi'), { error: 'the model runner has stopped at capacity' }],
    error: ['OVERLOADED', true],
    blocks: [text('Hi')],
  },
  'an error event': {
    events: [says('Hi'), 'event: error\ndata: {"error":{"message":"Slow down","code":"rate_limit_exceeded"}}\n\n'],
    error: ['RATE_LIMIT', true, 'rate_limit_exceeded'],
    blocks: [text('Hi')],
  },
  'an error of a choice': {
    events: [delta({ content: 'Hi' }, { finish_reason: 'error', error: { code: 429, message: 'Slow down' } }), DONE],
    error: ['RATE_LIMIT', true, '429'],
    blocks: [text('Hi')],
  },
  'an error of a choice that has not ended': {
    events: [says('Hi'), delta({}, { error: { code: 502, message: 'Bad gateway' } }), DONE],
    error: ['TIMEOUT', true, '502'],
    blocks: [text('Hi')],
  },
  'an end with an error that nobody explains': {
    events: [says('Hi'), end('error'), DONE],
    error: ['SERVER', true],
    blocks: [text('Hi')],
  },
  'an error without its frame': {
    events: [says('Hi'), { object: 'error', message: 'Failed', type: 'BadRequestError', code: 400 }],
    error: ['INVALID_REQUEST', false, 'BadRequestError'],
    blocks: [text('Hi')],
  },
}

/** Snowflake fills `function_call` in every chunk, with nothing. */
const NO_CALL = { function_call: { name: '', arguments: '' } }
const EMPTY_CALLS: Readonly<Record<string, BuiltStream>> = {
  'an empty function_call beside words': {
    events: [
      delta({ role: 'assistant', content: '', ...NO_CALL }),
      delta({ content: 'Hi', ...NO_CALL }),
      delta({ function_call: { name: null, arguments: '{}' } }),
      delta({ tool_calls: [{}] }),
      end('stop'),
      DONE,
    ],
    end: 'STOP',
    blocks: [text('Hi')],
  },
  'an empty function_call beside a call': {
    events: [
      delta(NO_CALL),
      calls(begun('read', '{"path":"a"}', { index: 0, id: 'call_a' })),
      delta(NO_CALL),
      end('tool_calls'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }, 'call_a')],
  },
}

const STREAMS = { ...EMPTY_CALLS, ...FRAMES, ...CALLS, ...THOUGHTS, ...ERRORS }

/** Details that go back as they came; the encrypted one belongs to the call of its id. */
const DETAILS = [
  { type: 'reasoning.summary', summary: 'Hm.', format: 'openai-responses-v1', index: 0 },
  { type: 'reasoning.encrypted', data: 'gAAAA', id: 'rs_1', format: 'openai-responses-v1', index: 0 },
] as const
const OPENROUTER_STREAMS: Readonly<Record<string, BuiltStream>> = {
  'details in pieces, the encrypted one last': {
    events: [
      delta({ reasoning: 'H', reasoning_details: [{ ...DETAILS[0], summary: 'H' }] }),
      delta({ reasoning: 'm.', reasoning_details: [{ ...DETAILS[0], summary: 'm.' }] }),
      calls(begun('read', '{}', { index: 0, id: 'call_a' })),
      delta({ reasoning_details: [DETAILS[1]] }),
      end('tool_calls'),
      DONE,
    ],
    end: 'TOOL_USE',
    blocks: [thinking('Hm.'), call('read', {}, 'call_a')],
    sends: ['"summary":"Hm."', '"data":"gAAAA"'],
  },
  'nothing but an encrypted detail': {
    events: [delta({ reasoning_details: [DETAILS[1]] }), says('Hi'), end('stop'), DONE],
    end: 'STOP',
    blocks: [thinking(''), text('Hi')],
    sends: ['"data":"gAAAA"'],
  },
}

describeBuiltStreams(
  ['local', STREAMS],
  ['mistral', STREAMS],
  ['moonshot', STREAMS],
  ['openrouter', { ...STREAMS, ...OPENROUTER_STREAMS }],
)
