import { describe, expect, it } from 'vitest'

import type { AgentEvent } from '../../../src/shared/agent-event.ts'
import { emptyAgentView } from '../../../src/shared/agent-view.ts'
import type { AgentFeedItem } from '../../../src/shared/agent-view.ts'
import { createAgentPosition } from '../../../src/renderer/connection/agent-position.ts'

const AGENT = '8f14e45f-ceea-467f-9c4b-1d2e3f4a5b6c'

describe('the position of a follower', () => {
  it('asks for a snapshot until an event was seen, then for what follows the newest', () => {
    const position = createAgentPosition()
    const before = position.lastId()
    position.take([recorded(7), recorded(9)])

    expect([before, position.lastId()]).toEqual([undefined, 9])
  })

  it('lets no recorded event pass twice', () => {
    const position = createAgentPosition()
    position.take([recorded(1), recorded(2)])

    expect(
      position.take([{ type: 'resumed', events: [event(2), event(3)], turn: null, queue: [] }, recorded(3)]),
    ).toEqual([{ type: 'resumed', events: [event(3)], turn: null, queue: [] }])
  })

  it('lets an older event pass that another engine recorded', () => {
    const position = createAgentPosition()
    position.take([recorded(5)])

    expect([position.take([recorded(4)]), position.lastId()]).toEqual([[recorded(4)], 5])
  })

  it('begins anew with a snapshot', () => {
    const position = createAgentPosition()
    position.take([recorded(5)])
    position.take([{ type: 'snapshot', view: { ...emptyAgentView(AGENT), events: [event(8)], lastEventId: 8 } }])

    expect([position.take([recorded(8)]), position.lastId()]).toEqual([[], 8])
  })
})

function recorded(id: number): AgentFeedItem {
  return { type: 'recorded', event: event(id) }
}

function event(id: number): AgentEvent {
  const createdAt = '2026-01-01T00:00:00.000Z'
  return { id, sessionId: 1, agentId: AGENT, turnId: null, kind: 'user', content: `event ${id}`, data: null, createdAt }
}
