import { objectOf } from './read-json.ts'
import type { ResponsePlan } from './response-plan.ts'
import { dataEvent, namedEvent } from './stream-item.ts'
import type { StreamItem } from './stream-item.ts'
import type { WireFormat } from './wire-format.ts'

/** Returns an event of an unknown type. */
export function unknownEvent(wire: WireFormat): StreamItem[] {
  switch (wire) {
    case 'anthropic':
      return [namedEvent('future_event', { type: 'future_event', detail: { note: 'new' } })]
    case 'responses':
      return [namedEvent('response.future.event', { type: 'response.future.event', detail: 'new' })]
    case 'chat':
      return [dataEvent({ id: 'chatcmpl-future', object: 'chat.completion.future', choices: [], detail: 'new' })]
    case 'gemini':
      return [dataEvent({ futureField: { note: 'new' } }, 0, '\r\n')]
  }
}

/** Returns a complete, well-formed content block of an unknown type, at the end of the answer. */
export function unknownBlock(plan: ResponsePlan): StreamItem[] {
  const index = highestIndex(plan) + 1
  switch (plan.request.wire) {
    case 'anthropic':
      return [
        namedEvent('content_block_start', {
          type: 'content_block_start',
          index,
          content_block: { type: 'future_block' },
        }),
        namedEvent('content_block_delta', { type: 'content_block_delta', index, delta: { type: 'future_delta' } }),
        namedEvent('content_block_stop', { type: 'content_block_stop', index }),
      ]
    case 'responses':
      return ['added', 'done'].map((step) => {
        const type = `response.output_item.${step}`
        return namedEvent(type, { type, output_index: index, item: { id: 'fut_1', type: 'future_call' } })
      })
    case 'chat': {
      const choice = { index: 0, delta: { future_content: { note: 'new' } }, finish_reason: null }
      return [dataEvent({ id: 'chatcmpl-future', object: 'chat.completion.chunk', choices: [choice] })]
    }
    case 'gemini': {
      const content = { parts: [{ futurePart: { note: 'new' } }], role: 'model' }
      return [dataEvent({ candidates: [{ content, index: 0 }] }, 0, '\r\n')]
    }
  }
}

function highestIndex(plan: ResponsePlan): number {
  const indexes = plan.items.map((item) => {
    const json = item.type === 'event' ? objectOf(item.json) : {}
    const index = json['index'] ?? json['output_index']
    return typeof index === 'number' ? index : -1
  })
  return indexes.reduce((highest, index) => Math.max(highest, index), -1)
}
