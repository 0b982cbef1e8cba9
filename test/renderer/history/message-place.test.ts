import { expect, it } from 'vitest'

import { isNewestMessage, markAfter } from '../../../src/renderer/history/message-place.ts'
import { agentMarks } from '../../../src/shared/agent-marks.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'

const AGENT = 'a1b2c3d4-0000-4000-8000-000000000001'
const from = { agentId: AGENT, turnId: null } as const
const says: NewEvent = { ...from, kind: 'user', content: 'hi', data: null }
const mark = (name: string): NewEvent => ({ ...from, kind: 'mark', content: null, data: { name } })

const log: readonly AgentEvent[] = [says, mark('A'), mark('B'), says, mark('C'), says].map((event, index) => ({
  ...event,
  id: index + 1,
  sessionId: 1,
  createdAt: '',
}))
const { marks } = agentMarks(AGENT, log)
const behind = (index: number) => {
  const event = log[index]
  return event === undefined ? 'no event' : markAfter(event, log, marks)
}

it('finds the newest mark between a message and the next one', () => {
  expect([behind(0), behind(3), behind(5)]).toEqual(['B', 'C', null])
})

it('knows the newest message, whatever stands behind it that is not said', () => {
  expect(log.map((event) => isNewestMessage(event, log))).toEqual([false, false, false, false, false, true])
})
