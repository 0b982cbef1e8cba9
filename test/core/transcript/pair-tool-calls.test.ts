import { describe, expect, it } from 'vitest'
import {
  type Part,
  answer,
  assemble,
  call,
  called,
  history,
  outline,
  result,
  stamp,
  TARGETS,
  text,
  user,
} from './transcript-history.ts'
import { untyped } from '../../support/untyped.ts'

const CLOSED = 'ERROR Tool call interrupted or cancelled'
const CONTINUE = 'user: Continue from where you stopped.'
const { anthropic, openai } = TARGETS

describe('pairing', () => {
  const openaiOutline = (...parts: readonly Part[]): readonly string[] =>
    outline(assemble(history(...parts), openai)).map((line) => line.replaceAll(/call_[A-Za-z0-9]{24}/g, 'ID'))

  it('takes a call event for the block that it repeats', () => {
    expect(
      openaiOutline(
        user('u'),
        answer(call('a'), call('b')),
        called('a'),
        called('b'),
        result('b', 'B'),
        result('a', 'A'),
      ),
    ).toEqual(['user: u', 'assistant: bash#ID | bash#ID', 'tool: #ID A | #ID B'])
  })

  it('makes a call message of call events alone', () => {
    expect(
      openaiOutline(
        user('u'),
        called('a', 'read'),
        called('b'),
        result('a', 'A'),
        result('b', 'B'),
        called('c'),
        result('c', 'C'),
      ),
    ).toEqual(['user: u', 'assistant: read#ID | bash#ID', 'tool: #ID A | #ID B', 'assistant: bash#ID', 'tool: #ID C'])
  })

  it('joins call events to the answer before them', () => {
    expect(
      openaiOutline(user('u'), { kind: 'assistant', content: 'I look', data: {} }, called('a'), result('a', 'A')),
    ).toEqual(['user: u', 'assistant: I look | bash#ID', 'tool: #ID A'])
  })

  it('keeps two calls apart that have one id, in one answer and in two', () => {
    const context = history(
      user('u'),
      answer(call('x'), call('x')),
      result('x', 'first'),
      result('x', 'second'),
      answer(call('x')),
      result('x', 'third'),
    )
    const { request } = assemble(context, openai)
    const results = request.messages.flatMap((message) => (message.role === 'tool' ? message.results : []))
    expect(results.map(({ content }) => content)).toEqual(['first', 'second', 'third'])
    expect(new Set(results.map(({ callId }) => callId)).size).toBe(3)
  })

  it('lets a late real result replace the synthetic one, in its place', () => {
    const before = [user('u'), answer(call('a')), user('go on'), answer(text('ok'))]
    const rest = ['user: go on', 'assistant: ok', CONTINUE]
    expect(openaiOutline(...before)).toEqual(['user: u', 'assistant: bash#ID', `tool: #ID ${CLOSED}`, ...rest])
    expect(openaiOutline(...before, result('a', 'late'))).toEqual([
      'user: u',
      'assistant: bash#ID',
      'tool: #ID late',
      ...rest,
    ])
  })

  it.each([
    {
      name: 'a placeholder gives way',
      parts: [result('a', 'Tool call interrupted or cancelled', { is_error: true }), result('a', 'real')],
    },
    {
      name: 'an error gives way to a success',
      parts: [result('a', 'broken', { is_error: true }), result('a', 'real')],
    },
    {
      name: 'a placeholder that does not say that it is an error gives way',
      parts: [result('a', 'Tool call interrupted or cancelled'), result('a', 'real')],
    },
    { name: 'an empty output gives way', parts: [result('a', ''), result('a', 'real')] },
    { name: 'an output without words gives way', parts: [result('a', ' \n'), result('a', 'real')] },
    { name: 'of two equals the first stays', parts: [result('a', 'real'), result('a', 'again')] },
    {
      name: 'a placeholder never wins',
      parts: [result('a', 'real'), result('a', 'Tool call interrupted or cancelled', { is_error: true })],
    },
  ])('of two results of one call: $name', ({ parts }) => {
    expect(openaiOutline(user('u'), answer(call('a')), ...parts)).toEqual([
      'user: u',
      'assistant: bash#ID',
      'tool: #ID real',
    ])
  })

  it('gives an orphan result a call', () => {
    expect(openaiOutline(user('u'), result('a', 'A', { name: 'read' }), result('b', 'B'))).toEqual([
      'user: u',
      'assistant: read#ID',
      'tool: #ID A',
      'assistant: unknown_tool#ID',
      'tool: #ID B',
    ])
  })

  it('knows the call that stands behind its result', () => {
    const expected = ['user: u', 'assistant: bash#ID', 'tool: #ID A']
    expect(openaiOutline(user('u'), result('a', 'A'), called('a'))).toEqual(expected)
    expect(openaiOutline(user('u'), result('a', 'A'), answer(call('a')))).toEqual(expected)
    expect(openaiOutline(user('u'), result('a', 'stale'), answer(call('a')), result('a', 'A'))).toEqual(expected)
  })

  it('takes an event and the block that stands behind it for one call', () => {
    expect(openaiOutline(user('u'), called('a'), result('a', 'A'), answer(text('w'), call('a')))).toEqual([
      'user: u',
      'assistant: bash#ID',
      'tool: #ID A',
      'assistant: w',
      CONTINUE,
    ])
  })

  it('does not let a lesser result in because the call was told of twice', () => {
    expect(openaiOutline(user('u'), called('a'), answer(call('a')), result('a', 'A'), result('a', ''))).toEqual([
      'user: u',
      'assistant: bash#ID',
      'tool: #ID A',
    ])
  })

  it('keeps the id that a call went out under before its block turned up', () => {
    const minted = { ...call('a'), ...stamp(openai), provider_id: 'call_minted' }
    const ids = (...parts: readonly Part[]): readonly string[] =>
      assemble(history(user('u'), ...parts), openai).request.messages.flatMap((message) =>
        message.role === 'tool' ? message.results.map(({ callId }) => callId) : [],
      )
    for (const first of [result('a', 'A'), called('a')]) expect(ids(first, answer(minted))).toEqual(ids(first))
    expect(ids(answer(minted))).toEqual(['call_minted'])
  })

  it('names a call that stands behind its result in Kimi’s id, which is where Kimi reads the name', () => {
    const { request } = assemble(history(user('u'), result('a', 'A'), called('a', 'read')), TARGETS.moonshot)
    expect(JSON.stringify(request.messages)).toContain('functions.read:0')
  })

  it('takes an id that comes again with other arguments for another call, in whatever form it comes', () => {
    const inBlock = (command: string): Part => answer(call('a', 'bash', { command }))
    const asEvent = (command: string): Part => called('a', 'bash', { command })
    for (const [first, second] of [
      [asEvent, inBlock],
      [inBlock, asEvent],
    ] as const) {
      const parts = [user('u'), first('ls'), result('a', '1'), second('pwd'), result('a', '2')]
      const { request, report } = assemble(history(...parts), openai)
      expect(JSON.stringify(request.messages)).toMatch(/ls.*"1".*pwd.*"2"/)
      expect(report.dropped).toEqual([])
    }
  })

  it('takes a call event without arguments for the block that it repeats', () => {
    const block = answer(call('a', 'bash', { command: 'ls' }))
    const expected = ['user: u', 'assistant: bash#ID', 'tool: #ID A']
    expect(openaiOutline(user('u'), block, result('a', 'A'), called('a'))).toEqual(expected)
    expect(openaiOutline(user('u'), called('a'), block, result('a', 'A'))).toEqual(expected)
    const full = called('a', 'bash', { command: 'ls' })
    expect(JSON.stringify(assemble(history(user('u'), full, answer(call('a'))), openai).request)).toContain('"ls"')
  })

  it('takes a second event for a second call', () => {
    expect(
      openaiOutline(user('u'), answer(call('a')), called('a'), called('a'), result('a', '1'), result('a', '2')),
    ).toEqual(['user: u', 'assistant: bash#ID | bash#ID', 'tool: #ID 1 | #ID 2'])
  })

  it('does not look for the call of an orphan behind the next prompt', () => {
    const expected = [
      'assistant: unknown_tool#ID',
      'tool: #ID A',
      'user: v',
      'assistant: bash#ID',
      `tool: #ID ${CLOSED}`,
    ]
    expect(openaiOutline(user('u'), result('a', 'A'), user('v'), answer(call('a')))).toEqual(['user: u', ...expected])
    expect(openaiOutline(user('u'), result('a', 'A'), user('v'), called('a'))).toEqual(['user: u', ...expected])
  })

  it('puts words that stand in the content alone in front of the calls', () => {
    expect(openaiOutline(user('u'), { ...answer(call('a')), content: 'I look' }, result('a', 'A'))).toEqual([
      'user: u',
      'assistant: I look | bash#ID',
      'tool: #ID A',
    ])
  })

  it('survives ids that are empty, long or not ASCII', () => {
    const ids = ['', ' ', 'ü→', 'x'.repeat(500), 'a.b', 'a:b', 'a b']
    const context = history(user('u'), answer(...ids.map((id) => call(id))), ...ids.map((id) => result(id, `of ${id}`)))
    const { request } = assemble(context, anthropic)
    const [, , results] = request.messages
    expect(results?.role === 'tool' && results.results.map(({ content }) => content)).toEqual(
      ids.map((id) => `of ${id}`),
    )
  })

  it('survives rows that were written by hand', () => {
    const rows = untyped<readonly Part[]>([
      { kind: 'assistant', content: 'I look', data: {} },
      { kind: 'tool_call', content: null, data: { tool_call_id: 'a', name: 'read', arguments: '{"path":"x"}' } },
      { kind: 'tool_result', content: null, data: { tool_call_id: 'a' } },
      {
        kind: 'assistant',
        content: null,
        data: { blocks: [null, { type: 'picture' }, { type: 'text' }, { type: 'tool_call' }] },
      },
      { kind: 'tool_call', content: null, data: {} },
      { kind: 'tool_result', content: 'B', data: {} },
      { kind: 'mail', content: 'hi', data: {} },
      { kind: 'interrupted', content: 'half', data: {} },
    ])
    expect(openaiOutline(user('u'), ...rows)).toEqual([
      'user: u',
      'assistant: I look | read#ID',
      'tool: #ID (no output)',
      'assistant: tool_#ID',
      'tool: #ID B',
      'user: Mail from :\n\nhi',
      'assistant: half',
      CONTINUE,
    ])
    expect(JSON.stringify(assemble(history(...rows), openai))).toContain('{"path":"x"}')
  })

  it.each(Object.values(TARGETS))('survives stamps and names of any type ($provider)', (target) => {
    const odd = { ...stamp(target), model: untyped<never>(5), provider_id: untyped<never>(7) }
    const parts = [
      answer({ ...text('w'), ...odd, provider_data: untyped<never>('x') }, { ...call('a'), ...odd }),
      result('b', 'B', { name: untyped<never>(5) }),
      result('c', 'C', { name: '' }),
    ]
    const { request, report } = assemble(history(user('u'), ...parts), target)
    expect(report.violations).toEqual([])
    const blocks = request.messages.flatMap((message) => (message.role === 'assistant' ? message.content : []))
    expect(
      blocks.map((block) => (block.type === 'tool_call' ? `${typeof block.id} ${block.name}` : block.text)),
    ).toEqual(['w', 'string bash', 'string unknown_tool', 'string unknown_tool'])
  })

  it('sends no half of a surrogate pair, which providers refuse as no JSON', () => {
    const half = 'a\ud83d'
    const context = history(
      user(half),
      answer(text(half), call('a', 'bash', { [half]: [half] })),
      result('a', half),
      answer({ ...text(half), ...stamp(openai), provider_data: { id: half } }),
    )
    const { request } = assemble(context, openai, { system: [half] })
    expect(JSON.stringify(request)).not.toContain('\\ud83d')
    expect(JSON.stringify(request).split('a\ufffd')).toHaveLength(9)
  })

  it.each(['', ' ', '\u0085\u001f', '\0'])('has no message for the words %j', (nothing) => {
    expect(openaiOutline(user('u'), user(nothing), answer(text(nothing)), called('a'), result('a', nothing))).toEqual([
      'user: u',
      'assistant: bash#ID',
      'tool: #ID (no output)',
    ])
  })

  it('says so where an output has no words', () => {
    expect(openaiOutline(user('u'), answer(call('a')), result('a', ' \n'))).toContain('tool: #ID (no output)')
  })
})
