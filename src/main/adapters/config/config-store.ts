import { isDeepStrictEqual } from 'node:util'
import { type Config, type SettingName, SETTING_NAMES, SETTINGS, mapSettings } from '../../../shared/config.ts'
import type { ConfigChange, ConfigState, ProviderSettings } from '../../../shared/config-change.ts'
import { learnSecrets, learnSecretsIn } from '../../../shared/known-secrets.ts'
import { ok, refuse } from '../../../shared/result.ts'
import type { ConfigStore } from '../../core/ports/config-ports.ts'
import { limitConnections } from '../only-hosts.ts'
import { hostsOfEnvironment, loadConfig, pathOfConfig, proxyOfEnvironment, updateConfig } from './config-file.ts'
import { POOLS, PROFILES } from '../../../shared/config-entries.ts'
import {
  hasHiddenValues,
  restoredServer,
  TOOL_SERVERS,
  type ToolServerConfig,
  type ToolServerEntry,
} from '../../../shared/tool-server.ts'
import {
  endpointSecrets,
  hasHidden,
  restoredEndpoint,
  shownEndpoint,
} from '../../../shared/endpoints/endpoint-change.ts'
import { resolveEndpoint } from '../../../shared/endpoints/endpoint.ts'
import { unmaskOutsideAgents } from '../../../shared/outside-agent.ts'
import { readAddress } from '../../../shared/server-address.ts'
import { withoutPassword } from '../../../shared/without-password.ts'
import { defined } from '../../../shared/defined.ts'

export interface OpenedConfig extends ConfigStore {
  /** Warnings about the file when it was first read. */
  readonly warnings: readonly string[]
}

/**
 * Reads config.json. Changes that are made through the store apply immediately where possible; `onChange` is called
 * after each of them.
 */
export async function openConfig(
  configDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
  onChange: (config: Config) => void = () => undefined,
): Promise<OpenedConfig> {
  const first = await loadConfig(configDirectory, environment)
  const atStart = { ...first.config }
  learnSecretsIn(first.config)
  limitConnections(first.config.onlyHosts)
  learnSecrets(endpointSecrets(first.config.endpoints))
  const config: { -readonly [Key in keyof Config]: Config[Key] } = { ...first.config }
  let { warnings } = first
  // Includes removed entries: one that is added again may contain placeholders for hidden values.
  const { toolServers, outsideAgents, endpoints } = first.config
  let everKnown = { toolServers, outsideAgents, endpoints }

  function state(): ConfigState {
    return {
      ...visibleConfig(config),
      path: pathOfConfig(configDirectory),
      warnings,
      databaseFromEnvironment: Boolean(environment.DATABASE_URL),
      hostsFromEnvironment: hostsOfEnvironment(environment) !== null,
      proxyFromEnvironment: config.proxy !== null && config.proxy === proxyOfEnvironment(environment),
      needsRestart: SETTING_NAMES.filter((name) => isPending(name)),
    }
  }

  function isPending(name: SettingName): boolean {
    return SETTINGS[name].appliesAt === 'next_start' && !isDeepStrictEqual(config[name], atStart[name])
  }

  return {
    config,
    warnings: first.warnings,
    state,
    async update(change: ConfigChange) {
      const moved = [
        ...serversWithMovedSecrets(change, everKnown.toolServers),
        ...endpointsWithMovedSecrets(change, everKnown.endpoints),
      ]
      if (moved.length > 0) {
        return refuse(`The address of ${moved.join(', ')} leads to another host now. Enter its hidden values again.`)
      }
      const updated = await updateConfig(
        configDirectory,
        withHiddenValues(
          withEndpointSecrets(change, everKnown.endpoints),
          everKnown.toolServers,
          everKnown.outsideAgents,
        ),
      )
      if (!updated.ok) return updated
      const loaded = await loadConfig(configDirectory, environment)
      learnSecretsIn(loaded.config)
      limitConnections(loaded.config.onlyHosts)
      learnSecrets(endpointSecrets(loaded.config.endpoints))
      Object.assign(config, loaded.config)
      everKnown = {
        toolServers: { ...everKnown.toolServers, ...loaded.config.toolServers },
        outsideAgents: { ...everKnown.outsideAgents, ...loaded.config.outsideAgents },
        endpoints: withRemoved(loaded.config.endpoints, everKnown.endpoints),
      }
      warnings = loaded.warnings
      onChange(config)
      return ok(state())
    },
  }
}

type VisibleConfig = Pick<ConfigState, keyof Config>

/** The part of a configuration that a window may see: everything except secrets. */
function visibleConfig(config: Config): VisibleConfig {
  return {
    ...mapSettings((name, row) => (row.mask === undefined ? config[name] : row.mask(config[name]))),
    providers: mapValues(config.providers, ({ defaultModel, baseUrl }): ProviderSettings => {
      return { defaultModel: defaultModel ?? null, baseUrl: baseUrl === undefined ? null : withoutPassword(baseUrl) }
    }),
    toolServers: mapValues(config.toolServers, TOOL_SERVERS.show),
    pools: mapValues(config.pools, POOLS.show),
    profiles: mapValues(config.profiles, PROFILES.show),
    endpoints: config.endpoints.map(shownEndpoint),
  }
}

function mapValues<Value, Mapped>(
  record: Readonly<Record<string, Value | undefined>>,
  map: (value: Value) => Mapped,
): Record<string, Mapped> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [[name, map(value)]])),
  )
}

/** Restores the secrets of tool servers and outside agents that a window sent back as it was shown them. */
function withHiddenValues(
  { toolServers, outsideAgents, ...others }: ConfigChange,
  known: Config['toolServers'],
  agents: Config['outsideAgents'],
): ConfigChange {
  const restoredAgents = outsideAgents == null ? outsideAgents : unmaskOutsideAgents(outsideAgents, agents)
  const change = { ...others, ...defined({ outsideAgents: outsideAgents === undefined ? undefined : restoredAgents }) }
  if (toolServers === undefined) return change
  const entries = Object.entries(toolServers).map(([name, entry]): readonly [string, ToolServerEntry | null] => [
    name,
    entry && restoredServer(entry, known[name]),
  ])
  return { ...change, toolServers: Object.fromEntries(entries) }
}

/** Restores the secrets of endpoints that a window sent back as it was shown them. */
function withEndpointSecrets(change: ConfigChange, known: Config['endpoints']): ConfigChange {
  if (change.endpoints === undefined) return change
  const entries = Object.entries(change.endpoints).map(
    ([name, entry]) => [name, entry && restoredEndpoint(entry, endpointNamed(known, name)?.entry)] as const,
  )
  return { ...change, endpoints: Object.fromEntries(entries) }
}

/** Returns the endpoints, then those of before that are not among them. */
function withRemoved(endpoints: Config['endpoints'], before: Config['endpoints']): Config['endpoints'] {
  return [...endpoints, ...before.filter(({ name }) => endpointNamed(endpoints, name) === undefined)]
}

function endpointNamed(endpoints: Config['endpoints'], name: string) {
  return endpoints.find((endpoint) => endpoint.name === name)
}

/** As `serversWithMovedSecrets`, of endpoints. */
function endpointsWithMovedSecrets({ endpoints = {} }: ConfigChange, known: Config['endpoints']): readonly string[] {
  return Object.entries(endpoints).flatMap(([name, entry]) => {
    const before = endpointNamed(known, name)
    if (entry === null || before === undefined || !hasHidden(entry)) return []
    const origin = originAt(resolveEndpoint(entry).baseUrl)
    return origin !== null && origin === originAt(before.baseUrl) ? [] : [name]
  })
}

/**
 * Returns the names of tool servers that the change gives an address of another host, and sends secrets back for as they
 * were shown: whoever only saw that there are some must not have them sent elsewhere.
 */
function serversWithMovedSecrets(
  { toolServers = {} }: ConfigChange,
  known: Readonly<Record<string, ToolServerConfig>>,
): readonly string[] {
  return Object.entries(toolServers).flatMap(([name, entry]) => {
    const before = known[name]
    if (entry === null || !('url' in entry) || before?.transport !== 'http') return []
    return hasHiddenValues(entry) && originOf(entry.url) !== originOf(before.url) ? [name] : []
  })
}

/** As requests to the address go, which may lack `https://`. */
function originAt(address: string | null): string | null {
  const read = readAddress(address ?? '')
  return 'problem' in read ? null : read.url.origin
}

function originOf(address: string): string | null {
  return URL.parse(address)?.origin ?? null
}
