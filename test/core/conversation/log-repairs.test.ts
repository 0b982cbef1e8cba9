import { expect, it } from 'vitest'

import { logRepairs } from '../../../src/main/core/conversation/prepare-request.ts'
import { createRecordingLogger } from '../../support/recording-logger.ts'

it('logs each repaired rule with the event and the canonical ids of its calls', () => {
  const logger = createRecordingLogger()
  const violations = [
    { rule: 'chat.tool_missing', detail: 'a call without its result', eventId: 7, callIds: ['call_1'] },
  ]
  logRepairs(
    { dropped: [], synthesised: [], renamed: [], violations, files: [] },
    { agentId: 'a', provider: 'xai' },
    logger,
  )
  expect([logger.lines, logger.fields]).toEqual([
    [['warn', 'A transcript broke a rule and was repaired']],
    [
      {
        agent: 'a',
        provider: 'xai',
        rule: 'chat.tool_missing',
        detail: 'a call without its result',
        event: 7,
        calls: ['call_1'],
      },
    ],
  ])
})
