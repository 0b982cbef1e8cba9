import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import { replay } from '../../../src/shared/context-replay.ts'
import { step, RandomHistory } from '../../core/context/random-history.ts'
import { itemKey, streamItems, toolResults, type StreamItem } from '../../../src/renderer/history/stream-items.ts'

/** A log in which each event's id is its position, from 1. */
function log(...events: readonly NewEvent[]): AgentEvent[] {
  return events.map((event, index) => ({ ...event, id: index + 1, sessionId: 1, createdAt: '' }))
}

const user = (agentId: string): NewEvent => ({ agentId, turnId: null, kind: 'user', content: 'hi', data: null })
const calls = (id: string): NewEvent => ({
  agentId: 'a',
  turnId: 't',
  kind: 'assistant',
  content: '',
  data: { blocks: [{ type: 'tool_call', id, name: 'grep', arguments: {} }] },
})
const result = (id: string): NewEvent => ({
  agentId: 'a',
  turnId: 't',
  kind: 'tool_result',
  content: 'found',
  data: { tool_call_id: id },
})
const clear: NewEvent = { agentId: 'a', turnId: null, kind: 'clear', content: null, data: null }
const rewindTo = (target: number): NewEvent => ({
  agentId: 'a',
  turnId: null,
  kind: 'rewind',
  content: null,
  data: { target_id: target },
})
const command = (content: string): NewEvent => ({
  agentId: 'a',
  turnId: null,
  kind: 'command',
  content,
  data: { answer: 'done', ok: true },
})

const undo = (edit: number): NewEvent => ({
  agentId: 'a',
  turnId: null,
  kind: 'rewind',
  content: null,
  data: { target_id: edit, undoes: edit },
})
const summary = (from: number, to: number): NewEvent => ({
  agentId: 'a',
  turnId: null,
  kind: 'summary',
  content: 'In short',
  data: { from_id: from, to_id: to, messages: to - from + 1 },
})

/** The items as keys, folds with what is in them. */
function outline(items: readonly StreamItem[]): unknown[] {
  return items.map((item) =>
    item.type === 'folded' ? [itemKey(item), item.count, outline(item.items)] : itemKey(item),
  )
}

describe('streamItems', () => {
  it('opens the fold of an edit that was undone, and says so', () => {
    expect(outline(streamItems('a', log(user('a'), clear, user('a'), undo(2))))).toEqual([
      'event:1',
      'event:3',
      'event:4',
    ])
  })

  it('folds what a summary stands for into it, and leaves the rest where it is', () => {
    expect(outline(streamItems('a', log(user('a'), user('a'), user('a'), summary(1, 2))))).toEqual([
      ['folded:4', 2, ['event:1', 'event:2']],
      'event:3',
    ])
  })

  it('opens a summary again when the context is rewound to before it', () => {
    expect(outline(streamItems('a', log(user('a'), user('a'), summary(1, 2), rewindTo(2))))).toEqual([
      'event:1',
      ['folded:4', 1, ['event:2']],
    ])
  })

  it('ends an inherited history with a rule', () => {
    expect(outline(streamItems('b', log(user('a'), user('a'), user('b'))))).toEqual([
      'event:1',
      'event:2',
      'forked:a',
      'event:3',
    ])
  })

  it('says where a child that has said nothing yet comes from', () => {
    expect(outline(streamItems('b', log(user('a'))))).toEqual(['event:1', 'forked:a'])
  })

  it('has a rule for each generation', () => {
    expect(outline(streamItems('c', log(user('a'), user('b'), user('c'))))).toEqual([
      'event:1',
      'forked:a',
      'event:2',
      'forked:b',
      'event:3',
    ])
  })

  it('folds everything before a clear', () => {
    expect(outline(streamItems('a', log(user('a'), user('a'), clear, user('a'))))).toEqual([
      ['folded:3', 2, ['event:1', 'event:2']],
      'event:4',
    ])
  })

  it('folds what a rewind took out, and an earlier fold with it', () => {
    const events = log(user('a'), user('a'), rewindTo(2), user('a'), rewindTo(2))
    expect(outline(streamItems('a', events))).toEqual([
      'event:1',
      ['folded:5', 2, [['folded:3', 1, ['event:2']], 'event:4']],
    ])
  })

  it('leaves the mark that is rewound to where it is', () => {
    const mark: NewEvent = { agentId: 'a', turnId: null, kind: 'mark', content: null, data: { name: 'M' } }
    expect(outline(streamItems('a', log(user('a'), mark, user('a'), rewindTo(2))))).toEqual([
      'event:1',
      'event:2',
      ['folded:4', 1, ['event:3']],
    ])
  })

  it('draws a tool result with its call, and alone where the call is not there', () => {
    expect(outline(streamItems('a', log(calls('x'), result('x'), result('y'))))).toEqual(['event:1', 'event:3'])
  })

  it('draws a call in its answer and not once more for its own event', () => {
    const own = (id: string): NewEvent => ({
      agentId: 'a',
      turnId: 't',
      kind: 'tool_call',
      content: null,
      data: { tool_call_id: id, name: 'grep', arguments: {} },
    })
    const events = log(calls('x'), own('x'), result('x'), own('y'), result('y'))
    expect(outline(streamItems('a', events))).toEqual(['event:1', 'event:4'])
  })

  it('says a mark once, and a change of model with the command that made it', () => {
    const mark: NewEvent = { agentId: 'a', turnId: null, kind: 'mark', content: null, data: { name: 'M' } }
    const model: NewEvent = {
      agentId: 'a',
      turnId: null,
      kind: 'model',
      content: null,
      data: { provider: 'openai', model: 'gpt-5', thinking_level: 'med' },
    }
    expect(outline(streamItems('a', log(command('/mark M'), mark, command('/model gpt-5'), model)))).toEqual([
      'event:2',
      'event:4',
    ])
  })
})

describe('toolResults', () => {
  it('keeps the first result of a call', () => {
    const events = log(result('x'), result('x'))
    expect(toolResults(events)).toEqual(new Map([['x', events[0]]]))
  })
})

describe('what is not folded', () => {
  const KINDS: ReadonlySet<string> = new Set(['user', 'assistant', 'interrupted', 'mail'])

  it('is the context, under any history of one agent', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async (steps) => {
        const world = new RandomHistory()
        const [id = ''] = world.agents.keys()
        for (const one of steps) if (!one.act.startsWith('fork')) await world.take(one)
        const shown = streamItems(id, world.log).flatMap((item) => {
          if (item.type === 'forked') return []
          const isShown = item.type === 'event' ? KINDS.has(item.event.kind) : item.event.kind === 'summary'
          return isShown ? [item.event.id] : []
        })
        expect(shown).toEqual(replay(world.log).items.map((event) => event.id))
      }),
      { numRuns: 300 },
    )
  })
})
