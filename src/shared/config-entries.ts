import { z } from 'zod'

import { formatModelSpec, parseModelSpec } from './model-spec.ts'
import type { ModelChoice } from './agent-summary.ts'
import { MAX_EXPLORE, type ModelPool, POOL_NAME, POOL_STRATEGIES } from './model-pool.ts'
import { entryBudget, type Profile, type ProfileEntry, profileEntrySchema } from './profile.ts'
import { readAddress } from './server-address.ts'
import { positiveSchema, textSchema } from './setting-row.ts'
import { HIDDEN_VALUE, shownArguments } from './hidden-values.ts'
import { withoutPassword } from './without-password.ts'
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

/** An entry of `mcp_servers`: a program to start, or an address to connect to. */
export type ToolServerConfig = (
  | {
      readonly transport: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
      readonly cwd?: string
      /** False: the program runs outside the sandbox. */
      readonly sandbox?: false
    }
  | {
      readonly transport: 'http'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      readonly oauth?: OAuthSettings
    }
) & {
  /** True: `ikigai run` fails if it is missing. */
  readonly required?: true
  /** True: it is kept, and neither started nor connected to. */
  readonly disabled?: true
}

/** How ikigai presents itself where a server asks for a login. Missing parts: it registers by itself. */
export interface OAuthSettings {
  /** As it was registered there by hand. */
  readonly clientId?: string
  readonly clientSecret?: string
  /** An https address of a document that describes ikigai as a client. */
  readonly clientMetadataUrl?: string
}

const sentText = z.string().max(10_000)
const sentTexts = z.record(z.string().max(500), sentText)

/** An entry of `mcp_servers` as a user writes it. */
export const toolServerEntrySchema = z.union([
  z.strictObject({
    command: sentText.min(1),
    args: z.array(sentText).optional(),
    env: sentTexts.optional(),
    cwd: sentText.optional(),
    sandbox: z.boolean().optional(),
    required: z.boolean().optional(),
    disabled: z.boolean().optional(),
  }),
  z.strictObject({
    url: sentText.min(1),
    headers: sentTexts.optional(),
    oauth: sentTexts.optional(),
    required: z.boolean().optional(),
    disabled: z.boolean().optional(),
  }),
])
export type ToolServerEntry = Readonly<z.infer<typeof toolServerEntrySchema>>

const EXPLORE_RANGE = `must have an explore from 0 to ${MAX_EXPLORE} (percent)`
const exploreSchema = z.number(EXPLORE_RANGE).min(0, EXPLORE_RANGE).max(MAX_EXPLORE, EXPLORE_RANGE).optional()

/** An entry of `pools`: its models as they are typed after `/model`. */
export const poolEntrySchema = z.strictObject({
  strategy: z.enum(POOL_STRATEGIES),
  models: z.array(z.string().max(300)).min(1, 'Add at least one model.').max(50),
  explore: exploreSchema,
})
export type PoolEntry = Readonly<z.infer<typeof poolEntrySchema>>

const text = z.string('must be text')
const oauth = z.object(
  {
    client_id: text.min(1).optional(),
    client_secret: text.min(1).optional(),
    client_metadata_url: z.url({ protocol: /^https$/ }).optional(),
  },
  'must have an oauth object with client_id, client_secret or client_metadata_url',
)
const texts = z.record(z.string(), text, 'must be an object of strings').default({})
const disabled = z.boolean().default(false)
const required = z.boolean().default(false)

/** The format that MCP clients share. */
export const TOOL_SERVERS: EntriesRow<ToolServerConfig, ToolServerEntry> = {
  key: 'mcp_servers',
  // The name is part of the tool names that models see: `server__tool`.
  names: /^[A-Za-z0-9_-]{1,40}$/,
  fields: ['command', 'args', 'env', 'cwd', 'sandbox', 'url', 'headers', 'oauth', 'required', 'disabled'],
  schema: z.union(
    [
      z
        .object({
          command: text.min(1),
          args: z.array(text).default([]),
          env: texts,
          cwd: text.min(1).optional(),
          sandbox: z.boolean().default(true),
          required,
          disabled,
        })
        .transform(({ command, args, env, cwd, sandbox, required: isNeeded, disabled: isOff }): ToolServerConfig => {
          const server = { transport: 'stdio', command, args, env, ...defined({ cwd }) } as const
          return {
            ...server,
            ...defined({
              sandbox: !sandbox ? sandbox : undefined,
              required: isNeeded || undefined,
              disabled: isOff || undefined,
            }),
          }
        }),
      z
        .object({ url: z.url({ protocol: /^https?$/ }), headers: texts, oauth: oauth.optional(), required, disabled })
        .transform(({ url, headers, oauth: given, required: isNeeded, disabled: isOff }): ToolServerConfig => {
          const login = given !== undefined && { oauth: oauthSettings(given) }
          return {
            transport: 'http',
            url,
            headers,
            ...login,
            ...defined({ required: isNeeded || undefined, disabled: isOff || undefined }),
          }
        }),
    ],
    'must have a command (with args, env and cwd) or an http(s) url (with headers)',
  ),
  show: (server) => {
    const off = defined({
      required: server.required === true ? true : undefined,
      disabled: server.disabled === true ? true : undefined,
    })
    if (server.transport === 'http') {
      const { url, headers, oauth: settings } = server
      return {
        url: withoutPassword(url),
        ...defined({
          headers: Object.keys(headers).length > 0 ? hiddenValues(headers) : undefined,
          oauth: settings === undefined ? undefined : shownOAuth(settings),
        }),
        ...off,
      }
    }
    const { command, args, env, cwd, sandbox } = server
    return {
      command,
      ...defined({
        args: args.length > 0 ? [...shownArguments(args)] : undefined,
        env: Object.keys(env).length > 0 ? hiddenValues(env) : undefined,
        cwd,
        sandbox,
      }),
      ...off,
    }
  },
}

/** Returns the servers that are not switched off. */
export function enabledServers(
  servers: Readonly<Record<string, ToolServerConfig>>,
): Readonly<Record<string, ToolServerConfig>> {
  return Object.fromEntries(Object.entries(servers).filter(([, { disabled: isOff }]) => isOff !== true))
}

function oauthSettings(given: z.infer<typeof oauth>): OAuthSettings {
  const { client_id: clientId, client_secret: clientSecret, client_metadata_url: clientMetadataUrl } = given
  return defined({ clientId, clientSecret, clientMetadataUrl })
}

function shownOAuth({ clientId, clientSecret, clientMetadataUrl }: OAuthSettings): Record<string, string> {
  return defined({
    client_id: clientId,
    client_secret: clientSecret === undefined ? undefined : HIDDEN_VALUE,
    client_metadata_url: clientMetadataUrl,
  })
}

/** Returns the names, with a placeholder for each value. */
function hiddenValues(values: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(values).map((name) => [name, HIDDEN_VALUE]))
}

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
