import { expect, it } from 'vitest'

import { ResponsesStream } from '../../../src/main/adapters/providers/responses-stream.ts'
import { plainNotes } from '../../../src/main/command-line/notes.ts'
import { accumulateResponse } from '../../../src/main/core/conversation/turn-accumulator.ts'
import type { ProviderEvent } from '../../../src/main/core/ports/provider-ports.ts'
import type { JsonValue } from '../../../src/shared/json.ts'

/** `input_transformations` of the Responses API: the proof that earlier reasoning reached the model, or did not. */

const removed = (reason: string, id = 'rs_1') => ({ id, type: 'reasoning', action: 'removed', reason })

function recorded(transformations: JsonValue | undefined) {
  const out: ProviderEvent[] = []
  const stream = new ResponsesStream('gpt-6.2-sol', {
    newToolCallId: () => 'call_1',
    toError: () => ({ category: 'SERVER', message: 'failed', retryable: false }),
  })
  const response = { id: 'r', status: 'completed', input_transformations: transformations }
  stream.push({ type: 'response.completed', response }, out)
  const choice = { provider: 'openai', model: 'gpt-6.2-sol', thinkingLevel: 'low' } as const
  const { content, data } = accumulateResponse(out, { choice, endpoint: 'e', cost: () => null })
  const event = { id: 1, sessionId: 1, agentId: 'a', turnId: 't', createdAt: '2026-11-28T00:00:00.000Z' } as const
  return {
    withheld: data.thinking_withheld,
    notes: plainNotes({ ...event, kind: 'assistant', content, data }),
  }
}

it.each<[string, JsonValue | undefined, unknown, number]>([
  ['nothing', undefined, undefined, 0],
  ['null', null, undefined, 0],
  ['an empty list', [], undefined, 0],
  ['a text', 'removed', undefined, 0],
  ['another model', [removed('model_mismatch')], [{ reason: 'model_mismatch', count: 1 }], 1],
  ['a changed prefix', [removed('prefix_mismatch')], [{ reason: 'prefix_mismatch', count: 1 }], 1],
  ['another organisation', [removed('organization_mismatch')], [{ reason: 'organization_mismatch', count: 1 }], 1],
  ['another user', [removed('end_user_mismatch')], [{ reason: 'end_user_mismatch', count: 1 }], 1],
  ['the regular end of a turn', [removed('turn_boundary')], [{ reason: 'turn_boundary', count: 1 }], 0],
  [
    'several',
    [removed('turn_boundary'), removed('model_mismatch', 'rs_2'), removed('turn_boundary', 'rs_3')],
    [
      { reason: 'turn_boundary', count: 2 },
      { reason: 'model_mismatch', count: 1 },
    ],
    1,
  ],
  ['a reason of later', [removed('budget')], [{ reason: 'budget', count: 1 }], 1],
  ['no reason', [{ id: 'rs_1', type: 'reasoning', action: 'removed' }], [{ reason: 'unknown', count: 1 }], 1],
  ['another action', [{ ...removed('model_mismatch'), action: 'kept' }], undefined, 0],
  ['another item', [{ ...removed('model_mismatch'), type: 'message' }], undefined, 0],
  ['odd rows', [null, 7, 'x', removed('model_mismatch')], [{ reason: 'model_mismatch', count: 1 }], 1],
])('reasoning that was withheld: %s', (_, transformations, withheld, notes) => {
  const found = recorded(transformations)
  expect(found.withheld).toEqual(withheld)
  expect(found.notes).toHaveLength(notes)
})

it('names only the reasons that are not regular', () => {
  expect(recorded([removed('turn_boundary'), removed('model_mismatch')]).notes).toEqual([
    'The provider kept earlier thinking from the model: model_mismatch.',
  ])
})
