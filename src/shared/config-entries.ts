import { z } from 'zod'

import { formatModelSpec, parseModelSpec } from './model-spec.ts'
import type { ModelChoice } from './agent-summary.ts'
import { MAX_EXPLORE, type ModelPool, POOL_NAME, POOL_STRATEGIES } from './model-pool.ts'
import { entryBudget, type Profile, type ProfileEntry, profileEntrySchema } from './profile.ts'
import { readAddress } from './server-address.ts'
import { positiveSchema, textSchema } from './setting-row.ts'
import { defined } from './defined.ts'

/** A key of config.json that holds entries named by the user: `mcp_servers`, `pools`, `profiles`. */
export interface EntriesRow<Value, Entry> {
  readonly key: string
  /** Form of the names. */
  readonly names: RegExp
  /** Keys of an entry. A similar one that is not among them gets a warning. */
  readonly fields: readonly string[]
  /** An entry as in the file. The messages complete `KEY.NAME …`. */
  readonly schema: z.ZodType<Value>
  /** Returns the entry for the window: without secrets, in the form that the window can send back. */
  readonly show: (value: Value) => Entry
}

/** The keys of an entry of `providers`, each with the schema of its value in the file. */
export const PROVIDER_SETTINGS = {
  defaultModel: { key: 'default_model', schema: textSchema.min(1, 'must not be empty') },
  baseUrl: {
    key: 'base_url',
    schema: textSchema.superRefine((text, context) => {
      const read = readAddress(text)
      if ('problem' in read) context.addIssue({ code: 'custom', message: read.problem })
    }),
  },
  /** Seconds without received data after which a request is aborted. Missing: the provider's default. */
  idleTimeoutSeconds: {
    key: 'idle_timeout_seconds',
    schema: positiveSchema.max(86_400, 'must be at most 86400 (a day)'),
  },
}

export type ProviderConfig = {
  readonly [Name in keyof typeof PROVIDER_SETTINGS]?: z.infer<(typeof PROVIDER_SETTINGS)[Name]['schema']>
} & {
  /** Why the address in the file cannot be used, which completes `base_url …`. Nothing is sent to the provider then. */
  readonly baseUrlProblem?: string
}

const EXPLORE_RANGE = `must have an explore from 0 to ${MAX_EXPLORE} (percent)`
const exploreSchema = z.number(EXPLORE_RANGE).min(0, EXPLORE_RANGE).max(MAX_EXPLORE, EXPLORE_RANGE).optional()

/** An entry of `pools`: its models as they are typed after `/model`. */
export const poolEntrySchema = z.strictObject({
  strategy: z.enum(POOL_STRATEGIES),
  models: z.array(z.string().max(300)).min(1, 'Add at least one model.').max(50),
  explore: exploreSchema,
})
export type PoolEntry = Readonly<z.infer<typeof poolEntrySchema>>

/** A member of a pool, as it is typed after `/model`. */
const member = z.string('must have models as texts').transform((spec, context): ModelChoice => {
  const parsed = parseModelSpec(spec)
  if (parsed.ok) return parsed.choice
  const [reason = ''] = parsed.message.split('\n')
  context.addIssue({ code: 'custom', message: `has a model that can't be used (${reason})` })
  return z.NEVER
})

export const POOLS: EntriesRow<ModelPool, PoolEntry> = {
  key: 'pools',
  names: POOL_NAME,
  fields: ['strategy', 'models', 'explore'],
  schema: z.object(
    {
      strategy: z
        .enum(
          POOL_STRATEGIES,
          `must have a strategy: ${POOL_STRATEGIES.slice(0, -1).join(', ')} or ${POOL_STRATEGIES.at(-1)}`,
        )
        .default('failover'),
      models: z.array(member, 'must have a list of models').min(1, 'must have at least one model'),
      explore: exploreSchema,
    },
    'must be an object with strategy and models',
  ),
  show: ({ strategy, models, explore }) => ({
    strategy,
    models: models.map(formatModelSpec),
    ...defined({ explore }),
  }),
}

const PROFILE_FIELDS = 'description, system_prompt, model, tools, rules, max_tokens, max_cost and sandbox'

export const PROFILES: EntriesRow<Profile, ProfileEntry> = {
  key: 'profiles',
  names: POOL_NAME,
  fields: Object.keys(profileEntrySchema.shape),
  schema: z.unknown().transform((value, context): Profile => {
    const parsed = profileEntrySchema.safeParse(value)
    const entry = parsed.data
    const spec = entry?.model === undefined ? null : parseModelSpec(entry.model)
    if (entry === undefined || spec?.ok === false) {
      const place = parsed.error?.issues[0]?.path.join('.') ?? 'model'
      const wrong = place === '' ? '' : ` (wrong: ${place})`
      context.addIssue({ code: 'custom', message: `must be an object with ${PROFILE_FIELDS}${wrong}` })
      return z.NEVER
    }
    return {
      description: entry.description ?? '',
      systemPrompt: entry.system_prompt ?? null,
      model: spec?.choice ?? null,
      tools: entry.tools ?? null,
      rules: (entry.rules ?? []).map(({ tool, pattern, action }) => ({ tool, pattern: pattern ?? null, action })),
      budget: entryBudget(entry),
      sandbox: entry.sandbox ?? null,
    }
  }),
  show: ({ description, systemPrompt, model, tools, rules, budget, sandbox }) => ({
    ...defined({
      description: description !== '' ? description : undefined,
      system_prompt: systemPrompt ?? undefined,
      model: model === null ? undefined : formatModelSpec(model),
      tools: tools === null ? undefined : [...tools],
      rules: rules.length > 0 ? rules.map((rule) => ({ ...rule })) : undefined,
    }),
    ...(budget !== null && ('usd' in budget ? { max_cost: budget.usd } : { max_tokens: budget.tokens })),
    ...defined({ sandbox: sandbox ?? undefined }),
  }),
}
