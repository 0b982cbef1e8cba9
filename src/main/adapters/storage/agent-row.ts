import { z } from 'zod'
import { columnSchemas, plainAttributes } from '../../../shared/agent-columns.ts'
import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import type { HomeId } from '../../../shared/home.ts'
import { UNREADABLE_PROFILE } from '../../../shared/profile.ts'
import { decodeJson } from './lossless-text.ts'

/** A row of `agents` in the form of `row_to_json`, which commits and queries both use. */
const stored = columnSchemas('stored')
const agentRowSchema = z.object({
  ...stored,
  // Another program may have changed the row: the agent then has no more rights than the strictest profile.
  profile: stored.profile.catch(UNREADABLE_PROFILE),
})
type AgentRow = z.infer<typeof agentRowSchema>

/** `own`: the home whose agents have no `home`; null: all have theirs. */
export function toAgentRecord(json: string, own: HomeId | null): AgentRecord {
  const row = agentRowSchema.parse(decodeJson(json))
  return {
    ...plainAttributes(row),
    choice: toChoice(row),
    usage: {
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      thinkingTokens: row.thinking_tokens,
      cachedTokens: row.cached_tokens,
      totalTokens: row.total_tokens,
    },
    cost: { usd: row.cost_usd, unpriced: row.unpriced_responses, partial: row.partial_responses },
    ...(row.profile !== null && { profile: row.profile }),
    ...(row.home !== null && row.home !== own && { home: row.home }),
  }
}

function toChoice({ provider, model, thinking_level }: AgentRow): ModelChoice | null {
  if (provider === null || model === null || thinking_level === null) return null
  return { provider, model, thinkingLevel: thinking_level }
}
