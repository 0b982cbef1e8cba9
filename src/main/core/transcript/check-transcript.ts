import type { ModelRequest, TranscriptMessage } from '../ports/provider-ports.ts'
import { type Finding, inspect, wrongLastRole } from './transcript-findings.ts'
import { rulesFor } from './transcript-rules.ts'
import type { TranscriptTarget } from './transcript-target.ts'

export interface Violation extends Finding {
  /** The rule's id in the table. */
  readonly rule: string
}

export interface CheckOptions {
  /** A paused answer is sent as the last message: the only case in which the last message may be the model's. */
  readonly resumesPause?: boolean
  /** The message that precedes those of the request, which are then the last part of a transcript. */
  readonly before?: TranscriptMessage | undefined
}

/**
 * Step 8 (docs/behaviour/transcript.md#check): checks the rules of the target's provider that concern a whole
 * transcript. Rules that only an adapter can check (item ids, the position of a signature, limits, parameters) are left
 * to the adapter.
 */
export function checkTranscript(
  request: ModelRequest,
  target: TranscriptTarget,
  { resumesPause = false, before }: CheckOptions = {},
): readonly Violation[] {
  const inspected = inspect(request, target, before)
  const violations: Violation[] = []
  for (const [rule, find] of Object.entries(rulesFor(target))) {
    if (resumesPause && find === wrongLastRole) continue
    for (const finding of find(inspected)) violations.push({ rule, ...finding })
  }
  return violations
}
