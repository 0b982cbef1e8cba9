import { describe, expect, it } from 'vitest'

import { TurnMirror } from '../../../src/main/core/conversation/turn-mirror.ts'
import { EventHub } from '../../../src/main/core/events/event-hub.ts'
import { AgentFeed } from '../../../src/main/core/events/agent-feed.ts'
import type { Store } from '../../../src/main/core/ports/log-ports.ts'
import type { JournalNews, StreamJournal } from '../../../src/main/core/ports/storage-ports.ts'
import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { ok, refuse, type Result } from '../../../src/shared/result.ts'
import { SteppedClock } from '../../support/stepped-clock.ts'

type Places = Parameters<StreamJournal['read']>[0]
const CHOICE = { provider: 'anthropic', model: 'claude-haiku-4-5', thinkingLevel: 'none' } as const
const COMMITTED: AgentEvent = {
  id: 1,
  sessionId: 2,
  agentId: 'a',
  turnId: 't',
  kind: 'assistant',
  content: 'Hello',
  data: {},
  createdAt: '2026-11-25T00:00:00Z',
}

function news(text: string, more: Partial<JournalNews['place']> = {}): JournalNews {
  const place = { agentId: 'a', turnId: 't', sessionId: 2, response: 1, part: 0, ...more }
  const events = [{ type: 'text_delta', blockIndex: 0, text }] as const
  return { place, turn: { agentId: place.agentId, turnId: place.turnId, choice: CHOICE, events } }
}

const store: Store = {
  commit: async () => refuse('no commits'),
  agents: async () => ok([]),
  events: async () => ok([]),
  onRemoteCommit: () => () => undefined,
}

/** A mirror whose reads the test answers. */
function setUp() {
  const clock = new SteppedClock()
  const asked: Places[] = []
  const reads: PromiseWithResolvers<Result<readonly JournalNews[]>>[] = []
  const begun: (() => void)[] = []
  const read = (places: Places) => {
    asked.push(places)
    const answer = Promise.withResolvers<Result<readonly JournalNews[]>>()
    reads.push(answer)
    for (const resolve of begun.splice(0)) resolve()
    return answer.promise
  }
  const hub = new EventHub(store, { onCommitted: () => Promise.resolve(), onFailure: () => undefined })
  const mirror = new TurnMirror(read, hub, clock)
  const answer = async (...found: readonly JournalNews[]) => {
    while (reads.length === 0) await new Promise<void>((resolve) => begun.push(resolve))
    reads.shift()?.resolve(ok(found))
    await clock.untilAsleep(1, () => true)
  }
  const text = () => hub.turn('a')?.blocks.map((block) => ('text' in block ? block.text : ''))
  return { mirror, hub, clock, asked, answer, text }
}

describe('the mirror of other engines’ turns', () => {
  it('reads nothing while nobody follows, and after that only what is new', async () => {
    const { mirror, hub, clock, asked, answer, text } = setUp()
    mirror.follow(new Set(['a']))
    expect(asked).toEqual([])
    const detach = hub.attach('a', new AgentFeed())
    mirror.follow(new Set(['a']))
    await answer(news('Hel'))
    clock.advance(250)
    await answer(news('lo', { part: 1 }))
    expect(text()).toEqual(['Hello'])
    expect(asked).toEqual([[{ agentId: 'a' }], [news('', { part: 0 }).place]])
    detach()
    clock.advance(250)
    await Promise.resolve()
    expect(asked).toHaveLength(2)
    mirror.follow(new Set())
    expect(hub.turn('a')).toBeNull()
  })

  it('leaves out what was recorded while it was read', async () => {
    const { mirror, hub, clock, answer, text } = setUp()
    hub.attach('a', new AgentFeed())
    mirror.follow(new Set(['a']))
    mirror.onCommit([COMMITTED])
    await answer(news('Hello'))
    expect(hub.turn('a')).toBeNull()
    clock.advance(250)
    await answer(news('Next', { response: 2 }))
    expect(text()).toEqual(['Next'])
  })

  it('does not end a turn of its own engine', async () => {
    const { mirror, hub, answer } = setUp()
    hub.attach('a', new AgentFeed())
    mirror.follow(new Set(['a']))
    await answer(news('Hello'))
    hub.live('a', { type: 'turn_started', turnId: 'own', model: 'm', startedAt: 0 })
    mirror.follow(new Set())
    expect(hub.turn('a')?.turnId).toBe('own')
  })
})
