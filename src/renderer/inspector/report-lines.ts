import type { EventId } from '../../shared/ids.ts'
import { unsentText } from '../../shared/model-options-text.ts'
import type { DroppedKind, SynthesisedKind, TranscriptReport } from '../../shared/transcript-view.ts'

/** A change made to a context for a request, as text, and the affected event. */
interface ReportLine {
  readonly text: string
  readonly detail: string
  /** Null: no single event is affected. */
  readonly eventId: EventId | null
}

export interface ReportGroup {
  readonly title: string
  readonly lines: readonly ReportLine[]
}

/**
 * Groups the changes: dropped, added and renamed parts, options that are not sent, and violated rules. Empty groups are
 * left out.
 */
export function reportGroups(
  { dropped, synthesised, renamed, violations, options = [] }: TranscriptReport,
  model: string,
): readonly ReportGroup[] {
  const groups: readonly ReportGroup[] = [
    {
      title: 'Left out',
      lines: dropped.map(({ part, callId, eventId }) => ({ text: DROPPED[part], detail: callId ?? '', eventId })),
    },
    {
      title: 'Added',
      lines: synthesised.map(({ part, callId, eventId }) => ({ text: ADDED[part], detail: callId ?? '', eventId })),
    },
    {
      title: 'Renamed',
      lines: renamed.map(({ what, from, to, eventId }) => ({
        text: what === 'id' ? 'call id' : 'tool name',
        detail: `${from} → ${to}`,
        eventId,
      })),
    },
    {
      title: 'Options',
      lines: options.map((option) => ({ text: unsentText(option, model), detail: '', eventId: null })),
    },
    {
      title: 'Repaired',
      lines: violations.map(({ rule, detail, eventId }) => ({ text: detail, detail: rule, eventId })),
    },
  ]
  return groups.filter(({ lines }) => lines.length > 0)
}

const DROPPED: Readonly<Record<DroppedKind, string>> = {
  foreign_thinking: 'thinking of another model',
  foreign_signature: 'another model’s signature; the text stays',
  foreign_server_tool: 'a search or program that another provider ran; the answer stays',
  half_server_tool: 'a search or program of the provider that was not finished; the answer stays',
  unsigned_thinking: 'thinking without a valid signature',
  unbound_thinking: 'thinking whose context has changed',
  unasked_thinking: 'thinking, because it is disabled for this request',
  trailing_thinking: 'thinking without an answer after it',
  interrupted_thinking: 'thinking of an interrupted answer',
  interrupted_call: 'a tool call of an interrupted answer',
  duplicate_result: 'a second result of one call',
}

const ADDED: Readonly<Record<SynthesisedKind, string>> = {
  closing_result: 'a placeholder for a missing result',
  reconstructed_call: 'the missing call of a result',
  empty_result: 'a text for an empty result',
  opening_notice: 'a prompt before the first answer',
  continue_notice: 'a prompt after the last answer',
  acknowledgement: 'an answer between tool results and a prompt',
  thinking_off: 'thinking is disabled: the tool turn began without it',
}
