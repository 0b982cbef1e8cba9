import { describe, expect, it } from 'vitest'

import { decideNotifications } from '../../src/shared/agent-notifications.ts'
import type { KnownActivities } from '../../src/shared/agent-notifications.ts'
import type { AgentActivity, AgentSummary } from '../../src/shared/agent-summary.ts'
import type { EngineFeedItem } from '../../src/shared/engine-state.ts'
import { agentSummary } from '../support/agent-summary.ts'
import { SCRIPTED_STATUS } from '../support/scripted-engine.ts'

const ID = agentSummary().id

const agent = (activity: AgentActivity, fields: Partial<AgentSummary> = {}) => agentSummary({ activity, ...fields })

const FAILED: AgentActivity = {
  type: 'failed',
  error: { category: 'RATE_LIMIT', message: 'Too many requests.', retryable: true },
}
const RETRYING: AgentActivity = { type: 'retrying', at: 0, attempt: 1 }

const change = (changed: AgentSummary): EngineFeedItem => ({ type: 'agent', agent: changed })

/** What is told of one agent that goes through these activities, one change at a time. */
function told(...activities: readonly AgentActivity[]) {
  let known: KnownActivities = new Map()
  return activities.map((activity) => {
    const decision = decideNotifications(known, [change(agent(activity))])
    known = decision.known
    return decision.notices
  })
}

describe('somebody who looks elsewhere is told', () => {
  it.each([
    ['an answer', { type: 'streaming' }],
    ['its tools', { type: 'tools' }],
    ['a retry', RETRYING],
    ['a question', { type: 'needs_approval' }],
  ] as const)('that an agent has finished, after %s', (_what, before) => {
    expect(told({ type: 'idle' }, before, { type: 'idle' }).at(-1)).toEqual([
      { agentId: ID, title: 'Poet has finished', body: 'claude-haiku-4-5' },
    ])
  })

  it('nothing of a failure that is only read in the log', () => {
    expect(told({ type: 'idle' }, { ...FAILED, earlier: true })).toEqual([[], []])
  })

  it('that an agent failed, and why', () => {
    expect(told({ type: 'streaming' }, FAILED)).toEqual([
      [],
      [{ agentId: ID, title: 'Poet failed', body: 'Too many requests.' }],
    ])
  })

  it('that an agent asks for an approval', () => {
    expect(told({ type: 'tools' }, { type: 'needs_approval' })).toEqual([
      [],
      [{ agentId: ID, title: 'Poet needs your approval', body: 'A tool call is waiting for your answer.' }],
    ])
  })

  it('of an agent without a name by its short id', () => {
    const { notices } = decideNotifications(new Map([[ID, 'streaming']]), [
      change(agent({ type: 'idle' }, { name: '' })),
    ])

    expect(notices.map(({ title }) => title)).toEqual(['Agent 8f14e4 has finished'])
  })

  it('of many at once in one notice', () => {
    const ids = ['a', 'b', 'c', 'd'].map((key) => ID.replace('8', key))
    const known = new Map(ids.map((id) => [id, 'streaming'] as const))
    const items = ids.map((id, index) => change(agent({ type: 'idle' }, { id, name: `Poet ${index + 1}` })))

    expect(decideNotifications(known, items).notices).toEqual([
      {
        agentId: ids[0],
        title: '4 agents have updates',
        body: 'Poet 1 has finished\nPoet 2 has finished\nPoet 3 has finished\nPoet 4 has finished',
      },
    ])
    expect(decideNotifications(known, items.slice(1)).notices.length).toBe(3)
  })
})

describe('nobody is told', () => {
  it('what was so before', () => {
    const told = decideNotifications(new Map(), [
      { type: 'snapshot', agents: [agent(FAILED), agent({ type: 'needs_approval' })], status: SCRIPTED_STATUS },
    ])

    expect(told).toEqual({ known: new Map([[ID, 'needs_approval']]), notices: [] })
  })

  it('the same thing twice', () => {
    const quiet = told({ type: 'streaming' }, FAILED, FAILED).at(-1)

    expect(quiet).toEqual([])
  })

  it.each([[{ type: 'streaming' }], [{ type: 'tools' }], [RETRYING]] as const)(
    'of work that begins: %o',
    (activity) => {
      expect(told({ type: 'idle' }, activity).at(-1)).toEqual([])
    },
  )

  it('that an agent is idle which did nothing, is new, or was left alone after a failure', () => {
    expect([told({ type: 'idle' }), told(FAILED, { type: 'idle' }).at(-1)]).toEqual([[[]], []])
  })

  it('of the engine’s state', () => {
    expect(decideNotifications(new Map(), [{ type: 'status', status: SCRIPTED_STATUS }]).notices).toEqual([])
  })
})
