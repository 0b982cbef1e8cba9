import type { EventId } from '../../shared/ids.ts'
import { unsentText } from '../../shared/model-options-text.ts'
import type { TranscriptReport } from '../../shared/transcript-view.ts'
import { formatCount } from '../parts/format-figures.ts'
import { texts } from '../text/texts.ts'

const words = texts.inspector.report

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
 * Groups the changes: dropped, added, renamed and shortened parts, options that are not sent, and violated rules. Empty groups are
 * left out.
 */
export function reportGroups(
  { dropped, synthesised, renamed, violations, shortened = [], options = [] }: TranscriptReport,
  model: string,
): readonly ReportGroup[] {
  const groups: readonly ReportGroup[] = [
    {
      title: words.dropped,
      lines: dropped.map(({ part, callId, eventId }) => ({
        text: words.droppedParts[part],
        detail: callId ?? '',
        eventId,
      })),
    },
    {
      title: words.added,
      lines: synthesised.map(({ part, callId, eventId }) => ({
        text: words.addedParts[part],
        detail: callId ?? '',
        eventId,
      })),
    },
    {
      title: words.renamed,
      lines: renamed.map(({ what, from, to, eventId }) => ({
        text: what === 'id' ? words.callId : words.toolName,
        detail: `${from} → ${to}`,
        eventId,
      })),
    },
    {
      title: words.shortened,
      lines: shortened.map(({ tokens, eventId }) => ({
        text: words.longText({ tokens: formatCount(tokens) }),
        detail: '',
        eventId,
      })),
    },
    {
      title: words.options,
      lines: options.map((option) => ({ text: unsentText(option, model), detail: '', eventId: null })),
    },
    {
      title: words.repaired,
      lines: violations.map(({ rule, detail, eventId }) => ({ text: detail, detail: rule, eventId })),
    },
  ]
  return groups.filter(({ lines }) => lines.length > 0)
}
