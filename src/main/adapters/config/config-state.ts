import type { ConfigState, PoolEntry, ToolServerEntry } from '../../../shared/config-state.ts'
import type { ModelPool } from '../../../shared/model-pool.ts'
import { modelSpecText } from '../../../shared/model-spec-text.ts'
import { withoutPassword } from '../../../shared/without-password.ts'
import type { Config, ToolServerConfig } from '../../core/ports.ts'
import { hidden } from './hidden-values.ts'

type OfConfig = Omit<
  ConfigState,
  'path' | 'warnings' | 'databaseFromEnvironment' | 'proxy' | 'proxyFromEnvironment' | 'needsRestart'
>

/** What a window may see of a configuration: everything but secrets. */
export function configState(config: Config): OfConfig {
  return {
    defaultProvider: config.defaultProvider,
    providers: mapped(config.providers, ({ defaultModel, baseUrl }) => ({
      defaultModel: defaultModel ?? null,
      baseUrl: baseUrl ?? null,
    })),
    maxOutputTokens: config.maxOutputTokens,
    maxToolTurns: config.maxToolTurns,
    historySize: config.historySize,
    databaseUrl: config.databaseUrl === null ? null : withoutPassword(config.databaseUrl),
    workspace: config.workspace,
    toolServers: mapped(config.toolServers, serverEntry),
    pools: mapped(config.pools, poolEntry),
  }
}

function mapped<Value, Shown>(
  record: Readonly<Record<string, Value | undefined>>,
  show: (value: Value) => Shown,
): Record<string, Shown> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => (value === undefined ? [] : [[name, show(value)]])),
  )
}

function serverEntry(server: ToolServerConfig): ToolServerEntry {
  if (server.transport === 'http') {
    const { url, headers } = server
    return { url, ...(Object.keys(headers).length > 0 && { headers: hidden(headers) }) }
  }
  const { command, args, env, cwd } = server
  return {
    command,
    ...(args.length > 0 && { args: [...args] }),
    ...(Object.keys(env).length > 0 && { env: hidden(env) }),
    ...(cwd !== undefined && { cwd }),
  }
}

function poolEntry({ strategy, models }: ModelPool): PoolEntry {
  return {
    strategy,
    models: models.map(({ provider, model, thinkingLevel }) => modelSpecText(provider, model, thinkingLevel)),
  }
}
