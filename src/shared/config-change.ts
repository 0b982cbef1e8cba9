import { z } from 'zod'

import { type Settings, type SettingName, SETTING_NAMES, SETTINGS } from './config.ts'
import { type PoolEntry, poolEntrySchema } from './config-entries.ts'
import type { ShownEndpoint } from './endpoints/endpoint-change.ts'
import { type EndpointEntry, endpointEntrySchema } from './endpoints/endpoint-entry.ts'
import { type ToolServerEntry, toolServerEntrySchema } from './tool-server.ts'
import { type ProfileEntry, profileEntrySchema } from './profile.ts'
import { PROVIDER_NAMES, type ProviderName } from './providers.ts'

const sentText = z.string().max(4_000)

/** The part of config.json to change. Null removes a key, so that its default applies again. */
export type ConfigChange = { readonly [Name in SettingName]?: Settings[Name] | null | undefined } & {
  readonly providers?: z.infer<typeof providerChangesSchema> | undefined
  readonly toolServers?: Readonly<Record<string, ToolServerEntry | null>> | undefined
  readonly pools?: Readonly<Record<string, PoolEntry | null>> | undefined
  readonly profiles?: Readonly<Record<string, ProfileEntry | null>> | undefined
  readonly endpoints?: Readonly<Record<string, EndpointEntry | null>> | undefined
}

const providerChangesSchema = z.partialRecord(
  z.enum(PROVIDER_NAMES),
  z.strictObject({ defaultModel: sentText.nullable().optional(), baseUrl: sentText.nullable().optional() }),
)

const sentEntries = {
  providers: providerChangesSchema,
  toolServers: z.record(z.string().max(100), toolServerEntrySchema.nullable()),
  pools: z.record(z.string().max(100), poolEntrySchema.nullable()),
  profiles: z.record(z.string().max(100), profileEntrySchema.nullable()),
  endpoints: z.record(z.string().max(100), endpointEntrySchema.nullable()),
}

const changeShape = z.strictObject(
  Object.fromEntries(
    [
      ...SETTING_NAMES.map((name) => [name, SETTINGS[name].type.nullable()] as const),
      ...Object.entries(sentEntries),
    ].map(([name, schema]): [string, z.ZodType] => [name, schema.optional()]),
  ),
)

export const configChangeSchema = z.custom<ConfigChange>((change) => changeShape.safeParse(change).success)

export interface ProviderSettings {
  readonly defaultModel: string | null
  readonly baseUrl: string | null
}

/** config.json as Settings shows it, without secrets: passwords and the values of variables and headers are hidden. */
export interface ConfigState extends Settings {
  /** Absolute. */
  readonly path: string
  /** Problems in the file, one line each. */
  readonly warnings: readonly string[]
  readonly providers: Readonly<Partial<Record<ProviderName, ProviderSettings>>>
  readonly toolServers: Readonly<Record<string, ToolServerEntry>>
  readonly pools: Readonly<Record<string, PoolEntry>>
  readonly profiles: Readonly<Record<string, ProfileEntry>>
  readonly endpoints: readonly ShownEndpoint[]
  /** Whether `DATABASE_URL` is set and overrides the file. */
  readonly databaseFromEnvironment: boolean
  /** Whether `IKIGAI_ONLY_HOSTS` is set and overrides the file. */
  readonly hostsFromEnvironment: boolean
  /** Whether the proxy comes from the environment. */
  readonly proxyFromEnvironment: boolean
  /** Settings that were changed since the start and take effect after the next one. */
  readonly needsRestart: readonly SettingName[]
}
