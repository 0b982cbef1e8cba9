import { describe, expect, it } from 'vitest'
import type { TextBlock } from '../../../src/shared/content.ts'
import type { TranscriptTarget } from '../../../src/main/core/transcript/transcript-target.ts'
import {
  type Part,
  answer,
  assemble,
  call,
  called,
  history,
  interrupted,
  mail,
  outline,
  result,
  stamp,
  summary,
  TARGETS,
  text,
  thought,
  user,
} from './transcript-history.ts'

const CLOSED = 'ERROR Tool call interrupted or cancelled'
const CONTINUE = 'user: Continue from where you stopped.'
const { anthropic, google, mistral, moonshot, openai } = TARGETS

describe('order', () => {
  const outlineFor = (target: TranscriptTarget, ...parts: readonly Part[]): readonly string[] =>
    outline(assemble(history(...parts), target)).map((line) => line.replaceAll(/#[\w.:-]+/g, '#ID'))

  it('moves text between a call and its result behind the result', () => {
    expect(
      outlineFor(
        anthropic,
        user('u'),
        answer(call('a'), text('meanwhile'), call('b')),
        result('a', 'A'),
        result('b', 'B'),
        user('v'),
      ),
    ).toEqual(['user: u', 'assistant: bash#ID | bash#ID', 'tool: #ID A | #ID B', 'assistant: meanwhile', 'user: v'])
    expect(outlineFor(anthropic, user('u'), called('a'), user('meanwhile'), result('a', 'A'))).toEqual([
      'user: u',
      'assistant: bash#ID',
      'tool: #ID A',
      'user: meanwhile',
    ])
  })

  it('keeps thinking in front of what it led to; for Claude in front of all calls', () => {
    const item = (words: string, by: TranscriptTarget): TextBlock => ({
      ...text(words),
      ...stamp(by),
      provider_data: { id: 'msg_1' },
    })
    const between = (by: TranscriptTarget): readonly Part[] => [
      user('u'),
      answer(thought('1', by), call('a'), thought('2', by), call('b'), thought('3', by), item('t', by)),
      result('a', 'A'),
      user('v'),
    ]
    const end = [`tool: #ID A | #ID ${CLOSED}`, 'assistant: <3> | t', 'user: v']
    expect(outlineFor(anthropic, ...between(anthropic))).toEqual([
      'user: u',
      'assistant: <1> | <2> | bash#ID | bash#ID',
      ...end,
    ])
    expect(outlineFor(openai, ...between(openai))).toEqual([
      'user: u',
      'assistant: <1> | bash#ID | <2> | bash#ID',
      ...end,
    ])
  })

  it('merges user messages only where roles must alternate', () => {
    expect(outlineFor(anthropic, user('a'), user('b'))).toEqual(['user: a | b'])
    expect(outlineFor(openai, user('a'), user('b'))).toEqual(['user: a', 'user: b'])
  })

  it('puts an assistant message between results and a user message for Mistral', () => {
    const parts = [user('u'), answer(call('a')), result('a', 'A'), user('v')]
    expect(outlineFor(mistral, ...parts)).toEqual([
      'user: u',
      'assistant: bash#ID',
      'tool: #ID A',
      'assistant: OK.',
      'user: v',
    ])
    expect(outlineFor(moonshot, ...parts)).toEqual(['user: u', 'assistant: bash#ID', 'tool: #ID A', 'user: v'])
  })

  it('ends a tool turn that was cut short, before a budget model of Claude is asked the next thing', () => {
    const cut = [user('u'), answer(call('a')), result('a', 'A'), user('v')]
    const haiku: TranscriptTarget = { ...anthropic, model: 'claude-haiku-4-5' }
    expect(outlineFor(haiku, ...cut)).toEqual([
      'user: u',
      'assistant: bash#ID',
      'tool: #ID A',
      'assistant: OK.',
      'user: v',
    ])
    expect(outlineFor(anthropic, ...cut)).toEqual(['user: u', 'assistant: bash#ID', 'tool: #ID A', 'user: v'])
  })

  it('never ends with the model, and an answer that follows an answer follows the notice that asked for it', () => {
    expect(outlineFor(openai, user('u'), interrupted(thought('t', openai), text('half'), call('x')))).toEqual([
      'user: u',
      'assistant: half',
      CONTINUE,
    ])
    expect(outlineFor(openai, user('u'), interrupted(text('half')), answer(text('rest')), user('v'))).toEqual([
      'user: u',
      'assistant: half',
      CONTINUE,
      'assistant: rest',
      'user: v',
    ])
  })

  it('sends a paused answer back as it is, and its rest as part of it', () => {
    const paused = [user('u'), answer(text('first'))]
    expect(outline(assemble(history(...paused), anthropic, { resumesPause: true }))).toEqual([
      'user: u',
      'assistant: first',
    ])
    expect(outlineFor(anthropic, ...paused, answer(text('rest')), user('v'))).toEqual([
      'user: u',
      'assistant: first | rest',
      'user: v',
    ])
  })

  it('takes answers of two turns for two, also with nothing between them', () => {
    const later = { ...answer(text('later')), turnId: 'another' }
    expect(outlineFor(anthropic, user('u'), answer(text('first')), later, user('v'))).toEqual([
      'user: u',
      'assistant: first',
      CONTINUE,
      'assistant: later',
      'user: v',
    ])
  })

  it('begins with a user message, and says something in an empty context', () => {
    expect(outlineFor(google, answer(text('hello')), user('u'))).toEqual([
      'user: The conversation before this point is not shown.',
      'assistant: hello',
      'user: u',
    ])
    expect(outlineFor(google)).toEqual([CONTINUE])
  })

  it('shows mail that a call read once: in the call’s result, or by itself while there is none', () => {
    const read: Part = { kind: 'mail', content: 'hello', data: { from: 'abc123de-f', mail_id: 1, tool_call_id: 'a' } }
    const reading = [user('u'), answer(call('a')), read]
    expect(outlineFor(openai, ...reading, result('a', 'From abc123: hello'))).toEqual([
      'user: u',
      'assistant: bash#ID',
      'tool: #ID From abc123: hello',
    ])
    expect(outlineFor(openai, ...reading).at(-1)).toBe('user: Mail from abc123:\n\nhello')
  })

  it('shows mails and summaries as a user’s messages, and nothing of what has no words', () => {
    expect(
      outlineFor(
        openai,
        summary('we met'),
        mail('hi'),
        user(' '),
        answer(text(' \n')),
        answer(thought('t', openai)),
        user('u'),
      ),
    ).toEqual(['user: Summary of the earlier conversation:\n\nwe met', 'user: Mail from abc123:\n\nhi', 'user: u'])
  })
})
