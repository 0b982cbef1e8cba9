import { z } from 'zod'
import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import { exactTime } from '../../../shared/exact-time.ts'
import type { HomeId } from '../../../shared/home.ts'
import { agentProfileSchema } from '../../../shared/agent-profile.ts'
import { UNREADABLE_PROFILE } from '../../../shared/profile.ts'
import { ANSWERING } from '../../../shared/providers.ts'
import { ALL_LEVELS } from '../../../shared/thinking-level.ts'
import { decodeJson } from './lossless-text.ts'

/** A row of `agents` in the form of `row_to_json`, which commits and queries both use. */
const agentRowSchema = z.object({
  uuid: z.string(),
  name: z.string(),
  parent_uuid: z.string().nullable(),
  fork_message_id: z.number().nullable(),
  fork_from_id: z.number().nullable(),
  provider: z.enum(ANSWERING).nullable(),
  model: z.string().nullable(),
  thinking_level: z.enum(ALL_LEVELS).nullable(),
  status: z.enum(['running', 'killed']),
  created_at: z.string(),
  ended_at: z.string().nullable(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  thinking_tokens: z.number(),
  cached_tokens: z.number(),
  total_tokens: z.number(),
  cost_usd: z.number(),
  unpriced_responses: z.number(),
  partial_responses: z.number(),
  unread_mail: z.number(),
  wake_on_mail: z.boolean(),
  queued_prompts: z.number(),
  // Another program may have changed the row: the agent then has no more rights than the strictest profile.
  profile: agentProfileSchema.nullable().catch(UNREADABLE_PROFILE),
  home: z.string().nullable(),
})
type AgentRow = z.infer<typeof agentRowSchema>

/** `own`: the home whose agents have no `home`; null: all have theirs. */
export function toAgentRecord(json: string, own: HomeId | null): AgentRecord {
  const row = agentRowSchema.parse(decodeJson(json))
  return {
    id: row.uuid,
    name: row.name,
    parentId: row.parent_uuid,
    forkEventId: row.fork_message_id,
    forkFromId: row.fork_from_id,
    choice: toChoice(row),
    status: row.status,
    createdAt: exactTime(row.created_at),
    endedAt: row.ended_at === null ? null : exactTime(row.ended_at),
    usage: {
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      thinkingTokens: row.thinking_tokens,
      cachedTokens: row.cached_tokens,
      totalTokens: row.total_tokens,
    },
    cost: { usd: row.cost_usd, unpriced: row.unpriced_responses, partial: row.partial_responses },
    unreadMail: row.unread_mail,
    wakeOnMail: row.wake_on_mail,
    queuedPrompts: row.queued_prompts,
    ...(row.profile !== null && { profile: row.profile }),
    ...(row.home !== null && row.home !== own && { home: row.home }),
  }
}

function toChoice({ provider, model, thinking_level }: AgentRow): ModelChoice | null {
  if (provider === null || model === null || thinking_level === null) return null
  return { provider, model, thinkingLevel: thinking_level }
}
