import { describe, expect, it } from 'vitest'

import { EventPairs } from '../../../src/main/core/reruns/event-pairs.ts'
import { rerunSteps } from '../../../src/main/core/reruns/recorded-turns.ts'
import { choiceAt, rerunScope } from '../../../src/main/core/reruns/rerun-scope.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { eventLog } from '../../support/event-log-builder.ts'
import { refusalOf, valueOf } from '../../support/drive-agent.ts'

const answer = (...calls: readonly string[]) => ({
  blocks: calls.map((id) => ({ type: 'tool_call', id, name: 'read', arguments: {} }) as const),
})
const result = (id: string) => ({ tool_call_id: id, name: 'read' })

/** The steps in words: a turn as its opening, its calls, and its acts after so many calls. */
function words(events: readonly AgentEvent[]): readonly string[] {
  return rerunSteps(events).map((step) => {
    if (step.type === 'act') return step.event.kind
    const { opening, calls, acts } = step.turn
    const parts = [opening.map(({ kind }) => kind), calls.map(({ call }) => call.id)].map((each) => each.join(' '))
    return ['turn', ...parts, ...acts.map(({ afterCalls, event }) => `${event.kind}@${afterCalls}`)].join(' | ')
  })
}

describe('the steps of a rerun', () => {
  it('are the acts between turns, and turns with what changed the context inside them', () => {
    const log = eventLog()
    const events = [
      log.add({ kind: 'system', content: 'Be brief.' }),
      log.mark('start'),
      log.add({ kind: 'user', content: 'Go', turnId: 't1' }),
      log.add({ kind: 'assistant', data: answer('a', 'b'), turnId: 't1' }),
      log.add({ kind: 'tool_result', data: result('a'), turnId: 't1' }),
      log.add({ kind: 'mail', data: { from: 'x', mail_id: 1, tool_call_id: 'b' }, turnId: 't1' }),
      log.add({ kind: 'tool_result', data: result('b'), turnId: 't1' }),
      log.add({ kind: 'clear', turnId: 't1' }),
      log.add({ kind: 'user', content: 'Cleared', turnId: 't1' }),
      log.add({ kind: 'assistant', data: answer('c'), turnId: 't1' }),
      log.add({ kind: 'tool_result', data: result('c'), turnId: 't1' }),
      log.add({ kind: 'assistant', data: answer(), turnId: 't1' }),
      // The turn asked for a correction itself.
      log.add({ kind: 'user', content: 'Correct it', turnId: 't1' }),
      log.add({ kind: 'assistant', data: answer(), turnId: 't1' }),
      log.add({ kind: 'command', content: '/usage', data: { answer: '', ok: true } }),
      log.rewind(2),
    ]
    expect(words(events)).toEqual(['system', 'mark', 'turn | user | a b c | clear@2 | user@2', 'rewind'])
  })

  it('join a turn and those that resumed it or tried it again', () => {
    const log = eventLog()
    const events = [
      // A fork has its prompt before its first turn.
      log.user('Go'),
      log.add({ kind: 'assistant', data: answer('a'), turnId: 't1' }),
      log.add({ kind: 'tool_result', data: result('a'), turnId: 't1' }),
      log.add({ kind: 'interrupted', data: { reason: 'cancelled' }, turnId: 't1' }),
      log.add({ kind: 'assistant', data: answer('b'), turnId: 't2' }),
      log.add({ kind: 'tool_result', data: result('b'), turnId: 't2' }),
      log.user('And?'),
      log.add({ kind: 'assistant', data: answer(), turnId: 't3' }),
    ]
    expect(words(events)).toEqual(['user', 'turn |  | a b', 'user', 'turn |  | '])
  })
})

describe('the scope of a rerun', () => {
  const log = eventLog()
  const choice = { provider: 'anthropic', thinking_level: 'low' } as const
  const events = [
    log.add({ kind: 'system', content: 'Be brief.' }),
    log.add({ kind: 'user', content: 'One', turnId: 't1' }),
    log.add({ kind: 'assistant', data: { ...answer(), ...choice, requested_model: 'claude-a' }, turnId: 't1' }),
    log.add({ kind: 'model', data: { provider: 'openai', model: 'gpt-b', thinking_level: 'med' } }),
    log.add({ kind: 'user', content: 'Two', turnId: 't2' }),
    log.add({ kind: 'assistant', data: answer(), turnId: 't2' }),
    log.add({ kind: 'user', content: 'Three', turnId: 't3' }),
  ]

  it('is everything from the first prompt on, or one turn', () => {
    expect(valueOf(rerunScope(events, undefined))).toEqual({ from: 2, to: 7 })
    expect(valueOf(rerunScope(events, 5))).toEqual({ from: 5, to: 6 })
  })

  it('needs a prompt with an answer', () => {
    expect(refusalOf(rerunScope(events, 3))).toContain('no prompt of the agent')
    expect(refusalOf(rerunScope(events, 7))).toBe('There is no answer that could be run again.')
    expect(refusalOf(rerunScope([], undefined))).toBe('There is no answer that could be run again.')
  })

  it('begins with the model that the agent had there', () => {
    const now = { provider: 'openai', model: 'gpt-b', thinkingLevel: 'med' } as const
    expect(choiceAt(events, 2, now)).toEqual({ provider: 'anthropic', model: 'claude-a', thinkingLevel: 'low' })
    expect(choiceAt(events, 5, now)).toEqual(now)
  })
})

describe('the acts of a rerun', () => {
  it('refer to the events of the rerun, and to inherited ones as before', () => {
    const log = eventLog()
    const original = [log.user('inherited'), log.user('One'), log.assistant('1'), log.user('Two')]
    const again = eventLog('again')
    for (let skipped = 0; skipped < 10; skipped++) again.user('')
    const pairs = new EventPairs(2)
    pairs.add(original.slice(1), [again.user('One'), again.assistant('1'), again.user('Two')])
    const target = (id: number) => pairs.again(log.rewind(id), 'again').data
    expect([1, 2, 3, 4].map(target)).toEqual([1, 11, 12, 13].map((id) => ({ target_id: id })))
    const summary = log.add({
      kind: 'summary',
      content: 'S',
      data: { from_id: 1, to_id: 3, messages: 2, input_tokens: 9 },
    })
    expect(pairs.again(summary, 'again')).toEqual({
      agentId: 'again',
      turnId: null,
      kind: 'summary',
      content: 'S',
      data: { from_id: 1, to_id: 12, messages: 2 },
    })
  })
})
