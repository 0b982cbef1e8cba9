import { z } from 'zod'

import type { ProviderConfig } from './config-entries.ts'
import type { Endpoint } from './endpoints/endpoint.ts'
import type { ToolServerConfig } from './tool-server.ts'
import type { ModelPools } from './model-pool.ts'
import { maskOutsideAgents, type OutsideAgentEntries, outsideAgentsSchema } from './outside-agent.ts'
import { type PriceOverrides, priceOverridesSchema } from './price-override.ts'
import type { Profiles } from './profile.ts'
import type { ApiProviderName } from './providers.ts'
import { PROXY_FORM, proxyUrl, WRONG_PROXY } from './proxy-url.ts'
import type { SandboxLevel } from './sandbox.ts'
import { type Hooks, hooksSchema, WRONG_HOOKS } from './tool-hook.ts'
import { UPDATE_ROWS } from './update-settings.ts'
import {
  cacheLifetimeSchema,
  countSetting,
  folderSetting,
  hostsSetting,
  limitSetting,
  maskAddress,
  positiveSchema,
  providerSchema,
  sandboxSettingSchema,
  sentNumber,
  sentText,
  setting,
  spendingLimit,
  type SettingRow,
  textSchema,
  unattendedLimit,
  wholeNumberSchema,
} from './setting-row.ts'

const NO_NETWORK = { value: null, effect: 'commands in the sandbox have no network' }
const NO_HOST = { value: [], effect: 'ikigai connects to this machine alone' }

const ROWS = {
  defaultProvider: setting({
    key: 'default_provider',
    type: providerSchema,
    schema: providerSchema,
    default: null,
    appliesAt: 'immediately',
    isInWindow: true,
    isHarmless: true,
  }),
  /** Maximum tokens of a reply. Null: the model's own maximum. */
  maxOutputTokens: setting({
    key: 'max_output_tokens',
    type: sentNumber.nullable(),
    schema: positiveSchema.nullable(),
    default: null,
    whenWrong: { value: 4_096, effect: 'an answer has at most 4,096 tokens' },
    appliesAt: 'immediately',
    isInWindow: false,
    isHarmless: true,
  }),
  /** Estimated tokens of the definitions of MCP tools above which they are searched, not sent. Null: they are sent. */
  toolSearchAbove: setting<number | null>({
    key: 'tool_search_above',
    type: sentNumber.nullable(),
    schema: wholeNumberSchema.nonnegative('must not be negative').nullable(),
    default: 20_000,
    appliesAt: 'immediately',
    isInWindow: false,
    isHarmless: true,
  }),
  maxToolTurns: { ...unattendedLimit('max_tool_turns', 50), isHarmless: true },
  /** Levels below the root of a tree at which models may create agents. */
  maxAgentDepth: unattendedLimit('max_agent_depth', 8),
  /** Children that a model may create in one turn. */
  maxChildrenPerTurn: unattendedLimit('max_children_per_turn', 20),
  /** Turns of one tree that run at the same time. At the limit, its models may not fork. */
  maxRunningTurns: unattendedLimit('max_running_turns', 50),
  /** Agents that models may make in a tree before a user acts in it again. */
  maxAgentsMade: unattendedLimit('max_agents_made', 50),
  /** Turns that may begin without a user in a tree (mail, children) before a user acts in it again. */
  maxTurnsWithoutUser: unattendedLimit('max_turns_without_user', 100),
  /** Requests that may be sent in a tree before a user acts in it again. */
  maxRequestsSent: unattendedLimit('max_requests_sent', 500),
  /** How long providers that offer a choice keep a request in their cache. `auto`: what is cheaper for the agent. */
  cacheLifetime: setting<'auto' | '5m' | '1h' | '12h'>({
    key: 'cache_lifetime',
    type: cacheLifetimeSchema,
    schema: cacheLifetimeSchema,
    default: 'auto',
    appliesAt: 'immediately',
    isInWindow: false,
    isHarmless: true,
  }),
  /** Maximum size of a tool's output in bytes. */
  maxOutputSize: limitSetting('max_output_size', 1_048_576, 'next_start'),
  /** Most tokens that a model is sent of one result, estimated; a tenth of its window if that is less. */
  maxResultTokens: limitSetting('max_result_tokens', 12_000, 'immediately'),
  /** Maximum size of a file that is attached to a prompt or returned by a tool, bytes. */
  maxAttachmentBytes: limitSetting('max_attachment_bytes', 32_000_000, 'immediately'),
  /** Larger files are not part of checkpoints, bytes. */
  maxCheckpointFileBytes: limitSetting('max_checkpoint_file_bytes', 5_000_000, 'immediately'),
  listenAddress: setting({
    key: 'listen_address',
    type: sentText,
    schema: textSchema.min(1, 'must not be empty'),
    default: '127.0.0.1',
    appliesAt: 'next_start',
    isInWindow: false,
  }),
  listenPort: setting({
    key: 'listen_port',
    type: sentNumber,
    schema: wholeNumberSchema.min(0, 'must be 0 to 65535').max(65_535, 'must be 0 to 65535'),
    default: 1_984,
    appliesAt: 'next_start',
    isInWindow: false,
  }),
  /** How many earlier prompts of an agent the prompt box recalls. 0: none. */
  historySize: setting({
    key: 'history_size',
    type: sentNumber,
    schema: wholeNumberSchema.nonnegative('must not be negative'),
    default: 10_000,
    appliesAt: 'immediately',
    isInWindow: false,
    isHarmless: true,
  }),
  /** Hours between two scheduled backups. 0: none are made. */
  backupEveryHours: countSetting('backup_every_hours', 24, 8_760),
  /** Where scheduled backups go. Null: beside the data directory; with a database of one's own, nowhere. */
  backupFolder: folderSetting('backup_folder', 'immediately'),
  /** Files with whole outputs of tools are deleted after so many days. 0: never. */
  toolOutputDays: countSetting('tool_output_days', 0, 36_500),
  /** Null: the embedded database. */
  databaseUrl: setting({
    key: 'database_url',
    type: sentText.nullable(),
    schema: textSchema.regex(/^postgres(ql)?:\/\//, 'must begin with postgres://').nullable(),
    default: null,
    appliesAt: 'next_start',
    isInWindow: true,
    mask: maskAddress,
  }),
  /** Folder of agents for which no other one was set. Null: the default. */
  workspace: folderSetting('workspace', 'next_start'),
  /** How far the programs of agents are confined, where no other level was chosen for the agent. */
  sandbox: setting<SandboxLevel>({
    key: 'sandbox',
    type: sandboxSettingSchema,
    schema: sandboxSettingSchema,
    default: 'workspace',
    whenWrong: { value: 'read-only', effect: 'commands write nowhere' },
    appliesAt: 'immediately',
    isInWindow: true,
  }),
  /** Hosts that commands in the sandbox reach without a question; `*` matches any text. Null: commands have no network. */
  sandboxDomains: hostsSetting('sandbox_domains', [], false, NO_NETWORK),
  /** The hosts, other than this machine, that may be connected to; `*` matches any text. Null: there is no limit. */
  onlyHosts: hostsSetting('only_hosts', null, true, NO_HOST),
  /** Address of the proxy for providers and HTTP tool servers. Null: none. */
  proxy: setting({
    key: 'proxy',
    type: sentText.nullable(),
    schema: textSchema.refine((address) => proxyUrl(address) !== null, PROXY_FORM).nullable(),
    default: null,
    whenWrong: { value: WRONG_PROXY, effect: 'nothing is sent but to this machine and the hosts of NO_PROXY' },
    appliesAt: 'immediately',
    isInWindow: true,
    mask: maskAddress,
  }),
  /** Address of a catalogue of models that `ikigai models --renew` loads. Null: only the providers' own lists. */
  modelCatalogUrl: setting({
    key: 'model_catalog_url',
    type: sentText.nullable(),
    schema: textSchema.regex(/^https:\/\//, 'must begin with https://').nullable(),
    default: null,
    appliesAt: 'immediately',
    isInWindow: false,
    mask: maskAddress,
  }),
  /** Whether the catalogue is renewed when ikigai starts and stays open. Null: not yet decided, so the window asks. */
  renewModelsAtStart: setting<boolean | null>({
    key: 'renew_models_at_start',
    type: z.boolean().nullable(),
    schema: z.boolean('must be true or false').nullable(),
    default: null,
    appliesAt: 'next_start',
    isInWindow: true,
  }),
  ...UPDATE_ROWS,
  /** Names of variables that tool programs receive in addition to the usual ones. */
  toolEnvironment: setting<readonly string[]>({
    key: 'tool_environment',
    type: z.array(sentText).max(500),
    schema: z.array(
      z.string('must be a list of names').regex(/^[^=\0]+$/, 'must be a list of variable names'),
      'must be a list of names',
    ),
    default: [],
    appliesAt: 'next_start',
    isInWindow: false,
  }),
  /** The program that opens files of agents: a name that is looked up in PATH, or a path. Null: none. */
  editor: setting({
    key: 'editor',
    type: sentText.nullable(),
    schema: textSchema.regex(/^[^\0]+$/, 'must be the name or the path of a program').nullable(),
    default: null,
    appliesAt: 'immediately',
    isInWindow: true,
  }),
  /** Programs that speak the Agent Client Protocol, by the name behind `acp/`. */
  outsideAgents: setting<OutsideAgentEntries>({
    key: 'outside_agents',
    type: outsideAgentsSchema,
    schema: outsideAgentsSchema,
    default: {},
    appliesAt: 'immediately',
    isInWindow: true,
    mask: maskOutsideAgents,
  }),
  /** Programs that run before and after tool calls and at the end of turns. */
  hooks: setting<Hooks>({
    key: 'hooks',
    type: hooksSchema,
    schema: hooksSchema,
    default: {},
    whenWrong: { value: WRONG_HOOKS, effect: 'no tool is called' },
    appliesAt: 'immediately',
    isInWindow: false,
  }),
  /** What all agents together may cost on one day, and in one calendar month, US dollars. Null: no limit. */
  maxCostPerDay: spendingLimit('max_cost_per_day'),
  maxCostPerMonth: spendingLimit('max_cost_per_month'),
  /** The window asks before it sends a prompt with a higher estimated cost, US dollars. Null: it does not ask. */
  askAboveUsd: setting({
    key: 'ask_above_usd',
    type: sentNumber.nullable(),
    schema: z.number('must be a number of dollars').nonnegative('must not be negative').nullable(),
    default: null,
    whenWrong: { value: 0, effect: 'the window asks before every prompt with a price' },
    appliesAt: 'immediately',
    isInWindow: true,
    isHarmless: true,
  }),
  /** The user's own prices of models. They replace those of the catalogue field by field. */
  prices: setting<PriceOverrides>({
    key: 'prices',
    type: priceOverridesSchema,
    schema: priceOverridesSchema,
    default: {},
    appliesAt: 'immediately',
    isInWindow: false,
  }),
}

export type Settings = { readonly [Name in keyof typeof ROWS]: z.output<(typeof ROWS)[Name]['schema']> }
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

/** config.json (docs/configuration.md), with defaults for missing keys. */
export interface Config extends Settings {
  readonly providers: Readonly<Partial<Record<ApiProviderName, ProviderConfig>>>
  readonly toolServers: Readonly<Record<string, ToolServerConfig>>
  readonly pools: ModelPools
  readonly profiles: Profiles
  /** The rows of `endpoints` that can be used, then known services whose key is in the environment. */
  readonly endpoints: readonly Endpoint[]
}

export const DEFAULT_CONFIG: Config = {
  ...mapSettings((_, row) => row.default),
  providers: {},
  toolServers: {},
  pools: {},
  profiles: {},
  endpoints: [],
}
