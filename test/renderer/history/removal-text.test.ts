import { describe, expect, it } from 'vitest'

import { removalText } from '../../../src/renderer/history/event-view.tsx'

const EVENT = {
  id: 7,
  agentId: '11111111-1111-4111-8111-111111111111',
  sessionId: 1,
  turnId: null,
  content: null,
  createdAt: '2026-11-27T12:00:00.000Z',
} as const

describe('what was removed from an agent', () => {
  it('names outputs of tools, their size, and the rule', () => {
    const data = { days: 30, files: 2, bytes: 2_100_000 }
    expect(removalText({ ...EVENT, kind: 'outputs_removed', data })).toBe(
      '2 whole outputs of tools deleted after 30 days (2.1 MB)',
    )
    expect(removalText({ ...EVENT, kind: 'outputs_removed', data: { days: 1, files: 1, bytes: 900 } })).toBe(
      'one whole output of tools deleted after a day (900 bytes)',
    )
  })

  it('names redacted messages and why', () => {
    const data = { by: 'user', events: 3, reason: 'a key' } as const
    expect(removalText({ ...EVENT, kind: 'redacted', data })).toBe('all messages redacted: a key')
    expect(removalText({ ...EVENT, kind: 'redacted', data: { by: 'user', event_id: 5, events: 1 } })).toBe(
      'a message redacted',
    )
  })
})
