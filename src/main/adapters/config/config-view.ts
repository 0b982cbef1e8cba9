import { type Config, mapSettings } from '../../../shared/config.ts'
import type { ConfigChange, ConfigState, ProviderSettings } from '../../../shared/config-change.ts'
import { POOLS, PROFILES } from '../../../shared/config-entries.ts'
import {
  hasHiddenValues,
  restoredServer,
  TOOL_SERVERS,
  type ToolServerConfig,
  type ToolServerEntry,
} from '../../../shared/tool-server.ts'
import { unmaskOutsideAgents } from '../../../shared/outside-agent.ts'
import { withoutPassword } from '../../../shared/without-password.ts'
import { defined } from '../../../shared/defined.ts'

type VisibleConfig = Pick<ConfigState, keyof Config>

/** The part of a configuration that a window may see: everything except secrets. */
export function visibleConfig(config: Config): VisibleConfig {
  return {
    ...mapSettings((name, row) => (row.mask === undefined ? config[name] : row.mask(config[name]))),
    providers: mapValues(config.providers, ({ defaultModel, baseUrl }): ProviderSettings => {
      return { defaultModel: defaultModel ?? null, baseUrl: baseUrl === undefined ? null : withoutPassword(baseUrl) }
    }),
    toolServers: mapValues(config.toolServers, TOOL_SERVERS.show),
    pools: mapValues(config.pools, POOLS.show),
    profiles: mapValues(config.profiles, PROFILES.show),
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
export function withHiddenValues(
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

/**
 * Returns the names of tool servers that the change gives an address of another host, and sends secrets back for as they
 * were shown: whoever only saw that there are some must not have them sent elsewhere.
 */
export function serversWithMovedSecrets(
  { toolServers = {} }: ConfigChange,
  known: Readonly<Record<string, ToolServerConfig>>,
): readonly string[] {
  return Object.entries(toolServers).flatMap(([name, entry]) => {
    const before = known[name]
    if (entry === null || !('url' in entry) || before?.transport !== 'http') return []
    return hasHiddenValues(entry) && originOf(entry.url) !== originOf(before.url) ? [name] : []
  })
}

function originOf(address: string): string | null {
  return URL.parse(address)?.origin ?? null
}
