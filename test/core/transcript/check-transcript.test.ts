import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../../../src/shared/content.ts'
import { PROVIDER_NAMES } from '../../../src/shared/providers.ts'
import type { ModelRequest, TranscriptMessage } from '../../../src/main/core/ports/provider-ports.ts'
import { checkTranscript } from '../../../src/main/core/transcript/check-transcript.ts'
import { repairTranscript } from '../../../src/main/core/transcript/repair-transcript.ts'
import { rulesFor } from '../../../src/main/core/transcript/transcript-rules.ts'
import type { TranscriptTarget } from '../../../src/main/core/transcript/transcript-target.ts'
import { call, TARGETS, text, thought } from './transcript-history.ts'

const { anthropic, openai, google, meta, mistral, moonshot } = TARGETS
const haiku: TranscriptTarget = { ...anthropic, model: 'claude-haiku-4-5' }

const says = (words: string): TranscriptMessage => ({ role: 'user', content: [text(words)] })
const answers = (...content: readonly ContentBlock[]): TranscriptMessage => ({ role: 'assistant', content })
const returns = (...ids: readonly string[]): TranscriptMessage => ({
  role: 'tool',
  results: ids.map((callId) => ({ callId, name: 'bash', content: `of ${callId}`, isError: false })),
})
function request(messages: readonly TranscriptMessage[], rest: Partial<ModelRequest> = {}): ModelRequest {
  return { model: 'm', thinkingLevel: 'med', system: [], messages, tools: [], maxOutputTokens: 1, ...rest }
}

const a = 'aaaaaaaaa'
const b = 'bbbbbbbbb'
const orphan = [says('u'), returns(a)]
const unanswered = [says('u'), answers(call(a)), says('v')]
const half = [says('u'), answers(call(a), call(b)), returns(a)]
const badName = [says('u'), answers(call(a, 'a.b')), returns(a)]
const pdf = { type: 'file', as: 'pdf', sha256: 's', name: 'a.pdf', mediaType: 'application/pdf', bytes: 1 } as const
const badId = [says('u'), answers(call('a.b')), returns('a.b')]
const longId = [says('u'), answers(call('x'.repeat(65))), returns('x'.repeat(65))]
const endsWithModel = [says('u'), answers(text('w'))]
const blank = [says(' ')]
const foreign = [says('u'), answers(thought('t', meta), text('w')), says('v')]

/** Each rule that the table has for a target, with a request that breaks it. */
const BROKEN: readonly {
  readonly rule: string
  readonly target: TranscriptTarget
  readonly messages: readonly TranscriptMessage[]
  readonly tools?: ModelRequest['tools']
}[] = [
  { rule: 'anthropic.tool_result_missing', target: anthropic, messages: unanswered },
  {
    rule: 'anthropic.tool_result_missing',
    target: anthropic,
    messages: [says('u'), answers(call(a), text('w')), returns(a)],
  },
  { rule: 'anthropic.tool_result_orphan', target: anthropic, messages: orphan },
  {
    rule: 'anthropic.tool_result_duplicate',
    target: anthropic,
    messages: [says('u'), answers(call(a)), returns(a, a)],
  },
  { rule: 'anthropic.tool_id_pattern', target: anthropic, messages: badId },
  {
    rule: 'anthropic.tool_id_unique',
    target: anthropic,
    messages: [says('u'), answers(call(a)), returns(a), answers(call(a)), returns(a)],
  },
  { rule: 'anthropic.tool_name_pattern', target: anthropic, messages: badName },
  { rule: 'anthropic.thinking_first', target: haiku, messages: [says('u'), answers(call(a)), returns(a)] },
  { rule: 'anthropic.signature_invalid', target: anthropic, messages: foreign },
  { rule: 'anthropic.prefill', target: anthropic, messages: endsWithModel },
  { rule: 'anthropic.whitespace_text', target: anthropic, messages: blank },
  { rule: 'chat.tool_missing', target: meta, messages: half },
  { rule: 'chat.tool_orphan', target: meta, messages: orphan },
  {
    rule: 'chat.tool_id_len',
    target: meta,
    messages: [says('u'), answers(call('x'.repeat(41))), returns('x'.repeat(41))],
  },
  { rule: 'chat.tool_name', target: meta, messages: badName },
  { rule: 'responses.tool_output_missing', target: openai, messages: unanswered },
  { rule: 'responses.tool_call_missing', target: openai, messages: orphan },
  { rule: 'responses.call_id_len', target: openai, messages: longId },
  { rule: 'responses.encrypted', target: openai, messages: foreign },
  {
    rule: 'responses.reasoning_unfollowed',
    target: openai,
    messages: [says('u'), answers(text('w'), thought('t', openai)), says('v')],
  },
  { rule: 'gemini.parts_count', target: google, messages: half },
  {
    rule: 'gemini.call_turn_order',
    target: google,
    messages: [says('u'), answers(text('w')), answers(call(a)), returns(a)],
  },
  { rule: 'gemini.response_turn_order', target: google, messages: orphan },
  { rule: 'gemini.empty_parts', target: google, messages: [says('u'), answers(), says('v')] },
  { rule: 'gemini.part_data', target: google, messages: blank },
  { rule: 'mistral.tool_id', target: mistral, messages: longId },
  { rule: 'mistral.count', target: mistral, messages: half },
  { rule: 'mistral.order', target: mistral, messages: [says('u'), answers(call(a)), returns(a), says('v')] },
  { rule: 'mistral.last_role', target: mistral, messages: endsWithModel },
  { rule: 'moonshot.tool_id', target: moonshot, messages: badId },
  { rule: 'moonshot.tool_missing', target: moonshot, messages: unanswered },
  { rule: 'moonshot.tool_name', target: moonshot, messages: badName },
  {
    rule: 'transcript.tool_id_unique',
    target: openai,
    messages: [says('u'), answers(call(a), call(a)), returns(a, a)],
  },
  { rule: 'transcript.result_order', target: meta, messages: [says('u'), answers(call(a), call(b)), returns(b, a)] },
  { rule: 'transcript.empty_message', target: meta, messages: [says('u'), answers(), says('v')] },
  { rule: 'transcript.blank_text', target: meta, messages: blank },
  {
    rule: 'transcript.blank_result',
    target: meta,
    messages: [
      says('u'),
      answers(call(a)),
      { role: 'tool', results: [{ callId: a, name: 'bash', content: '', isError: false }] },
    ],
  },
  { rule: 'transcript.first_role', target: openai, messages: [answers(text('w')), says('u')] },
  { rule: 'transcript.last_role', target: openai, messages: endsWithModel },
  { rule: 'transcript.last_role', target: openai, messages: [] },
  { rule: 'transcript.alternation', target: meta, messages: [says('u'), says('v')] },
  { rule: 'transcript.foreign_thinking', target: mistral, messages: foreign },
  { rule: 'transcript.tool_name', target: openai, messages: badName },
  {
    rule: 'transcript.file',
    target: meta,
    messages: [
      {
        role: 'user',
        content: [{ type: 'file', as: 'pdf', sha256: 's', name: 'a.pdf', mediaType: 'application/pdf', bytes: 1 }],
      },
    ],
  },
  {
    rule: 'transcript.tool_count',
    target: mistral,
    messages: [says('u')],
    tools: Array.from({ length: 127 }, (_, n) => ({ name: `t${n}`, description: '', parameters: {} })),
  },
  { rule: 'transcript.file_name', target: openai, messages: [{ role: 'user', content: [{ ...pdf, name: 'plan' }] }] },
  {
    rule: 'anthropic.error_result_text',
    target: anthropic,
    messages: [
      says('u'),
      answers(call(a)),
      { role: 'tool', results: [{ callId: a, name: 'bash', content: 'no', isError: true, files: [pdf] }] },
    ],
  },
]

describe('the checker', () => {
  it.each(BROKEN)('finds what breaks $rule, and it is mended', ({ rule, target, messages, tools = [] }) => {
    const broken = request(messages, { tools })
    const violations = checkTranscript(broken, target)
    expect(violations.map((violation) => violation.rule)).toContain(rule)
    const origins = messages.map((_, index) => index + 1)
    const mended = repairTranscript({ request: { ...broken, thinkingLevel: 'none' }, origins }, target, violations)
    expect(checkTranscript(mended.request, target)).toEqual([])
    expect(mended.origins).toHaveLength(mended.request.messages.length)
  })

  it('has a broken request here for every rule of the table', () => {
    const tested = new Set(BROKEN.map(({ rule }) => rule))
    const known = new Set(PROVIDER_NAMES.flatMap((provider) => Object.keys(rulesFor(TARGETS[provider]))))
    expect([...known].filter((rule) => !tested.has(rule))).toEqual([])
  })

  it('finds nothing in a good transcript', () => {
    const good = [
      says('u'),
      answers(thought('t', anthropic), text('w'), call(a), call(b)),
      returns(a, b),
      answers(text('x')),
      says('v'),
    ]
    expect(checkTranscript(request(good), anthropic)).toEqual([])
  })

  it('leaves the last word to the model when a paused answer is sent back', () => {
    expect(checkTranscript(request(endsWithModel), anthropic, { resumesPause: true })).toEqual([])
  })

  it('says where and which calls', () => {
    expect(checkTranscript(request(half), openai)).toEqual([
      {
        rule: 'transcript.result_order',
        messageIndex: 1,
        callIds: [a, b],
        detail: 'results in another order than their calls',
      },
      {
        rule: 'responses.tool_output_missing',
        messageIndex: 1,
        callIds: [a, b],
        detail: 'a call without its result directly behind it',
      },
    ])
  })
})

describe('the repair', () => {
  it('turns the broken calls into words and leaves the others alone', () => {
    const messages = [says('u'), answers(call(a, 'bash', { command: 'ls' })), returns(a), ...half.slice(1)]
    const broken = request(messages)
    const mended = repairTranscript(
      { request: broken, origins: [1, 2, 3, 4, 5] },
      openai,
      checkTranscript(broken, openai),
    )
    expect(mended.request.messages).toEqual([
      says('u'),
      answers(call(a, 'bash', { command: 'ls' })),
      returns(a),
      answers(text('[Called bash with {}]'), text('[Called bash with {}]')),
      says(`[Result of bash]\nof ${a}`),
    ])
  })

  it('takes the calls of a broken result with it, and no others', () => {
    const messages = [says('u'), answers(call(a)), returns(a), answers(call(b)), returns(b, b), says('v')]
    const broken = request(messages)
    const mended = repairTranscript(
      { request: broken, origins: [1, 2, 3, 4, 5, 6] },
      anthropic,
      checkTranscript(broken, anthropic),
    )
    const told = text(`[Result of bash]\nof ${b}`)
    expect(mended).toEqual({
      request: request([
        ...messages.slice(0, 3),
        answers(text('[Called bash with {}]')),
        { role: 'user', content: [told, told, text('v')] },
      ]),
      origins: [1, 2, 3, 4, 5],
    })
  })

  it('turns all calls into words when that of the broken ones was not enough', () => {
    const messages = [says('u'), answers(call(a)), returns(a), answers(call(b)), returns(b)]
    const broken = request(messages)
    const mended = repairTranscript(
      { request: broken, origins: [1, 2, 3, 4, 5] },
      haiku,
      checkTranscript(broken, haiku),
    )
    expect(mended.request.messages.map((message) => message.role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
      'user',
    ])
    expect(checkTranscript(mended.request, haiku)).toEqual([])
  })

  it('leaves out a tool whose name is refused', () => {
    const tool = { name: 'a.b', description: '', parameters: {} }
    const broken = request([says('u')], { tools: [tool, { ...tool, name: 'ab' }] })
    const mended = repairTranscript({ request: broken, origins: [1] }, openai, checkTranscript(broken, openai))
    expect(mended.request.tools.map(({ name }) => name)).toEqual(['ab'])
  })
})
