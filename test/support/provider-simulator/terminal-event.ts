import { objectsOf } from './read-json.ts'
import type { WireEvent } from './stream-item.ts'
import type { WireFormat } from './wire-format.ts'

const RESPONSES_TERMINALS = ['response.completed', 'response.incomplete', 'response.failed']

/** Returns whether the event completes the answer (docs/behaviour/providers.md#stream-events). */
export function isTerminalEvent(event: WireEvent, wire: WireFormat): boolean {
  switch (wire) {
    case 'anthropic':
      return event.name === 'message_stop'
    case 'responses':
      return RESPONSES_TERMINALS.includes(event.name ?? '')
    case 'chat':
      return objectsOf(event.json?.['choices']).some((choice) => typeof choice['finish_reason'] === 'string')
    case 'gemini':
      return objectsOf(event.json?.['candidates']).some((candidate) => typeof candidate['finishReason'] === 'string')
  }
}
