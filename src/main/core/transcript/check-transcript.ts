import type { ModelRequest } from '../ports.ts'
import { type Finding, inspect } from './transcript-findings.ts'
import { rulesFor } from './transcript-rules.ts'
import type { TranscriptTarget } from './transcript-target.ts'

export interface Violation extends Finding {
  /** The rule's id in the table. */
  readonly rule: string
}

export interface CheckOptions {
  /** A paused answer goes back as the last message: the one case in which the last word may be the model's. */
  readonly resumesPause?: boolean
}

/**
 * Step 7 (docs/behaviour/transcript.md#check): the rules of the target's provider that concern a whole transcript. What
 * an adapter alone can see (item ids, the place of a signature, limits, parameters) is its own to keep.
 */
export function checkTranscript(
  request: ModelRequest,
  target: TranscriptTarget,
  { resumesPause = false }: CheckOptions = {},
): readonly Violation[] {
  const inspected = inspect(request, target)
  const violations: Violation[] = []
  for (const [rule, find] of Object.entries(rulesFor(target))) {
    if (resumesPause && LAST_ROLE_RULES.has(rule)) continue
    for (const finding of find(inspected)) violations.push({ rule, ...finding })
  }
  return violations
}

const LAST_ROLE_RULES: ReadonlySet<string> = new Set(['transcript.last_role', 'anthropic.prefill', 'mistral.last_role'])
