import { expect, it } from 'vitest'

import {
  hasNewResult,
  isUnread,
  unreadAgents,
  withRead,
  withUnread,
} from '../../../src/renderer/store/unread-results.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const BUSY = agentSummary({ activity: { type: 'streaming' } })
const DONE: Partial<AgentSummary> = { activity: { type: 'idle' }, lastMessageId: 7 }

it.each<readonly [string, AgentSummary | undefined, Partial<AgentSummary>, boolean]>([
  ['a turn that ended', BUSY, DONE, true],
  ['a turn that ended after an approval', agentSummary({ activity: { type: 'needs_approval' } }), DONE, true],
  ['an agent that was idle', agentSummary(), DONE, false],
  ['an agent that was not known', undefined, DONE, false],
  ['a turn that the user stopped', BUSY, { ...DONE, activity: { type: 'idle', stopped: true } }, false],
  ['a turn that failed', BUSY, { ...DONE, unfinished: { type: 'failed', eventId: 7 } }, false],
  ['a turn that goes on', BUSY, { ...DONE, activity: { type: 'tools' } }, false],
  ['an agent that a model forked', BUSY, { ...DONE, forkReason: 'tool' }, false],
  ['an agent that a user forked', BUSY, { ...DONE, forkReason: 'ask' }, true],
  ['a killed agent', BUSY, { ...DONE, status: 'killed' }, false],
])('tells whether there is a result to read: %s', (_, before, after, expected) => {
  expect(hasNewResult(before, agentSummary(after))).toBe(expected)
})

it('keeps results until they are read or there is a newer message, the oldest first', () => {
  const agents = [agentSummary({ id: 'a', lastMessageId: 9 }), agentSummary({ id: 'b', lastMessageId: 4 })]
  const unread = withUnread({ events: {} }, agents)
  const ids = (state: typeof unread) => unreadAgents(agents, state).map(({ id }) => id)
  expect(ids(unread)).toEqual(['b', 'a'])
  expect(ids(withRead(unread, ['b', 'c']))).toEqual(['a'])
  expect(withRead(unread, ['c'])).toBe(unread)
  expect(isUnread(unread, agentSummary({ id: 'a', lastMessageId: 10 }))).toBe(false)
})
