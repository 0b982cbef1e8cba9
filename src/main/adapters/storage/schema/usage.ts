import { bigint, boolean, doublePrecision, index, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'

import { losslessText } from './columns.ts'

/**
 * One row per response of a model (`assistant`, `interrupted`, `summary`), for sums over the whole log. Written by a
 * trigger on `messages` in the same transaction; refuses changes as the log does. Null means not recorded, never 0. No
 * foreign keys: the event of a row has them. A migration adds the index `responses_models`, with columns that are only
 * stored in it, which cannot be declared here.
 */
export const responses = pgTable(
  'responses',
  {
    eventId: bigint('event_id', { mode: 'number' }).primaryKey(),
    agentUuid: uuid('agent_uuid').notNull(),
    rootUuid: uuid('root_uuid').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull(),
    kind: text('kind').notNull(),
    provider: losslessText('provider'),
    requestedModel: losslessText('requested_model'),
    /** As named in the answer. */
    model: losslessText('model'),
    /** The pool that the model was chosen from, without the `@`. */
    pool: losslessText('pool'),
    serviceTier: losslessText('service_tier'),
    /** All input, cached and written tokens included. */
    inputTokens: bigint('input_tokens', { mode: 'number' }),
    cachedTokens: bigint('cached_tokens', { mode: 'number' }),
    cacheWrite5m: bigint('cache_write_5m', { mode: 'number' }),
    cacheWrite30m: bigint('cache_write_30m', { mode: 'number' }),
    cacheWrite1h: bigint('cache_write_1h', { mode: 'number' }),
    cacheWrite12h: bigint('cache_write_12h', { mode: 'number' }),
    /** Written without a reported lifetime. */
    cacheWriteUnknown: bigint('cache_write_unknown', { mode: 'number' }),
    /** All output, thinking included. */
    outputTokens: bigint('output_tokens', { mode: 'number' }),
    thinkingTokens: bigint('thinking_tokens', { mode: 'number' }),
    totalTokens: bigint('total_tokens', { mode: 'number' }),
    serverToolUses: bigint('server_tool_uses', { mode: 'number' }),
    costUsd: doublePrecision('cost_usd'),
    /** `provider` or `list`; null without a cost. */
    costSource: text('cost_source'),
    isLowerBound: boolean('is_lower_bound').notNull(),
    /** Why less was read from the cache than expected, as in `cache_miss`. */
    missCause: losslessText('miss_cause'),
    /** Tokens that were expected from the cache and not read from it, and what they cost more than from it. */
    missedTokens: bigint('missed_tokens', { mode: 'number' }),
    missedUsd: doublePrecision('missed_usd'),
  },
  (table) => [index('responses_created_at').on(table.createdAt)],
)
