import { describe, expect, it } from 'vitest'

import { firstUnsettled, replayedForkPoint, tailForkPoint } from '../../../src/main/core/context/fork-point.ts'
import { summaryRange } from '../../../src/main/core/context/summary-range.ts'
import type { AgentEvent, EventKind } from '../../../src/shared/agent-event.ts'
import { replay } from '../../../src/shared/context-replay.ts'
import { EVENT_KINDS } from '../../../src/shared/event-facts.ts'
import { EVENTS } from '../../../src/shared/events.ts'
import { eventLog } from '../../support/event-log-builder.ts'
import { untyped } from '../../support/untyped.ts'

/**
 * `u` a prompt, `a` an answer, `b` one with the block of call 1, `1` and `2` call events, `!` and `?` their results.
 */
function events(sketch: string, log = eventLog()): readonly AgentEvent[] {
  const call = (id: string): AgentEvent =>
    log.add({ kind: 'tool_call', data: { tool_call_id: id, name: 'bash', arguments: {} } })
  const result = (id: string): AgentEvent =>
    log.add({ kind: 'tool_result', content: 'done', data: { tool_call_id: id } })
  const block = { type: 'tool_call', id: '1', name: 'bash', arguments: {} } as const
  const make: Readonly<Record<string, () => AgentEvent>> = {
    u: () => log.user('prompt'),
    a: () => log.assistant('answer'),
    b: () => log.add({ kind: 'assistant', content: null, data: { blocks: [block] } }),
    '1': () => call('1'),
    '2': () => call('2'),
    '!': () => result('1'),
    '?': () => result('2'),
  }
  return sketch.split('').flatMap((sign) => make[sign]?.() ?? [])
}

describe('what is settled of a context', () => {
  it.each([
    ['ua', null],
    ['ub', 2],
    ['ub1', 2],
    ['ub1!', null],
    ['ua1', 3],
    ['ua12!', 3],
    ['ua1!2', 5],
    ['ub12!', 2],
    ['ub1!2', 5],
    ['ua12?', 3],
    ['ua12!?', null],
    ['ua1u', null],
  ])('of %s begins to be open at %s', (sketch, openId) => {
    expect(firstUnsettled(events(sketch), 0)?.id ?? null).toBe(openId)
  })

  it('is what a fork inherits: calls without blocks that still run are not', () => {
    const items = events('ua12!')
    expect(replayedForkPoint({ items, placeId: 5 }, null)).toEqual({ atId: 2, fromId: null, unanswered: null })
    expect(tailForkPoint(items)).toBeNull()
  })

  it('is found in front of a request that led to no summary', () => {
    const log = eventLog()
    const prompt = log.user('a')
    const failed = log.add({ kind: 'summary', content: null, data: { failed: 'error' } })
    expect(tailForkPoint([prompt, failed])).toEqual({ atId: prompt.id, fromId: null, unanswered: 'a' })
  })
})

describe('the point of a fork that is found from the newest events', () => {
  const DATA: Partial<Record<EventKind, object>> = {
    mark: { name: 'm' },
    options: { options: {} },
    rewind: { target_id: 1 },
    summary: { from_id: 1, to_id: 2 },
    tool_call: { tool_call_id: '1', name: 'bash', arguments: {} },
    tool_result: { tool_call_id: '1' },
    mail: { from: 'b', mail_id: 1 },
  }
  const kinds = EVENT_KINDS.flatMap((kind) => [
    { kind, before: 'u' },
    { kind, before: 'ua' },
    { kind, before: 'ua1!' },
  ])

  it.each(kinds)('is that of the replayed context, after $before and a $kind', (ending) => {
    const log = eventLog()
    const tail = events(ending.before, log)
    const last = log.add({ kind: ending.kind, content: 'text', data: untyped(DATA[ending.kind] ?? {}) })
    const { atEnd } = EVENTS[last.kind]
    const isUnknown = atEnd === 'unknown' || (atEnd === 'passed_over' && ending.before.endsWith('!'))
    const expected = isUnknown ? null : replayedForkPoint(replay([...tail, last]), null)
    expect(tailForkPoint([...tail, last])).toEqual(expected)
  })
})

describe('the range of a summary', () => {
  const range = (sketch: string, afterId = 0): readonly number[] | null => {
    const found = summaryRange(events(sketch), afterId)
    return found && [found.fromId, found.toId]
  }

  it('holds no result whose call stands before it, and no call that waits for its result', () => {
    expect(range('ub1!ua')).toEqual([1, 6])
    expect(range('ub1!ua', 3)).toEqual([5, 6])
    expect(range('ua12!?ua', 5)).toEqual([7, 8])
    expect(range('uaub1')).toEqual([1, 3])
    expect(range('ua12!')).toEqual([1, 2])
  })

  it('is none where nothing is left', () => {
    expect(range('ub1!', 3)).toBeNull()
    expect(range('')).toBeNull()
  })
})
