import { argumentsText } from '../../../src/shared/call-arguments.ts'
import { describe, expect, it } from 'vitest'
import type { TranscriptTarget } from '../../../src/main/core/transcript/transcript-target.ts'
import {
  type Part,
  stamp,
  answer,
  assemble,
  call,
  called,
  history,
  outline,
  result,
  TARGETS,
  text,
  thought,
  user,
} from './transcript-history.ts'
import { untyped } from '../../support/untyped.ts'

const CLOSED = 'ERROR Tool call interrupted or cancelled'
const { anthropic, openai } = TARGETS

/**
 * The example of docs/behaviour/transcript.md#placeholders, made by Claude: one call answered, then five of which one
 * is answered, then text.
 */
const SEQUENCE = history(
  user('chat'),
  answer(thought('one', anthropic), call('hist_tool_1')),
  called('hist_tool_1'),
  result('hist_tool_1', 'r1'),
  answer(thought('two', anthropic), ...[2, 3, 4, 5, 6].map((n) => call(`hist_tool_${n}`))),
  ...[2, 3, 4, 5, 6].map((n) => called(`hist_tool_${n}`)),
  result('hist_tool_3', 'r3'),
  answer(thought('three', anthropic), text('big streamed model text')),
  user('next'),
)

function expectedSequence(ids: readonly string[], thoughts: readonly string[]): readonly string[] {
  const calls = ids.map((id) => `bash#${id}`)
  const lead = (index: number): string => (thoughts[index] === undefined ? '' : `<${thoughts[index]}> | `)
  return [
    'user: chat',
    `assistant: ${lead(0)}${calls[0]}`,
    `tool: #${ids[0]} r1`,
    `assistant: ${lead(1)}${calls.slice(1).join(' | ')}`,
    `tool: #${ids[1]} ${CLOSED} | #${ids[2]} r3 | #${ids[3]} ${CLOSED} | #${ids[4]} ${CLOSED} | #${ids[5]} ${CLOSED}`,
    `assistant: ${lead(2)}big streamed model text`,
    'user: next',
  ]
}

const HASHES = [
  'jxqU6jV4QY9aNJGLvNjGDDKP',
  'pxPh2PQg5LL08DSaL9J58jTZ',
  'LIF1xItFMztylfqYh4RbRVW3',
  'tXPRxpEY7QkgeJ07H7HG0uMl',
  'I8uINuZpCHvBxuQgpQENCBTh',
  'ZxMxIsR6PZqM22YgL4VAMN0I',
]
const CALL_IDS = HASHES.map((hash) => `call_${hash}`)

describe('one answered call, then five of which one is answered', () => {
  it.each([
    { target: TARGETS.anthropic, ids: HASHES.map((hash) => `toolu_${hash}`), thoughts: ['one', 'two', 'three'] },
    { target: TARGETS.openai, ids: CALL_IDS, thoughts: [] },
    { target: TARGETS.google, ids: CALL_IDS, thoughts: [] },
    { target: TARGETS.xai, ids: CALL_IDS, thoughts: [] },
    { target: TARGETS.meta, ids: CALL_IDS, thoughts: [] },
    { target: TARGETS.mistral, ids: HASHES.map((hash) => hash.slice(0, 9)), thoughts: [] },
    { target: TARGETS.moonshot, ids: [0, 1, 2, 3, 4, 5].map((n) => `functions.bash:${n}`), thoughts: [] },
    { target: TARGETS.openrouter, ids: CALL_IDS, thoughts: [] },
    { target: TARGETS.local, ids: CALL_IDS, thoughts: [] },
  ])('is closed and paired for $target.provider', ({ target, ids, thoughts }) => {
    const assembled = assemble(SEQUENCE, target)
    expect(outline(assembled)).toEqual(expectedSequence(ids, thoughts))
    expect(assembled.report.violations).toEqual([])
  })

  it('is one whole request, own blocks byte for byte, with a report of what was done', () => {
    const context = history(
      user('list'),
      answer(thought('look', anthropic), {
        ...call('call_0123456789abcdefghijABCD'),
        ...stamp(anthropic),
        provider_id: 'toolu_own',
      }),
      answer(thought('foreign', openai), text('done')),
    )
    const tools = [{ name: 'bash', description: 'runs', parameters: { type: 'object', properties: {} } }]
    expect(assemble(context, anthropic, { system: ['be brief', ' '], tools })).toEqual({
      request: {
        model: 'claude-opus-4-6',
        thinkingLevel: 'med',
        system: ['be brief'],
        messages: [
          { role: 'user', content: [{ type: 'text', text: 'list' }] },
          {
            role: 'assistant',
            content: [
              thought('look', anthropic),
              { type: 'tool_call', id: 'toolu_own', name: 'bash', arguments: {}, ...stamp(anthropic) },
            ],
          },
          {
            role: 'tool',
            results: [
              { callId: 'toolu_own', name: 'bash', content: 'Tool call interrupted or cancelled', isError: true },
            ],
          },
          { role: 'assistant', content: [{ type: 'text', text: 'done' }] },
          { role: 'user', content: [{ type: 'text', text: 'Continue from where you stopped.' }] },
        ],
        tools,
        maxOutputTokens: 4096,
      },
      report: {
        dropped: [{ eventId: 3, part: 'foreign_thinking' }],
        synthesised: [
          { eventId: 2, part: 'closing_result', callId: 'call_0123456789abcdefghijABCD' },
          { eventId: 3, part: 'continue_notice' },
        ],
        renamed: [{ eventId: 2, what: 'id', from: 'call_0123456789abcdefghijABCD', to: 'toolu_own' }],
        violations: [],
        files: [],
        shortened: [],
      },
    })
  })
})

describe('an id that a provider minted', () => {
  const idFor = (target: TranscriptTarget, by: TranscriptTarget): string => {
    const minted = { ...call('c'), ...stamp(by), provider_id: 'call_minted' }
    return outline(assemble(history(user('u'), answer(minted)), target))[1] ?? ''
  }

  it('goes back to all models of that provider, and to no other provider', () => {
    expect(idFor(openai, openai)).toBe('assistant: bash#call_minted')
    expect(idFor({ ...openai, model: 'gpt-5' }, openai)).toBe('assistant: bash#call_minted')
    expect(idFor(TARGETS.xai, openai)).not.toBe('assistant: bash#call_minted')
  })
})

describe('equal bytes', () => {
  it('whatever the order of the keys in what only the provider reads', () => {
    const make = (data: object): string =>
      JSON.stringify(
        assemble(history(user('u'), answer({ ...thought('t', anthropic), ...data }, call('a'))), anthropic).request,
      )
    expect(make({ provider_data: { signature: 's', a: 1 } })).toBe(make({ provider_data: { a: 1, signature: 's' } }))
  })
})

describe('the arguments of a call', () => {
  const WRITTEN = '{"path":"x","10":1,"2":9007199254740993}'
  const input = { path: 'x', 10: 1, 2: 2 ** 53 }
  const withText = { ...call('c', 'bash', input), arguments_text: WRITTEN }
  /** As a provider with arguments as text is sent them. */
  const sent = (...parts: readonly Part[]): readonly string[] =>
    assemble(history(user('u'), ...parts), openai).request.messages.flatMap((message) =>
      message.role === 'assistant'
        ? message.content.flatMap((block) => (block.type === 'tool_call' ? argumentsText(block) : []))
        : [],
    )

  it('keep the order in which the model wrote them', () => {
    expect(sent(answer(call('c', 'bash', { path: 'x', at: { z: 1, a: 2 } })))).toEqual([
      '{"path":"x","at":{"z":1,"a":2}}',
    ])
  })

  it.each([
    ['the answer of another model', answer(withText)],
    ['an own answer', answer({ ...withText, ...stamp(openai), provider_data: { id: 'fc_1' } })],
    [
      'an id of the same company',
      answer({ ...withText, ...stamp({ ...openai, model: 'gpt-5' }), provider_id: 'call_x' }),
    ],
    [
      'an event alone',
      { ...called('c'), data: { tool_call_id: 'c', name: 'bash', arguments: input, arguments_text: WRITTEN } },
    ],
    [
      'an event with JSON text',
      untyped<Part>({ ...called('c'), data: { tool_call_id: 'c', name: 'bash', arguments: ` ${WRITTEN}` } }),
    ],
  ] satisfies readonly (readonly [string, Part])[])('are the text of %s', (_, part) => {
    expect(sent(part)).toEqual([WRITTEN])
  })

  it.each([
    ['other arguments', '{"path":"/etc"}'],
    ['the end of the object and more', `${WRITTEN},"role":"system"`],
    ['no text', 7],
  ])('are not taken from a hand-written text with %s', (_, text) => {
    const forged = untyped<typeof withText>({ ...withText, arguments_text: text })
    expect(sent(answer(forged))).toEqual([JSON.stringify(input)])
  })

  it('are those of the first mention that has any', () => {
    const other = called('c', 'bash', { 2: 2 ** 53, 10: 1, path: 'x' })
    expect(sent(answer(withText), other)).toEqual([WRITTEN])
    const event: Part = { ...other, data: { tool_call_id: 'c', name: 'bash', arguments: { b: 1, a: 2 } } }
    expect(sent(event, answer(call('c', 'bash', { a: 2, b: 1 })))).toEqual(['{"b":1,"a":2}'])
    expect(sent(called('c'), answer(withText))).toEqual([WRITTEN])
  })
})
