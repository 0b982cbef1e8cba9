import { fileTokens } from '../../../shared/file-tokens.ts'
import { fileParts } from '../content/content-files.ts'
import { sizeOfTexts } from './output-limit.ts'
import type { ModelRequest, ProviderEvent } from '../ports/provider-ports.ts'

/** Characters per token. Typical of English text with the tokenizers of OpenAI, Anthropic and Google. */
export const CHARACTERS_PER_TOKEN = 4

/**
 * Estimates the tokens of a request and its response, for a provider that reported no usage. Null: usage was reported,
 * or nothing was received. Used for budgets only.
 */
export function estimatedTokens(
  { model, system, messages, tools }: ModelRequest,
  events: readonly ProviderEvent[],
): number | null {
  const isReported = events.some((event) => event.type === 'done' && (event.usage?.totalTokens ?? 0) > 0)
  if (isReported || events.length === 0) return null
  const texts = Math.ceil((sizeOfTexts([system, messages, tools]) + sizeOfTexts(events)) / CHARACTERS_PER_TOKEN)
  // The provider is not known here; OpenAI's rule is in the middle.
  const files = fileParts({ messages }).map((file) => fileTokens({ ...file, kind: file.as }, 'openai', model))
  return files.reduce((sum, each) => sum + each, texts)
}
