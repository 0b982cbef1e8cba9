import { z } from 'zod'

import type { ToolServerConfig } from './config-entries.ts'
import type { ModelPools } from './model-pool.ts'
import { type PriceOverrides, priceOverridesSchema } from './price-override.ts'
import type { Profiles } from './profile.ts'
import { PROVIDER_NAMES, type ProviderName } from './providers.ts'
import { PROXY_FORM, proxyUrl } from './proxy-url.ts'
import { SANDBOX_LEVELS, type SandboxLevel } from './sandbox.ts'
import { withoutPassword } from './without-password.ts'

/** One key of config.json. */
interface SettingRow<Value> {
  readonly key: string
  /**
   * Schema of a change from a window. A value that fits `type` but not `schema` is refused with the message of
   * `schema`.
   */
  readonly type: z.ZodType<Value>
  /** Schema of the value in the file. The messages complete `KEY …`. */
  readonly schema: z.ZodType<Value>
  readonly default: NoInfer<Value>
  readonly appliesAt: 'immediately' | 'next_start'
  /**
   * True: it neither starts programs, nor sends anything, nor relaxes a limit, so a window may change it without
   * confirmation.
   */
  readonly isHarmless?: boolean
  /** Returns the part of the value that a window may see. Missing: all of it. */
  readonly mask?: (value: Value) => Value
}

function setting<Value>(row: SettingRow<Value>): SettingRow<Value> {
  return row
}

const sentNumber = z.number()
const sentText = z.string().max(4_000)
const positive = z.int('must be a whole number').positive('must be more than 0')
const wholeNumber = z.int('must be a whole number')
const text = z.string('must be text')
const provider = z.enum(PROVIDER_NAMES, `must be one of ${PROVIDER_NAMES.join(', ')}`).nullable()
const cacheLifetime = z.enum(['auto', '5m', '1h'], 'must be auto, 5m or 1h')
const hosts = z
  .array(
    z
      .string('must be a list of hosts')
      .max(300)
      .regex(/^[\w.*:[\]-]+$/, 'must be hosts, as registry.npmjs.org'),
    'must be a list of hosts',
  )
  .max(500)
  .nullable()
const sandboxLevel = z.enum(SANDBOX_LEVELS, `must be ${SANDBOX_LEVELS.join(', ')}`)
const maskAddress = (address: string | null): string | null => (address === null ? null : withoutPassword(address))

/** A whole number above 0. */
function limit(key: string, standard: number, appliesAt: 'immediately' | 'next_start'): SettingRow<number> {
  return { key, type: sentNumber, schema: positive, default: standard, appliesAt }
}

const ROWS = {
  defaultProvider: setting({
    key: 'default_provider',
    type: provider,
    schema: provider,
    default: null,
    appliesAt: 'immediately',
    isHarmless: true,
  }),
  /** Maximum tokens of a reply. Null: the model's own maximum. */
  maxOutputTokens: setting({
    key: 'max_output_tokens',
    type: sentNumber.nullable(),
    schema: positive.nullable(),
    default: null,
    appliesAt: 'immediately',
    isHarmless: true,
  }),
  maxToolTurns: { ...limit('max_tool_turns', 50, 'immediately'), isHarmless: true },
  /** Levels below the root of a tree at which models may create agents. */
  maxAgentDepth: limit('max_agent_depth', 8, 'immediately'),
  /** Children that a model may create in one turn. */
  maxChildrenPerTurn: limit('max_children_per_turn', 20, 'immediately'),
  /** Turns of one tree that run at the same time. At the limit, its models may not fork. */
  maxRunningTurns: limit('max_running_turns', 50, 'immediately'),
  /** How long providers that offer a choice keep a request in their cache. `auto`: what is cheaper for the agent. */
  cacheLifetime: setting<'auto' | '5m' | '1h'>({
    key: 'cache_lifetime',
    type: cacheLifetime,
    schema: cacheLifetime,
    default: 'auto',
    appliesAt: 'immediately',
    isHarmless: true,
  }),
  /** Maximum size of a tool's output in bytes. */
  maxOutputSize: limit('max_output_size', 1_048_576, 'next_start'),
  /** Maximum size of a file that is attached to a prompt or returned by a tool, bytes. */
  maxAttachmentBytes: limit('max_attachment_bytes', 32_000_000, 'immediately'),
  /** Larger files are not part of checkpoints, bytes. */
  maxCheckpointFileBytes: limit('max_checkpoint_file_bytes', 5_000_000, 'immediately'),
  listenAddress: setting({
    key: 'listen_address',
    type: sentText,
    schema: text.min(1, 'must not be empty'),
    default: '127.0.0.1',
    appliesAt: 'next_start',
  }),
  listenPort: setting({
    key: 'listen_port',
    type: sentNumber,
    schema: wholeNumber.min(0, 'must be 0 to 65535').max(65_535, 'must be 0 to 65535'),
    default: 1_984,
    appliesAt: 'next_start',
  }),
  /** How many earlier prompts of an agent the prompt box recalls. 0: none. */
  historySize: setting({
    key: 'history_size',
    type: sentNumber,
    schema: wholeNumber.nonnegative('must not be negative'),
    default: 10_000,
    appliesAt: 'immediately',
    isHarmless: true,
  }),
  /** Null: the embedded database. */
  databaseUrl: setting({
    key: 'database_url',
    type: sentText.nullable(),
    schema: text.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://').nullable(),
    default: null,
    appliesAt: 'next_start',
    mask: maskAddress,
  }),
  /** Folder of agents for which no other one was set. Null: the default. */
  workspace: setting({
    key: 'workspace',
    type: sentText.nullable(),
    schema: text.regex(/^(\/|~\/|[A-Za-z]:\\)/, 'must be an absolute path, or begin with ~/').nullable(),
    default: null,
    appliesAt: 'next_start',
  }),
  /** How far the programs of agents are confined, where no other level was chosen for the agent. */
  sandbox: setting<SandboxLevel>({
    key: 'sandbox',
    type: sandboxLevel,
    schema: sandboxLevel,
    default: 'workspace',
    appliesAt: 'immediately',
  }),
  /** Hosts that commands in the sandbox reach without a question; `*` matches any text. Null: commands have no network. */
  sandboxDomains: setting<readonly string[] | null>({
    key: 'sandbox_domains',
    type: hosts,
    schema: hosts,
    default: [],
    appliesAt: 'immediately',
  }),
  /** Address of the proxy for providers and HTTP tool servers. Null: none. */
  proxy: setting({
    key: 'proxy',
    type: sentText.nullable(),
    schema: text.refine((address) => proxyUrl(address) !== null, PROXY_FORM).nullable(),
    default: null,
    appliesAt: 'immediately',
    mask: maskAddress,
  }),
  /** Address of a catalogue of models that `ikigai models --renew` loads. Null: only the providers' own lists. */
  modelCatalogUrl: setting({
    key: 'model_catalog_url',
    type: sentText.nullable(),
    schema: text.regex(/^https:\/\//, 'must begin with https://').nullable(),
    default: null,
    appliesAt: 'immediately',
  }),
  /** Names of variables that tool programs receive in addition to the usual ones. */
  toolEnvironment: setting<readonly string[]>({
    key: 'tool_environment',
    type: z.array(sentText).max(500),
    schema: z.array(
      z.string('must be a list of names').regex(/^[^=\0]+$/, 'must be a list of names of variables'),
      'must be a list of names',
    ),
    default: [],
    appliesAt: 'next_start',
  }),
  /** What all agents together may cost on one day, US dollars. Null: no limit. */
  maxCostPerDay: setting({
    key: 'max_cost_per_day',
    type: sentNumber.nullable(),
    schema: z.number('must be a number of dollars').positive('must be more than 0').nullable(),
    default: null,
    appliesAt: 'immediately',
  }),
  /** The window asks before it sends a prompt with a higher estimated cost, US dollars. Null: it does not ask. */
  askAboveUsd: setting({
    key: 'ask_above_usd',
    type: sentNumber.nullable(),
    schema: z.number('must be a number of dollars').nonnegative('must not be negative').nullable(),
    default: null,
    appliesAt: 'immediately',
    isHarmless: true,
  }),
  /** The user's own prices of models. They replace those of the catalogue field by field. */
  prices: setting<PriceOverrides>({
    key: 'prices',
    type: priceOverridesSchema,
    schema: priceOverridesSchema,
    default: {},
    appliesAt: 'immediately',
  }),
}

export type Settings = { readonly [Name in keyof typeof ROWS]: (typeof ROWS)[Name]['default'] }
export type SettingName = keyof Settings

/** One row per setting, in the order of the documentation. */
export const SETTINGS: { readonly [Name in SettingName]: SettingRow<Settings[Name]> } = ROWS
export const SETTING_NAMES: readonly SettingName[] = Object.keys(ROWS).filter(isSettingName)

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(ROWS, name)
}

/** Builds an object with one value per setting. */
export function mapSettings(
  valueOf: <Name extends SettingName>(name: Name, row: SettingRow<Settings[Name]>) => Settings[Name],
): Settings {
  const settings: { -readonly [Name in SettingName]?: Settings[Name] } = {}
  const set = <Name extends SettingName>(name: Name): void => {
    settings[name] = valueOf(name, SETTINGS[name])
  }
  SETTING_NAMES.forEach((name) => set(name))
  if (!isComplete(settings)) throw new Error('A setting has no value')
  return settings
}

function isComplete(settings: Partial<Settings>): settings is Settings {
  return SETTING_NAMES.every((name) => Object.hasOwn(settings, name))
}

/** The keys of an entry of `providers`, each with the schema of its value in the file. */
export const PROVIDER_SETTINGS = {
  defaultModel: { key: 'default_model', schema: text.min(1, 'must not be empty') },
  baseUrl: {
    key: 'base_url',
    schema: z.url({ protocol: /^https?$/, error: 'must be an http:// or https:// address' }),
  },
  /** Seconds without received data after which a request is aborted. Missing: the provider's default. */
  idleTimeoutSeconds: {
    key: 'idle_timeout_seconds',
    schema: positive.max(86_400, 'must be 86400 (a day) at most'),
  },
}

export type ProviderConfig = {
  readonly [Name in keyof typeof PROVIDER_SETTINGS]?: z.infer<(typeof PROVIDER_SETTINGS)[Name]['schema']>
}

/** config.json (docs/configuration.md), with defaults for missing keys. */
export interface Config extends Settings {
  readonly providers: Readonly<Partial<Record<ProviderName, ProviderConfig>>>
  readonly toolServers: Readonly<Record<string, ToolServerConfig>>
  readonly pools: ModelPools
  readonly profiles: Profiles
}

export const DEFAULT_CONFIG: Config = {
  ...mapSettings((_, row) => row.default),
  providers: {},
  toolServers: {},
  pools: {},
  profiles: {},
}
