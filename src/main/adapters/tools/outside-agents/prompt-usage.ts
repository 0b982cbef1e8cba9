import { NO_DETAILS, type ResponseUsage } from '../../../../shared/usage.ts'
import type { PromptEnd } from './agent-messages.ts'

/** Returns what an outside agent reports of the tokens of a whole prompt; null: it reports none. */
export function promptUsage({ usage }: PromptEnd): ResponseUsage | null {
  if (usage == null) return null
  const cached = usage.cachedReadTokens ?? 0
  const written = usage.cachedWriteTokens ?? 0
  const thinking = usage.thoughtTokens ?? 0
  // Programs differ in what they count as input: the sum tells whether cached tokens stand beside it.
  const isBeside = usage.totalTokens >= usage.inputTokens + usage.outputTokens + cached + written
  return {
    ...NO_DETAILS,
    inputTokens: usage.inputTokens + (isBeside ? cached + written : 0),
    outputTokens: usage.outputTokens,
    thinkingTokens: Math.min(thinking, usage.outputTokens),
    cachedTokens: cached,
    totalTokens: usage.totalTokens,
    cacheWrites: written > 0 ? { unknown: written } : null,
  }
}
