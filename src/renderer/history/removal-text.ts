import type { AgentEventOf } from '../../shared/agent-event.ts'
import { formatSize } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'

const { events: words } = texts.history

/** Returns what a user, or a rule, removed from an agent. */
export function removalText(event: AgentEventOf<'redacted' | 'outputs_removed'>): string {
  if (event.kind === 'outputs_removed') {
    const { files, bytes, days } = event.data
    return words.outputsRemoved({ files, size: formatSize(bytes), days })
  }
  const { event_id: one, events, reason } = event.data
  const what = one === undefined ? words.allRedacted : words.redacted({ events })
  return reason === undefined ? what : `${what}: ${reason}`
}
