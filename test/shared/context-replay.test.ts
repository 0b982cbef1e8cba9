import { describe, expect, it } from 'vitest'

import { ContextReplay } from '../../src/shared/context-replay.ts'
import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { eventLog } from '../support/event-log-builder.ts'

function replay(events: readonly AgentEvent[]): ContextReplay {
  const context = new ContextReplay()
  for (const event of events) context.apply(event)
  return context
}

function contents(context: ContextReplay): readonly (string | null)[] {
  return context.items.map((event) => event.content)
}

describe('context replay', () => {
  it('keeps everything of a root without clear, and no facts that models are not shown', () => {
    const log = eventLog()
    const context = replay([
      log.user('a'),
      log.mark('M'),
      log.add({ kind: 'command', content: '/mark M', data: { answer: '', ok: true } }),
      log.assistant('b'),
      log.add({ kind: 'error', content: 'no', data: { category: 'SERVER', retryable: true } }),
    ])
    expect(contents(context)).toEqual(['a', 'b'])
  })

  it('counts a tombstone as a change of the prefix, at the time of the redaction', () => {
    const log = eventLog()
    const tombstone = { event: 90, at: '2026-11-25T00:00:00.000Z', by: 'user' }
    const context = replay([{ ...log.user('[Redacted]'), tombstone }, log.assistant('b'), log.clear()])
    expect(context.prefixChangedAt).toBe(90)
    expect(context.base(1).prefixChangedAt).toBe(90)
  })

  it('drops everything before the last clear, marks too', () => {
    const log = eventLog()
    const context = replay([log.user('a'), log.mark('M'), log.clear(), log.user('b')])
    expect(contents(context)).toEqual(['b'])
    expect([...context.marks.keys()]).toEqual([])
  })

  it('rewinds to a mark twice: the mark stays and can be used again', () => {
    const log = eventLog()
    const [u, mark] = [log.user('u'), log.mark('M')]
    const first = [u, mark, log.user('b'), log.rewind(mark.id, 'M'), log.user('c')]
    expect(contents(replay(first))).toEqual(['u', 'c'])
    expect(contents(replay([...first, log.rewind(mark.id, 'M')]))).toEqual(['u'])
  })

  it('moves a mark that is set again, so a rewind to an earlier mark takes it away', () => {
    const log = eventLog()
    const events = [log.mark('X'), log.user('1'), log.mark('Y'), log.user('2'), log.mark('X'), log.user('3')]
    const y = events[2]
    const context = replay([...events, log.rewind(y?.id ?? 0, 'Y')])
    expect(contents(context)).toEqual(['1'])
    expect([...context.marks.keys()]).toEqual(['Y'])
  })

  it('puts a summary in the place of the events that it stands for', () => {
    const log = eventLog()
    const [a, b, c] = [log.user('a'), log.assistant('b'), log.user('c')]
    const summary = log.add({ kind: 'summary', content: 's', data: { from_id: b.id, to_id: c.id, messages: 2 } })
    expect(contents(replay([a, b, c, summary, log.user('d')]))).toEqual(['a', 's', 'd'])
  })

  it('is not changed by a request that led to no summary', () => {
    const log = eventLog()
    const before = [log.user('a'), log.mark('M'), log.clear(), log.user('b')]
    const failed = log.add({ kind: 'summary', content: null, data: { failed: 'cancelled', input_tokens: 1_000 } })
    const context = replay([...before, failed, log.user('c')])
    expect(contents(context)).toEqual(['b', 'c'])
    expect([context.lastEdit?.kind, context.spans.length, context.prefixChangedAt]).toEqual(['clear', 1, before[2]?.id])
  })

  it('shows no event twice where a summary says that its range ends before it begins', () => {
    const log = eventLog()
    const [a, b, c] = [log.user('a'), log.assistant('b'), log.user('c')]
    const summary = log.add({ kind: 'summary', content: 's', data: { from_id: c.id + 1, to_id: a.id, messages: 0 } })
    expect(contents(replay([a, b, c, summary]))).toEqual(['a', 'b', 'c', 's'])
  })

  it('counts an undo as a change of what came before it', () => {
    const log = eventLog()
    const clear = log.clear()
    const context = replay([log.user('a'), clear])
    const undo = log.add({ kind: 'rewind', data: { target_id: clear.id, undoes: clear.id } })
    context.apply(undo)
    expect(context.prefixChangedAt).toBe(undo.id)
  })

  it('does not restore what a clear hides when it rewinds to an event before the clear', () => {
    const log = eventLog()
    const [a, b] = [log.user('a'), log.assistant('b')]
    const summary = log.add({ kind: 'summary', content: 's', data: { from_id: a.id, to_id: b.id, messages: 2 } })
    expect(contents(replay([a, b, summary, log.rewind(b.id)]))).toEqual(['a'])
    expect(contents(replay([a, b, summary, log.clear(), log.user('c'), log.rewind(b.id)]))).toEqual([])
  })

  it('gives a child the effective context, without what was rewound and without marks', () => {
    const log = eventLog()
    const mark = log.mark('M')
    const parent = replay([log.user('a'), mark, log.user('gone'), log.rewind(mark.id, 'M'), log.user('b')])
    const child = new ContextReplay(parent.base())
    expect([contents(child), [...child.marks.keys()]]).toEqual([['b'], []])
  })

  it('gives a child of a mark only what follows the mark, and the system prompt always', () => {
    const log = eventLog()
    const system = log.add({ kind: 'system', content: 'be kind' })
    const before = log.user('before')
    const mark = log.mark('M')
    const child = new ContextReplay(replay([system, before, mark, log.user('goal')]).base(mark.id))
    expect([contents(child), child.system]).toEqual([['goal'], 'be kind'])
  })

  it('applies an event once, however often it arrives', () => {
    const log = eventLog()
    const event = log.user('a')
    expect(contents(replay([event, event]))).toEqual(['a'])
  })

  it('is not changed by what its base does later', () => {
    const log = eventLog()
    const parent = replay([log.user('a')])
    const child = new ContextReplay(parent.base())
    parent.apply(log.user('later'))
    parent.apply(log.clear())
    expect(contents(child)).toEqual(['a'])
  })

  it('finds out which model an older answer was asked of from the choice before it, where that tells', () => {
    const log = eventLog()
    const answered = (provider: string, model: string): AgentEvent =>
      log.add({ kind: 'assistant', content: 'a', data: { provider, model } })
    const chose = (provider: string, model: string): AgentEvent =>
      log.add({ kind: 'model', data: { provider, model, thinking_level: 'med' } })
    const context = replay([
      answered('openai', 'gpt-5.6-sol'),
      chose('openai', 'gpt-5.6'),
      answered('openai', 'gpt-5.6-sol'),
      log.add({ kind: 'assistant', content: 'a', data: { provider: 'openai', model: 'm', requested_model: 'o3' } }),
      answered('anthropic', 'claude-opus-5'),
      chose('local', 'local/qwen3:8b'),
      answered('local', 'qwen3.gguf'),
      chose('openai', '@fast'),
      answered('openai', 'gpt-5.6-sol'),
    ])
    const asked = context.items.map((event) => (event.kind === 'assistant' ? event.data.requested_model : null))
    expect(asked).toEqual([undefined, 'gpt-5.6', 'o3', undefined, 'qwen3:8b', undefined])
  })
})
