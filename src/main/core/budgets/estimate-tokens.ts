import { sizeOfTexts } from '../conversation/output-limit.ts'
import type { ModelRequest, ProviderEvent } from '../ports.ts'

/** Of most English texts, with OpenAI's, Anthropic's and Google's tokenizers alike. */
const CHARACTERS_PER_TOKEN = 4

/**
 * Tokens of a request and of what was answered, for a response whose provider reported no usage; null: it did, or nothing
 * was answered at all. For budgets only.
 */
export function estimatedTokens(
  { system, messages, tools }: ModelRequest,
  events: readonly ProviderEvent[],
): number | null {
  const isReported = events.some((event) => event.type === 'done' && (event.usage?.totalTokens ?? 0) > 0)
  if (isReported || events.length === 0) return null
  return Math.ceil((sizeOfTexts([system, messages, tools]) + sizeOfTexts(events)) / CHARACTERS_PER_TOKEN)
}
