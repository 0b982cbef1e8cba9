import type { ConfigChange as SharedChange, PoolEntry, ToolServerEntry } from '../../../shared/config-state.ts'
import type { Config } from '../../core/ports.ts'
import { setInJson } from './edit-json.ts'

/** The keys to change, and only those; `null` takes a key out, so that its default holds again. */
export type ConfigChange = {
  readonly [Key in Exclude<keyof Config, 'providers' | 'toolServers' | 'toolEnvironment' | 'pools'>]?:
    | Config[Key]
    | null
    | undefined
} & Pick<SharedChange, 'providers' | 'toolServers' | 'pools'>

type Value = string | number | PoolEntry | ToolServerEntry
type Edit = readonly [path: readonly string[], value: Value | null | undefined]

/** The text with the change made. Everything else stays byte for byte: order, comments, spaces, keys that we do not know. */
export function editConfigText(text: string, change: ConfigChange): string {
  return editsOf(change).reduce((edited, [path, value]) => {
    return value === undefined ? edited : setInJson(edited, path, value ?? undefined)
  }, text)
}

function editsOf({ providers, toolServers, pools, ...change }: ConfigChange): readonly Edit[] {
  return [
    ...Object.entries(providers ?? {}).flatMap(([name, provider]): readonly Edit[] => [
      [['providers', name, 'default_model'], provider?.defaultModel],
      [['providers', name, 'base_url'], provider?.baseUrl],
    ]),
    ...Object.entries(toolServers ?? {}).map(([name, server]): Edit => [['mcp_servers', name], server]),
    ...Object.entries(pools ?? {}).map(([name, pool]): Edit => [['pools', name], pool]),
    [['default_provider'], change.defaultProvider],
    [['max_output_tokens'], change.maxOutputTokens],
    [['max_tool_turns'], change.maxToolTurns],
    [['max_agent_depth'], change.maxAgentDepth],
    [['max_children_per_turn'], change.maxChildrenPerTurn],
    [['max_running_turns'], change.maxRunningTurns],
    [['max_output_size'], change.maxOutputSize],
    [['listen_address'], change.listenAddress],
    [['listen_port'], change.listenPort],
    [['history_size'], change.historySize],
    [['database_url'], change.databaseUrl],
    [['workspace'], change.workspace],
    [['proxy'], change.proxy],
  ]
}
