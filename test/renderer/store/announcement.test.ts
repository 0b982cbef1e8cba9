import { expect, it } from 'vitest'

import { announcement } from '../../../src/renderer/store/announcement.ts'
import { agentSummary } from '../../support/agent-summary.ts'

const error = { category: 'RATE_LIMIT', message: 'Too many requests.', retryable: true } as const

it('says that a turn failed, but not of one that is only read in the log', () => {
  const said = (activity: Parameters<typeof agentSummary>[0]) =>
    announcement(agentSummary({ activity: { type: 'idle' } }), agentSummary(activity))
  expect(said({ activity: { type: 'failed', error } })).toContain('Too many requests.')
  expect(said({ activity: { type: 'failed', error, earlier: true } })).toBeNull()
})
