import { describe, expect, it } from 'vitest'

import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { isCompleteAnswer, recordedOutcome } from '../../src/shared/answer-end.ts'
import type { AssistantData } from '../../src/shared/response-data.ts'

const ROW = { id: 1, sessionId: 1, agentId: 'a', turnId: 't', createdAt: '2026-11-25T00:00:00Z' }
const THINKING = { type: 'thinking', text: 'hm', provider: 'local', model: 'm' } as const
const CALL = { type: 'tool_call', id: 'c', name: 'bash', arguments: {}, provider: 'local', model: 'm' } as const
const PICTURE = {
  type: 'attachment',
  sha256: 'f'.repeat(64),
  kind: 'image',
  name: 'a.png',
  media_type: 'image/png',
  bytes: 9,
} as const

function answer(content: string | null, data: AssistantData = { finish_reason: 'STOP' }): AgentEvent {
  return { ...ROW, kind: 'assistant', content, data }
}

describe('a recorded answer', () => {
  it.each<[string, AgentEvent]>([
    ['with a text', answer('Yes.')],
    ['of one character', answer('0')],
    ['with a picture alone', answer('', { finish_reason: 'STOP', attachments: [PICTURE] })],
    ['that thought first', answer('Yes.', { finish_reason: 'STOP', blocks: [THINKING] })],
    ['that was imported without an end', answer('Yes.', {})],
  ])('%s completes its turn', (_, event) => {
    expect([isCompleteAnswer(event), recordedOutcome(event)]).toEqual([true, 'completed'])
  })

  it.each<[string, AgentEvent]>([
    ['without a text', answer('')],
    ['with no content', answer(null)],
    ['of white space', answer(' \n\t\u00a0')],
    ['of invisible characters', answer('\u200b\u2060\ufeff\u0007')],
    ['of thinking alone', answer('', { finish_reason: 'STOP', blocks: [THINKING] })],
    ['that is cut', answer('Yes', { finish_reason: 'LENGTH' })],
    ['that is withheld', answer('Yes', { finish_reason: 'CONTENT_FILTER' })],
    ['that ends with an error', answer('Yes', { finish_reason: 'ERROR' })],
    ['with an unknown end', answer('Yes', { finish_reason: 'UNKNOWN' })],
    ['whose call did not arrive', answer('Yes', { finish_reason: 'TOOL_USE' })],
    ['that calls a tool', answer('Yes', { finish_reason: 'TOOL_USE', blocks: [CALL] })],
    ['that was imported empty', answer('', {})],
  ])('%s does not', (_, event) => {
    expect([isCompleteAnswer(event), recordedOutcome(event)]).toEqual([false, 'failed'])
  })

  it('is told apart from what was stopped, from failures and from other events', () => {
    const interrupted = (reason: 'cancelled' | 'crash'): AgentEvent => ({
      ...ROW,
      kind: 'interrupted',
      content: 'Yes',
      data: { reason },
    })
    const user: AgentEvent = { ...ROW, kind: 'user', content: 'Hi', data: null }
    expect([interrupted('cancelled'), interrupted('crash'), user].map(recordedOutcome)).toEqual([
      'cancelled',
      'failed',
      null,
    ])
  })
})
