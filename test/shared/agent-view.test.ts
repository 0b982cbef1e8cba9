import { describe, expect, it } from 'vitest'

import type { AgentEvent, NewEvent } from '../../src/shared/agent-event.ts'
import {
  type AgentFeedItem,
  type AgentView,
  emptyAgentView,
  prependEvents,
  reduceAgentView,
} from '../../src/shared/agent-view.ts'
import type { AppError } from '../../src/shared/app-error.ts'
import type { LiveEvent } from '../../src/shared/stream-event.ts'
import { untyped } from '../support/untyped.ts'

const AGENT = '8f14e45f-ceea-467f-9c4b-1d2e3f4a5b6c'
const TURN = '11111111-0000-4000-8000-000000000001'
const NEXT_TURN = '11111111-0000-4000-8000-000000000002'
const ERROR: AppError = { category: 'RATE_LIMIT', message: 'Slow down.', retryable: true }

const STARTED: LiveEvent = { type: 'turn_started', turnId: TURN, model: 'opus', startedAt: 5 }

function event(id: number, kind: AgentEvent['kind'] = 'user', data: unknown = null, turnId: string | null = null) {
  const input = untyped<NewEvent>({ agentId: AGENT, turnId, kind, content: `event ${id}`, data })
  return untyped<AgentEvent>({ ...input, id, sessionId: 1, createdAt: '2026-01-01T00:00:00.000Z' })
}

const recorded = (...events: readonly AgentEvent[]): readonly AgentFeedItem[] =>
  events.map((one) => ({ type: 'recorded', event: one }))

const live = (...events: readonly LiveEvent[]): readonly AgentFeedItem[] =>
  events.map((one) => ({ type: 'live', event: one }))

const view = (...items: readonly AgentFeedItem[]): AgentView => items.reduce(reduceAgentView, emptyAgentView(AGENT))

const ids = ({ events }: AgentView): readonly number[] => events.map(({ id }) => id)

describe('recorded events', () => {
  it('stay in the order of their ids, whatever order several engines publish them in', () => {
    const { lastEventId, ...rest } = view(...recorded(event(3), event(7), event(5), event(1), event(9)))
    expect([ids({ lastEventId, ...rest }), lastEventId]).toEqual([[1, 3, 5, 7, 9], 9])
  })

  it('are in the view once', () => {
    expect(ids(view(...recorded(event(3), event(7), event(3), event(7))))).toEqual([3, 7])
  })

  it('older than the loaded part are left to the next older page', () => {
    const snapshot = { ...emptyAgentView(AGENT), events: [event(10)], lastEventId: 10, hasOlder: true }
    const after = view({ type: 'snapshot', view: snapshot }, ...recorded(event(4), event(11)))
    expect(ids(after)).toEqual([10, 11])
    expect(ids(prependEvents(after, [event(2), event(4)], false))).toEqual([2, 4, 10, 11])
  })
})

describe('a resumed subscription', () => {
  it('keeps the events before it, and takes over the turn and the queue', () => {
    const prompts = untyped<AgentView['queue']>([{ id: 'p1', text: 'next' }])
    const before = view(...recorded(event(1), event(2)), ...live(STARTED))
    const after = reduceAgentView(before, { type: 'resumed', events: [event(3)], turn: null, queue: prompts })
    expect([ids(after), after.turn, after.queue]).toEqual([[1, 2, 3], null, prompts])
  })
})

describe('the blocks of a running turn', () => {
  const text = (blockIndex: number, more: string): LiveEvent => ({ type: 'text_delta', blockIndex, text: more })

  it('grow by their deltas, in the order in which they began', () => {
    const { turn } = view(
      ...live(
        STARTED,
        { type: 'start', model: 'opus-5' },
        { type: 'thinking_delta', blockIndex: 0, text: 'hm' },
        { type: 'thinking_delta', blockIndex: 0, text: 'm' },
        { type: 'tool_call_start', blockIndex: 2, id: 'c1', name: 'grep' },
        text(1, 'one '),
        { type: 'tool_call_delta', blockIndex: 2, id: 'c1', jsonFragment: '{"a"' },
        text(1, 'two'),
        { type: 'tool_call_delta', blockIndex: 2, id: 'c1', jsonFragment: ':1}' },
        { type: 'tool_call_done', blockIndex: 2, id: 'c1' },
      ),
    )
    expect(turn).toEqual({
      turnId: TURN,
      model: 'opus-5',
      startedAt: 5,
      blocks: [
        { type: 'thinking', text: 'hmm' },
        { type: 'text', text: 'one two' },
        { type: 'tool_call', id: 'c1', name: 'grep', argumentsText: '{"a":1}', complete: true },
      ],
      toolOutput: {},
      toolLinks: {},
      retry: null,
    })
  })

  it.each(['assistant', 'interrupted', 'error'] as const)('are replaced by the recorded %s of their turn', (kind) => {
    const { turn } = view(...live(STARTED, text(0, 'a')), ...recorded(event(2, kind, null, TURN)))
    expect(turn?.blocks).toEqual([])
  })

  it.each([
    ['an answer of another turn', event(2, 'assistant', null, NEXT_TURN)],
    ['a prompt', event(2, 'user', null, TURN)],
    ['mail', event(2, 'mail', null, TURN)],
    ['a tool call', event(2, 'tool_call', {}, TURN)],
  ])('stay when %s is recorded', (_, other) => {
    const { turn } = view(...live(STARTED, text(0, 'a')), ...recorded(other))
    expect(turn?.blocks).toEqual([{ type: 'text', text: 'a' }])
  })

  it('begin anew with the next response, and with a retry, which says when it comes', () => {
    const retry: LiveEvent = { type: 'retrying', attempt: 2, at: 900, error: ERROR }
    const waiting = view(...live(STARTED, text(0, 'a'), retry))
    expect(waiting.turn).toMatchObject({ blocks: [], retry: { attempt: 2, at: 900, error: ERROR } })
    const again = reduceAgentView(waiting, { type: 'live', event: { type: 'start', model: 'opus' } })
    expect(again.turn?.retry).toBeNull()
    const next = view(...live(STARTED, text(0, 'a'), { type: 'start', model: 'opus' }))
    expect(next.turn).toMatchObject({ model: 'opus', blocks: [] })
  })

  it('are gone with the end of their own turn only', () => {
    const end = (turnId: string): LiveEvent => ({ type: 'turn_ended', turnId, outcome: 'completed' })
    expect(view(...live(STARTED, end(NEXT_TURN))).turn?.turnId).toBe(TURN)
    expect(view(...live(STARTED, end(TURN))).turn).toBeNull()
  })

  it('do not begin without a turn', () => {
    expect(view(...live(text(0, 'late'))).turn).toBeNull()
  })

  it('do not change with the end of a response, whose recorded answer follows', () => {
    const before = view(...live(STARTED, text(0, 'a')))
    const done: LiveEvent = { type: 'done', finishReason: 'STOP', model: 'opus', usage: null }
    expect(reduceAgentView(before, { type: 'live', event: done })).toEqual(before)
  })
})

describe('the links that calls go through', () => {
  it('are kept by call until the turn ends', () => {
    const link: LiveEvent = { type: 'tool_link', id: 'c1', name: 'file_write', given: 'lnk', target: '/other' }
    const { turn } = view(...live(STARTED, link))
    expect(turn?.toolLinks).toEqual({ c1: { given: 'lnk', target: '/other' } })
  })
})

describe('the output of running tools', () => {
  const output = (id: string, text: string): LiveEvent => ({ type: 'tool_output_delta', id, text })

  it('grows per call, and goes when the result of that call is recorded', () => {
    const running = view(...live(STARTED, output('c1', 'a'), output('c2', 'b'), output('c1', 'c')))
    expect(running.turn?.toolOutput).toEqual({ c1: 'ac', c2: 'b' })
    const settled = recorded(event(4, 'tool_result', { tool_call_id: 'c1' }, TURN)).reduce(reduceAgentView, running)
    expect(settled.turn?.toolOutput).toEqual({ c2: 'b' })
  })
})

describe('what a newer engine may send to a page that stayed open', () => {
  it('is ignored', () => {
    const before = view(...recorded(event(1)), ...live(STARTED))
    const item = untyped<AgentFeedItem>({ type: 'weather' })
    const delta = untyped<AgentFeedItem>({ type: 'live', event: { type: 'picture_delta', blockIndex: 0 } })
    expect([reduceAgentView(before, item), reduceAgentView(before, delta)]).toEqual([before, before])
  })
})
