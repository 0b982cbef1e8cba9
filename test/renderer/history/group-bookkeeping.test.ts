import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { groupBookkeeping } from '../../../src/renderer/history/group-bookkeeping.ts'
import { holdsEvent, type StreamItem, streamItems } from '../../../src/renderer/history/stream-items.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'

const AGENT = 'a'
const own = { agentId: AGENT, turnId: null, content: null } as const

const EVENTS = {
  prompt: { ...own, kind: 'user', content: 'hi', data: null },
  answer: { ...own, kind: 'assistant', content: 'ho', data: {} },
  fork: { ...own, kind: 'fork', data: { child: 'b' } },
  model: { ...own, kind: 'model', data: { provider: 'openai', model: 'gpt-5', thinking_level: 'med' } },
  switched: { ...own, kind: 'command', content: '/model gpt-5/med', data: { ok: true, answer: '✓ Switched' } },
  ending: { ...own, kind: 'command', content: '/model gpt-5/med', data: { ok: true, answer: '⚠ served until May' } },
  refused: { ...own, kind: 'command', content: '/model nope', data: { ok: false, answer: 'Unknown model' } },
  options: { ...own, kind: 'options', data: { options: {} } },
  vote: { ...own, kind: 'vote', data: { answer: { agent: 'a', events: [1] }, over: [] } },
  system: { ...own, kind: 'system', content: 'Be brief', data: null },
  mark: { ...own, kind: 'mark', data: { name: 'M' } },
  clear: { ...own, kind: 'clear', data: null },
} as const satisfies Readonly<Record<string, NewEvent>>

type Name = keyof typeof EVENTS

const log = (names: readonly Name[]): AgentEvent[] =>
  names.map((name, index) => ({ ...EVENTS[name], id: index + 1, sessionId: 1, createdAt: '' }))
const items = (...names: readonly Name[]) => groupBookkeeping(streamItems(AGENT, log(names)))
const outline = (all: readonly StreamItem[]): readonly string[] =>
  all.map((item) => {
    if (item.type === 'forked') return 'forked'
    return item.type === 'event' ? item.event.kind : `${item.type}(${outline(item.items).join(' ')})`
  })

describe('groupBookkeeping', () => {
  it.each<[readonly Name[], readonly string[]]>([
    [
      ['prompt', 'answer'],
      ['user', 'assistant'],
    ],
    [['fork'], ['forks(fork)']],
    [
      ['prompt', 'fork', 'fork', 'answer', 'fork'],
      ['user', 'forks(fork fork)', 'assistant', 'forks(fork)'],
    ],
    [
      ['switched', 'model', 'prompt'],
      ['model', 'user'],
    ],
    [
      ['switched', 'model', 'options', 'vote', 'prompt'],
      ['changes(model options vote)', 'user'],
    ],
    [
      ['system', 'model', 'fork', 'model'],
      ['changes(system model)', 'forks(fork)', 'model'],
    ],
    // A mark is a place to return to, and a refusal is about what was just typed.
    [
      ['model', 'mark', 'options'],
      ['model', 'mark', 'options'],
    ],
    [
      ['model', 'refused', 'options'],
      ['model', 'command', 'options'],
    ],
    // What a model says of its end stays in view.
    [
      ['options', 'ending', 'model', 'vote'],
      ['options', 'model', 'vote'],
    ],
    [
      ['model', 'options', 'prompt', 'clear', 'prompt'],
      ['folded(changes(model options) user)', 'user'],
    ],
  ])('makes of %j %j', (names, expected) => {
    expect(outline(items(...names))).toEqual(expected)
  })

  it('keeps every event that is shown, in its order, and finds each in its group', () => {
    const names = fc.array(fc.constantFrom<Name>('prompt', 'answer', 'fork', 'model', 'switched', 'options', 'mark'))
    fc.assert(
      fc.property(names, (chosen) => {
        const before = streamItems(AGENT, log(chosen))
        const after = groupBookkeeping(before)
        const flat = after.flatMap((item): readonly StreamItem[] =>
          item.type === 'forks' || item.type === 'changes' ? item.items : [item],
        )
        expect(flat).toEqual(before)
        for (const { id } of log(chosen)) {
          expect(after.filter((item) => holdsEvent(item, id)).length).toBe(1)
        }
        const types = after
          .map(({ type }) => type)
          .filter((type, index, all) => type !== 'event' && type === all[index + 1])
        expect(types).toEqual([])
      }),
    )
  })
})
