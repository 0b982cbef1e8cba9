import type { EventId } from '../../../shared/ids.ts'
import type { Answer, AnswerPart, Step } from './pair-tool-calls.ts'
import type { ReportDraft } from './transcript-report.ts'

/**
 * Step 5, for models whose thinking is bound to everything before it (docs/behaviour/transcript.md#bound-thinking): a
 * block is replayed only if nothing before it has changed since it was written. A change is detected in two ways: the
 * block was recorded up to `prefixChangedAt`, the time of the last edit; or something before the block was recorded
 * later than the block itself (a summary, a late result). `newest` is the newest event of the steps before these.
 */
export function dropStaleThinking(
  steps: readonly Step[],
  { prefixChangedAt, newest: before }: { readonly prefixChangedAt: EventId | null; readonly newest: EventId },
  report: ReportDraft,
): readonly Step[] {
  let newest = before
  return steps.map((step) => {
    const stale = newest > step.eventId || (prefixChangedAt !== null && prefixChangedAt >= step.eventId)
    newest = newestOf([step], newest)
    return step.kind === 'user' ? step : withoutThinking(step, stale, report)
  })
}

/** Returns the newest event of the steps, results included; `before` if there is none newer. */
export function newestOf(steps: readonly Step[], before: EventId): EventId {
  let newest = before
  for (const step of steps) {
    newest = Math.max(newest, step.eventId)
    if (step.kind === 'user') continue
    for (const { result } of step.calls) if (result !== null) newest = Math.max(newest, result.eventId)
  }
  return newest
}

/** Thinking after results that were added later is always stale. */
function withoutThinking(answer: Answer, stale: boolean, report: ReportDraft): Answer {
  const { eventId } = answer
  const keep = (part: AnswerPart): boolean => {
    if (part.type === 'thinking') report.dropped.push({ eventId, part: 'unbound_thinking' })
    return part.type !== 'thinking'
  }
  if (!stale && answer.after.length === 0) return answer
  const body = stale ? answer.body.filter(keep) : answer.body
  const after = answer.after.filter(keep)
  return { ...answer, body, after }
}
