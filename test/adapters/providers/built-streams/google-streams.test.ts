import type { JsonObject } from '../../../../src/shared/json.ts'
import type { BuiltStream } from '../../../support/built-stream.ts'
import { describeBuiltStreams } from '../../../support/describe-built-streams.ts'
import { call, opaque, text, thinking } from '../../../support/expected-answer.ts'
import { recordedJson } from '../../../support/play-recording.ts'

/** Streams that the schema of generateContent allows and no recording holds. */

/** Vouched for by a recording: the strict server takes no other. */
const SIGNATURE = recordedSignature()
const USAGE = { promptTokenCount: 7, candidatesTokenCount: 3, thoughtsTokenCount: 2, totalTokenCount: 12 }

const parts = (list: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { role: 'model', parts: [...list] }, index: 0, ...more }],
})
const end = (finishReason = 'STOP', more: JsonObject = {}): JsonObject => ({
  candidates: [{ finishReason, index: 0, ...more }],
  usageMetadata: USAGE,
})
const calls = (functionCall: JsonObject, more: JsonObject = {}): JsonObject => ({ functionCall, ...more })
const signed = `"thoughtSignature":${JSON.stringify(SIGNATURE)}`

const blocked = (finishReason: string): BuiltStream => ({
  events: [parts([{ text: 'Hi' }]), end(finishReason)],
  end: 'CONTENT_FILTER',
  blocks: [text('Hi')],
})
const broken = (finishReason: string): BuiltStream => ({
  events: [parts([{ text: 'Hi' }]), end(finishReason, { finishMessage: 'Malformed function call: print(1' })],
  error: ['SERVER', true, finishReason],
  blocks: [text('Hi')],
})

const STREAMS: Readonly<Record<string, BuiltStream>> = {
  'figures in the last chunk only': {
    events: [parts([{ text: 'Hi' }]), end()],
    end: ['STOP', 7, 5, 2, 0, 12],
    blocks: [text('Hi')],
  },
  'no figures at all': {
    events: [parts([{ text: 'Hi' }], { finishReason: 'STOP' })],
    end: ['STOP', 0, 0, 0, 0, 0],
    blocks: [text('Hi')],
  },
  'a chunk of figures behind the end': {
    events: [
      parts([{ text: 'Hi' }], { finishReason: 'STOP' }),
      { usageMetadata: { ...USAGE, cachedContentTokenCount: 4 } },
    ],
    end: ['STOP', 7, 5, 2, 4, 12],
    blocks: [text('Hi')],
  },
  'an id that comes later than the first chunk': {
    events: [parts([{ text: 'Hi' }]), { ...end(), responseId: 'late' }],
    end: 'STOP',
    blocks: [text('Hi')],
  },
  'a cut answer': { events: [parts([{ text: 'So' }]), end('MAX_TOKENS')], end: 'LENGTH', blocks: [text('So')] },
  'an answer to be continued': {
    events: [parts([{ text: 'So' }]), end('CONTINUATION')],
    end: 'LENGTH',
    blocks: [text('So')],
  },
  'nothing but an end': { events: [end()], end: 'STOP', blocks: [] },
  'no thought left for words': { events: [end('MAX_TOKENS')], end: 'LENGTH', blocks: [] },
  'a reason that is new': {
    events: [parts([{ text: 'Hi' }]), end('CONSTELLATION')],
    end: 'UNKNOWN',
    blocks: [text('Hi')],
  },
  ...Object.fromEntries(
    ['SAFETY', 'RECITATION', 'LANGUAGE', 'BLOCKLIST', 'PROHIBITED_CONTENT', 'SPII', 'IMAGE_SAFETY'].map((reason) => [
      reason,
      blocked(reason),
    ]),
  ),
  ...Object.fromEntries(
    ['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'MALFORMED_RESPONSE', 'OTHER'].map(
      (reason) => [reason, broken(reason)],
    ),
  ),
  'a call of a tool that was not offered': {
    events: [
      parts([calls({ name: 'paint', args: { colour: 'red' } }, { thoughtSignature: SIGNATURE })]),
      end('UNEXPECTED_TOOL_CALL', { finishMessage: 'Model tried to call an undeclared function: paint' }),
    ],
    end: ['TOOL_USE', 7, 5, 2, 0, 12],
    blocks: [call('paint', { colour: 'red' })],
    sends: [signed],
  },
  'a part without words behind a call': {
    events: [
      parts([
        calls({ name: 'read', args: { path: 'a' } }, { thoughtSignature: SIGNATURE }),
        { executableCode: { code: '1', language: 'PYTHON' } },
      ]),
      end(),
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' }), opaque('executableCode')],
    withholds: ['Continue from'],
  },
  'a blocked prompt, with an empty candidate': {
    events: [
      { promptFeedback: { blockReason: 'SAFETY' }, candidates: [{ index: 0 }], usageMetadata: { promptTokenCount: 7 } },
    ],
    end: ['CONTENT_FILTER', 7, 0, 0, 0, 7],
    blocks: [],
  },
  'a prompt that is blocked behind some words': {
    events: [parts([{ text: 'Hi' }]), { promptFeedback: { blockReason: 'JAILBREAK' } }],
    end: 'CONTENT_FILTER',
    blocks: [text('Hi')],
  },
  'feedback on a prompt that is not blocked': {
    events: [{ promptFeedback: { safetyRatings: [] } }, parts([{ text: 'Hi' }]), end()],
    end: 'STOP',
    blocks: [text('Hi')],
  },
  'calls without ids, several in one chunk, the first one signed': {
    events: [
      parts([
        { text: 'Thinking.', thought: true },
        { text: 'Let me look.' },
        calls({ name: 'read', args: { path: 'a' } }, { thoughtSignature: SIGNATURE }),
        calls({ name: 'search' }),
      ]),
      end(),
    ],
    end: 'TOOL_USE',
    blocks: [thinking('Thinking.'), text('Let me look.'), call('read', { path: 'a' }), call('search', {})],
    sends: [signed],
  },
  'words behind a call': {
    events: [parts([calls({ id: 'c1', name: 'read', args: {} })]), parts([{ text: 'And now.' }]), end()],
    end: 'TOOL_USE',
    blocks: [call('read', {}, 'c1'), text('And now.')],
  },
  'a call beside an empty text': {
    events: [parts([{ text: '', ...calls({ name: 'read', args: { path: 'a' } }) }]), end()],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' })],
  },
  'a signature that comes with a later piece of the call': {
    events: [
      parts([calls({ name: 'read', willContinue: true })]),
      parts([
        calls(
          { partialArgs: [{ jsonPath: '$.path', stringValue: 'a' }], willContinue: true },
          { thoughtSignature: SIGNATURE },
        ),
      ]),
      parts([calls({})]),
      end(),
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' })],
    sends: [signed],
  },
  'a call in pieces that is never ended': {
    events: [
      parts([calls({ name: 'read', willContinue: true })]),
      parts([
        calls({ partialArgs: [{ jsonPath: '$.path', stringValue: 'a', willContinue: true }], willContinue: true }),
      ]),
      end(),
    ],
    end: 'TOOL_USE',
    blocks: [call('read', { path: 'a' })],
  },
  'a call without a name': {
    events: [parts([calls({ name: null, args: {} }), { text: 'Hi' }]), end()],
    end: 'STOP',
    blocks: [text('Hi')],
  },
  'a signature on a piece of the text': {
    events: [
      parts([{ text: 'One, ' }]),
      parts([{ text: 'two', thoughtSignature: SIGNATURE }]),
      parts([{ text: '.' }]),
      end(),
    ],
    end: 'STOP',
    blocks: [text('One, two.')],
    sends: [`{"text":"One, "},{"text":"two",${signed}},{"text":"."}`],
  },
  'a signature on a thought': {
    events: [parts([{ text: 'Hm.', thought: true, thoughtSignature: SIGNATURE }, { text: 'Hi' }]), end()],
    end: 'STOP',
    blocks: [thinking('Hm.'), text('Hi')],
    sends: [`{"text":"Hm.","thought":true,${signed}}`],
  },
  'a signature on nothing': {
    events: [parts([{ text: 'Hi' }]), parts([{ thoughtSignature: SIGNATURE }]), end()],
    end: 'STOP',
    blocks: [text('Hi')],
    sends: [`{"text":"","thoughtSignature"`],
  },
  'parts that hold nothing': {
    events: [parts([{}, { thought: true }, { text: '' }, { text: 'Hi' }]), { candidates: [] }, {}, end()],
    end: 'STOP',
    blocks: [text('Hi')],
  },
  'code that the server ran, and a picture': {
    events: [
      parts([
        { text: 'Let me count.' },
        { executableCode: { language: 'PYTHON', code: 'print(1)' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1\n' } },
        { text: 'One.' },
        { inlineData: { mimeType: 'image/png', data: 'iVBORw0KGgo=' } },
      ]),
      end(),
    ],
    end: 'STOP',
    blocks: [
      text('Let me count.'),
      opaque('executableCode'),
      opaque('codeExecutionResult'),
      text('One.'),
      opaque('inlineData'),
    ],
    sends: ['"executableCode"', '"codeExecutionResult"', '"inlineData"'],
  },
  'only the first candidate': {
    events: [
      {
        candidates: [
          { content: { parts: [{ text: 'One' }] }, index: 0 },
          { content: { parts: [{ text: 'Two' }] }, index: 1 },
        ],
      },
      end(),
    ],
    end: 'STOP',
    blocks: [text('One')],
  },
  'grounding, citations and whatever else is new': {
    events: [
      ': keep-alive\r\n\r\n',
      parts([{ text: 'Hi' }], { groundingMetadata: { webSearchQueries: ['x'] }, citationMetadata: {}, nebula: 1 }),
      { nebula: 2 },
      end(),
    ],
    end: 'STOP',
    blocks: [text('Hi')],
  },
  'an error behind content': {
    events: [
      parts([{ text: 'Hi' }]),
      { error: { code: 500, message: 'An internal error has occurred.', status: 'INTERNAL' } },
    ],
    error: ['SERVER', true, 'INTERNAL'],
    blocks: [text('Hi')],
  },
  'no end': { events: [parts([{ text: 'Hi' }])], error: ['SERVER', true], blocks: [text('Hi')] },
}

function recordedSignature(): string {
  const recorded = JSON.stringify(recordedJson('gemini/tool-gemini3pro-signature.sse'))
  return /"thoughtSignature":"([^"]{40,})"/.exec(recorded)?.[1] ?? ''
}

describeBuiltStreams(['google', STREAMS])
