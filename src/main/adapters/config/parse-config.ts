import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import type { z } from 'zod'
import { isNestedTooDeep, NESTED_TOO_DEEP } from '../../../shared/json.ts'
import { POOL_NAME } from '../../../shared/model-pool.ts'
import { meantName } from '../../../shared/nearest-name.ts'
import { isProviderName, PROVIDER_NAMES } from '../../../shared/providers.ts'
import type { Config, ProviderConfig } from '../../core/ports.ts'
import { configFields, DEFAULT_CONFIG, providerFields, TOOL_SERVER_NAME, toolServerField } from './config-schema.ts'
import { poolField } from './pool-field.ts'

export interface LoadedConfig {
  readonly config: Config
  /** One line each: which line, what is wrong there, what holds instead. Never a value from the file. */
  readonly warnings: readonly string[]
}

/** A config.json that is being read. */
interface Source {
  readonly text: string
  readonly tree: Node
  readonly warnings: string[]
}

/**
 * Reads the text of a config.json. One wrong value costs only itself; a text that is not JSON costs all.
 * Keys that we do not know are kept: they may be a newer version's. Of misspelt ones a warning says what was meant.
 */
export function parseConfig(text: string): LoadedConfig {
  const problem = syntaxProblem(text)
  const tree = problem === null ? parseTree(text) : undefined
  if (problem !== null || tree === undefined) {
    return { config: DEFAULT_CONFIG, warnings: [`${problem ?? 'It is empty'}. Using the defaults.`] }
  }
  const source: Source = { text, tree, warnings: [] }
  const config: Config = {
    providers: readProviders(source),
    defaultProvider: read(source, ['default_provider'], configFields.default_provider, DEFAULT_CONFIG.defaultProvider),
    maxOutputTokens: read(
      source,
      ['max_output_tokens'],
      configFields.max_output_tokens,
      DEFAULT_CONFIG.maxOutputTokens,
    ),
    maxToolTurns: read(source, ['max_tool_turns'], configFields.max_tool_turns, DEFAULT_CONFIG.maxToolTurns),
    maxAgentDepth: read(source, ['max_agent_depth'], configFields.max_agent_depth, DEFAULT_CONFIG.maxAgentDepth),
    maxChildrenPerTurn: read(
      source,
      ['max_children_per_turn'],
      configFields.max_children_per_turn,
      DEFAULT_CONFIG.maxChildrenPerTurn,
    ),
    maxRunningTurns: read(
      source,
      ['max_running_turns'],
      configFields.max_running_turns,
      DEFAULT_CONFIG.maxRunningTurns,
    ),
    maxOutputSize: read(source, ['max_output_size'], configFields.max_output_size, DEFAULT_CONFIG.maxOutputSize),
    listenAddress: read(source, ['listen_address'], configFields.listen_address, DEFAULT_CONFIG.listenAddress),
    listenPort: read(source, ['listen_port'], configFields.listen_port, DEFAULT_CONFIG.listenPort),
    historySize: read(source, ['history_size'], configFields.history_size, DEFAULT_CONFIG.historySize),
    databaseUrl: read(source, ['database_url'], configFields.database_url, DEFAULT_CONFIG.databaseUrl),
    workspace: read(source, ['workspace'], configFields.workspace, DEFAULT_CONFIG.workspace),
    proxy: read(source, ['proxy'], configFields.proxy, DEFAULT_CONFIG.proxy),
    toolEnvironment: read(source, ['tool_environment'], configFields.tool_environment, DEFAULT_CONFIG.toolEnvironment),
    toolServers: readNamed(source, 'mcp_servers', { name: TOOL_SERVER_NAME, entry: toolServerField }),
    pools: readNamed(source, 'pools', { name: POOL_NAME, entry: poolField }),
  }
  warnOfMisspelt(source, tree, { path: [], known: CONFIG_KEYS })
  return { config, warnings: source.warnings }
}

const CONFIG_KEYS = [...Object.keys(configFields), 'providers', 'mcp_servers', 'pools']
const ENTRY_KEYS: Readonly<Record<string, readonly string[]>> = {
  providers: Object.keys(providerFields),
  mcp_servers: ['command', 'args', 'env', 'cwd', 'url', 'headers'],
  pools: ['strategy', 'models'],
}

/** Warns of keys that are like one that we know; others may be a newer version's. */
function warnOfMisspelt(
  source: Source,
  object: Node,
  keys: { path: readonly string[]; known: readonly string[] },
): void {
  for (const [name, node] of propertiesOf(object)) {
    const meant = meantName(name, keys.known)
    const key = [...keys.path, name].join('.')
    if (meant !== null) warn(source, node, `${key} is not a setting. Did you mean ${meant}? It is ignored`)
    const known = keys.path.length === 0 ? ENTRY_KEYS[name] : undefined
    if (known === undefined) continue
    for (const [entry, value] of propertiesOf(node)) warnOfMisspelt(source, value, { path: [name, entry], known })
  }
}

/** The first thing that keeps the text from being a JSON object; null: it is one. */
export function syntaxProblem(text: string): string | null {
  if (isNestedTooDeep(text)) return NESTED_TOO_DEEP
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { allowTrailingComma: false })
  const [first] = errors
  if (first) return `Line ${lineAt(text, first.offset)} is not valid JSON (${printParseErrorCode(first.error)})`
  return tree?.type === 'object' ? null : 'Line 1 is not valid JSON (a { is expected)'
}

function readProviders(source: Source): Config['providers'] {
  const providers = findNodeAtLocation(source.tree, ['providers'])
  if (providers === undefined) return {}
  if (providers.type !== 'object') {
    warn(source, providers, 'providers must be an object; ignored')
    return {}
  }
  const entries = propertiesOf(providers).filter(([name, node]) => {
    if (isProviderName(name) && node.type === 'object') return true
    const expected = isProviderName(name) ? 'must be an object' : `is none of ${PROVIDER_NAMES.join(', ')}`
    warn(source, node, `providers.${name} ${expected}; ignored`)
    return false
  })
  return Object.fromEntries(entries.map(([name]) => [name, readProvider(source, name)]))
}

function readProvider(source: Source, name: string): ProviderConfig {
  const defaultModel = read(source, ['providers', name, 'default_model'], providerFields.default_model.nullable(), null)
  const baseUrl = read(source, ['providers', name, 'base_url'], providerFields.base_url.nullable(), null)
  const idle = read(
    source,
    ['providers', name, 'idle_timeout_seconds'],
    providerFields.idle_timeout_seconds.nullable(),
    null,
  )
  return {
    ...(defaultModel !== null && { defaultModel }),
    ...(baseUrl !== null && { baseUrl }),
    ...(idle !== null && { idleTimeoutSeconds: idle }),
  }
}

/** An object of entries that people name, such as `pools` and `mcp_servers`. A bad name or entry costs only itself. */
function readNamed<Value>(
  source: Source,
  key: string,
  { name: pattern, entry: field }: { readonly name: RegExp; readonly entry: z.ZodType<Value> },
): Readonly<Record<string, Value>> {
  const object = findNodeAtLocation(source.tree, [key])
  if (object === undefined) return {}
  if (object.type !== 'object') {
    warn(source, object, `${key} must be an object; ignored`)
    return {}
  }
  const entries = propertiesOf(object).flatMap(([name, node]): readonly (readonly [string, Value])[] => {
    if (!pattern.test(name)) {
      warn(source, node, `${key}.${name} must be named with letters, digits, _ and -, 40 at most; ignored`)
      return []
    }
    const entry = read(source, [key, name], field.nullable(), null)
    return entry === null ? [] : [[name, entry]]
  })
  return Object.fromEntries(entries)
}

function propertiesOf(object: Node): readonly (readonly [string, Node])[] {
  return (object.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? []
    return key && value ? [[String(key.value), value] as const] : []
  })
}

function read<Value>(source: Source, path: string[], field: z.ZodType<Value>, otherwise: Value): Value {
  const node = findNodeAtLocation(source.tree, path)
  if (node === undefined) return otherwise
  const value: unknown = getNodeValue(node)
  const parsed = field.safeParse(value)
  if (parsed.success) return parsed.data
  const instead = otherwise === null ? 'ignored' : `using ${String(otherwise)}`
  warn(source, node, `${path.join('.')} ${parsed.error.issues[0]?.message ?? 'is not valid'}; ${instead}`)
  return otherwise
}

function warn(source: Source, node: Node, message: string): void {
  source.warnings.push(`Line ${lineAt(source.text, node.offset)}: ${message}`)
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
