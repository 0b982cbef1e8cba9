import type { EventId } from '../../shared/ids.ts'
import type { DroppedKind, SynthesisedKind, TranscriptReport } from '../../shared/transcript-view.ts'

/** One thing that was done to a context for a request, in words, and the event that it is about. */
interface ReportLine {
  readonly words: string
  readonly detail: string
  /** Null: about no event. */
  readonly eventId: EventId | null
}

export interface ReportGroup {
  readonly title: string
  readonly lines: readonly ReportLine[]
}

/** What a model would not be sent, what would be added, and what goes out under another name; empty groups left out. */
export function reportGroups({ dropped, synthesised, renamed, violations }: TranscriptReport): readonly ReportGroup[] {
  const groups: readonly ReportGroup[] = [
    {
      title: 'Left out',
      lines: dropped.map(({ part, callId, eventId }) => ({ words: DROPPED[part], detail: callId ?? '', eventId })),
    },
    {
      title: 'Added',
      lines: synthesised.map(({ part, callId, eventId }) => ({ words: ADDED[part], detail: callId ?? '', eventId })),
    },
    {
      title: 'Renamed',
      lines: renamed.map(({ what, from, to, eventId }) => ({
        words: what === 'id' ? 'call id' : 'tool name',
        detail: `${from} → ${to}`,
        eventId,
      })),
    },
    {
      title: 'Repaired',
      lines: violations.map(({ rule, detail, eventId }) => ({ words: detail, detail: rule, eventId })),
    },
  ]
  return groups.filter(({ lines }) => lines.length > 0)
}

const DROPPED: Readonly<Record<DroppedKind, string>> = {
  foreign_thinking: 'thinking of another model',
  foreign_signature: 'another model’s signature; its words stay',
  unsigned_thinking: 'thinking without the signature that vouches for it',
  unbound_thinking: 'thinking whose context has changed',
  unasked_thinking: 'thinking, because the model is asked for none',
  trailing_thinking: 'thinking that nothing follows',
  interrupted_thinking: 'thinking of an interrupted answer',
  interrupted_call: 'a tool call of an interrupted answer',
  duplicate_result: 'a second result of one call',
}

const ADDED: Readonly<Record<SynthesisedKind, string>> = {
  closing_result: 'a result that says there is none',
  reconstructed_call: 'a call that its result asks for',
  empty_result: 'words for a result that has none',
  opening_notice: 'a prompt in front of an answer that came first',
  continue_notice: 'a prompt behind an answer that nobody replied to',
  acknowledgement: 'a word between tool results and a prompt',
  thinking_off: 'no thinking is asked for: its tool turn began without',
}
