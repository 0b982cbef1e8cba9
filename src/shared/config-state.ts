import { z } from 'zod'

import { PROVIDER_NAMES, type ProviderName } from './providers.ts'

/** What stands in the place of a value that is not shown back; given back, it leaves the value as it is. */
export const HIDDEN_VALUE = '••••••'

const text = z.string().max(10_000)
const texts = z.record(z.string().max(500), text)

/** An entry of `mcp_servers` as a person writes it. */
export const toolServerEntrySchema = z.union([
  z.strictObject({
    command: text.min(1),
    args: z.array(text).optional(),
    env: texts.optional(),
    cwd: text.optional(),
  }),
  z.strictObject({ url: text.min(1), headers: texts.optional() }),
])
export type ToolServerEntry = Readonly<z.infer<typeof toolServerEntrySchema>>

/** An entry of `pools`: its models as they are typed after `/model`. */
export const poolEntrySchema = z.strictObject({
  strategy: z.enum(['failover', 'round-robin']),
  models: z.array(z.string().max(300)).min(1).max(50),
})
export type PoolEntry = Readonly<z.infer<typeof poolEntrySchema>>

const providerChangeSchema = z.strictObject({
  defaultModel: z.string().max(300).nullable().optional(),
  baseUrl: z.string().max(2_000).nullable().optional(),
})

/** What of config.json is to change, and only that; `null` takes a key out, so that its default holds again. */
export const configChangeSchema = z.strictObject({
  defaultProvider: z.enum(PROVIDER_NAMES).nullable().optional(),
  maxOutputTokens: z.int().positive().nullable().optional(),
  maxToolTurns: z.int().positive().nullable().optional(),
  databaseUrl: z.string().max(2_000).nullable().optional(),
  workspace: z.string().max(4_000).nullable().optional(),
  proxy: z.string().max(2_000).nullable().optional(),
  providers: z.partialRecord(z.enum(PROVIDER_NAMES), providerChangeSchema).optional(),
  toolServers: z.record(z.string().max(100), toolServerEntrySchema.nullable()).optional(),
  pools: z.record(z.string().max(100), poolEntrySchema.nullable()).optional(),
})
export type ConfigChange = Readonly<z.infer<typeof configChangeSchema>>

export interface ProviderSettings {
  readonly defaultModel: string | null
  readonly baseUrl: string | null
}

/** config.json as Settings shows it. No secret is in it: passwords and the values of variables and headers are hidden. */
export interface ConfigState {
  /** Absolute. */
  readonly path: string
  /** What was wrong in the file, one line each. */
  readonly warnings: readonly string[]
  readonly defaultProvider: ProviderName | null
  readonly providers: Readonly<Partial<Record<ProviderName, ProviderSettings>>>
  /** Tokens of a reply; null: the model's own maximum. */
  readonly maxOutputTokens: number | null
  readonly maxToolTurns: number
  /** How many earlier prompts of an agent the prompt box recalls; 0: none. */
  readonly historySize: number
  /** Without its password; null: the embedded database. */
  readonly databaseUrl: string | null
  /** `DATABASE_URL` is set and wins over the file. */
  readonly databaseFromEnvironment: boolean
  readonly workspace: string | null
  readonly toolServers: Readonly<Record<string, ToolServerEntry>>
  readonly pools: Readonly<Record<string, PoolEntry>>
  /** Through which providers are asked, without its password; null: none. */
  readonly proxy: string | null
  /** It comes from `HTTPS_PROXY` of the environment. */
  readonly proxyFromEnvironment: boolean
  /** What was changed since the start and holds only after the next one. */
  readonly needsRestart: readonly ('databaseUrl' | 'workspace')[]
}
