import type { Draft } from '../../shared/contract/settings.ts'
import { promptElement } from '../hooks/prompt-id.ts'
import type { AgentId } from '../../shared/ids.ts'
import { GAP } from '../text/gap.ts'

/** Positions in a text, for a selection. */
interface GapRange {
  readonly start: number
  readonly end: number
}

/** Whether a prepared prompt still has a gap, so that it is not sent. Pasted text is sent as it is. */
export function hasGap({ text, asText }: Draft): boolean {
  return !asText && text.includes(GAP)
}

/**
 * Returns the next gap at or after a position (`step` 1), or the last one that ends at or before it (-1); null: there is
 * none, and Tab leaves the box.
 */
export function gapFrom(text: string, position: number, step: 1 | -1): GapRange | null {
  const last = position - GAP.length
  const start = step === 1 ? text.indexOf(GAP, position) : last < 0 ? -1 : text.lastIndexOf(GAP, last)
  return start === -1 ? null : { start, end: start + GAP.length }
}

/** Selects a gap in a prompt box, so that typing replaces it; returns whether there is one. */
export function selectGap(box: HTMLTextAreaElement, position: number, step: 1 | -1): boolean {
  const gap = gapFrom(box.value, position, step)
  if (gap !== null) box.setSelectionRange(gap.start, gap.end)
  return gap !== null
}

/** Moves the focus to the agent's prompt box and selects its first gap, if it has one. */
export function focusFirstGap(agentId: AgentId): void {
  const box = promptElement(agentId)
  box?.focus()
  if (box instanceof HTMLTextAreaElement) selectGap(box, 0, 1)
}
