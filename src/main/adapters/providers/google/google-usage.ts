import type { JsonObject } from '../../../../shared/json.ts'
import { type Counts, NO_DETAILS, type ResponseUsage } from '../../../../shared/usage.ts'
import { hasNumber, listField, numberField, textField } from '../wire-value.ts'

/**
 * Converts `usageMetadata` to our own terms. `searches`: queries of the built-in search; null: not reported. Returns
 * null if nothing was reported.
 */
export function googleUsage(usage: JsonObject, searches: number | null): ResponseUsage | null {
  if (!hasNumber(usage, ['promptTokenCount', 'candidatesTokenCount', 'totalTokenCount'])) return null
  const count = (name: string): number => numberField(usage, name) ?? 0
  const promptTokens = count('promptTokenCount')
  const toolTokens = count('toolUsePromptTokenCount')
  const inputTokens = promptTokens + toolTokens
  const thinkingTokens = count('thoughtsTokenCount')
  const outputTokens = count('candidatesTokenCount') + thinkingTokens
  return {
    inputTokens,
    outputTokens,
    thinkingTokens,
    cachedTokens: count('cachedContentTokenCount'),
    totalTokens: numberField(usage, 'totalTokenCount') ?? inputTokens + outputTokens,
    ...NO_DETAILS,
    serverTools: searches === null ? null : { google_search: searches },
    inputModalities: modalities(usage, 'promptTokensDetails'),
    outputModalities: modalities(usage, 'candidatesTokensDetails'),
    // Vertex reports how a request was served in `trafficType`.
    serviceTier: (textField(usage, 'serviceTier') ?? textField(usage, 'trafficType'))?.toLowerCase() ?? null,
    contextTokens: toolTokens > 0 ? promptTokens : null,
  }
}

/** Returns the tokens by modality except text; null: not reported. */
function modalities(usage: JsonObject, key: string): Counts | null {
  if (!Array.isArray(usage[key])) return null
  const found = listField(usage, key).flatMap((entry) => {
    const name = textField(entry, 'modality')?.toLowerCase()
    const tokens = numberField(entry, 'tokenCount') ?? 0
    return name === undefined || name === 'text' || tokens === 0 ? [] : [[name, tokens] as const]
  })
  return Object.fromEntries(found)
}
