import { applyEdits, findNodeAtLocation, modify, parseTree } from 'jsonc-parser'
import type { FormattingOptions } from 'jsonc-parser'
import type { ConfigChange as SharedChange, PoolEntry, ToolServerEntry } from '../../../shared/config-state.ts'
import type { Config } from '../../core/ports.ts'

/** The keys to change, and only those; `null` takes a key out, so that its default holds again. */
export type ConfigChange = {
  readonly [Key in Exclude<keyof Config, 'providers' | 'toolServers' | 'toolEnvironment' | 'pools'>]?:
    | Config[Key]
    | null
    | undefined
} & Pick<SharedChange, 'providers' | 'toolServers' | 'pools'>

type Value = string | number | PoolEntry | ToolServerEntry
type Edit = readonly [path: readonly string[], value: Value | null | undefined]

/** The text with the change made. Everything else stays byte for byte: order, indentation, keys that we do not know. */
export function editConfigText(text: string, change: ConfigChange): string {
  const formattingOptions = { insertSpaces: !/^\t/m.test(text), tabSize: indentation(text), eol: endOfLine(text) }
  return editsOf(change).reduce((edited, [path, value]) => {
    if (value === undefined) return edited
    return value === null ? without(edited, path) : withValue(edited, path, value, formattingOptions)
  }, text)
}

function withValue(text: string, path: readonly string[], value: Value, formattingOptions: FormattingOptions) {
  return applyEdits(text, modify(text, [...path], value, { formattingOptions }))
}

/** Not formatted: that would rewrite what stands beside the removed key. */
function without(text: string, path: readonly string[]): string {
  const tree = parseTree(text)
  const isThere = tree !== undefined && findNodeAtLocation(tree, [...path]) !== undefined
  return isThere ? applyEdits(text, modify(text, [...path], undefined, {})) : text
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
    [['max_output_size'], change.maxOutputSize],
    [['listen_address'], change.listenAddress],
    [['listen_port'], change.listenPort],
    [['history_size'], change.historySize],
    [['database_url'], change.databaseUrl],
    [['workspace'], change.workspace],
    [['proxy'], change.proxy],
  ]
}

/** Spaces of the first indented line. */
function indentation(text: string): number {
  return /^( +)\S/m.exec(text)?.[1]?.length ?? 2
}

function endOfLine(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}
