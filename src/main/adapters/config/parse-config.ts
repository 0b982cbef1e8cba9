import { findNodeAtLocation, getNodeValue, parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import type { z } from 'zod'
import { type Config, DEFAULT_CONFIG, mapSettings, SETTING_NAMES, SETTINGS } from '../../../shared/config.ts'
import {
  type EntriesRow,
  POOLS,
  PROFILES,
  PROVIDER_SETTINGS,
  type ProviderConfig,
} from '../../../shared/config-entries.ts'
import type { SettingRow } from '../../../shared/setting-row.ts'
import { TOOL_SERVERS } from '../../../shared/tool-server.ts'
import { isNestedTooDeep, NESTED_TOO_DEEP } from '../../../shared/json.ts'
import { meantName } from '../../../shared/nearest-name.ts'
import { isProviderName, PROVIDER_NAMES } from '../../../shared/providers.ts'
import { type Endpoint, resolveEndpoint } from '../../../shared/endpoints/endpoint.ts'
import { isPresetName } from '../../../shared/endpoints/endpoint-presets.ts'
import { readEndpoints } from '../../../shared/endpoints/endpoint-entry.ts'
import { seemsToSet } from './directories.ts'
import { defined } from '../../../shared/defined.ts'

export interface LoadedConfig {
  readonly config: Config
  /**
   * One line per warning: the line number, what is wrong, and which value is used instead. Never a value from the file.
   */
  readonly warnings: readonly string[]
}

interface ParsedConfig extends LoadedConfig {
  /** What rows of endpoints that cannot be used name: services that are not asked in their place. */
  readonly unusable: readonly string[]
}

/** State of reading one config.json. */
interface Source {
  readonly text: string
  readonly tree: Node
  readonly warnings: string[]
  readonly unusable: string[]
}

/**
 * Parses the text of a config.json. A wrong value is replaced by its default; a text that is not JSON yields all
 * defaults. Unknown keys are ignored, because they may belong to a newer version. Misspelt ones get a warning with the
 * right name.
 */
export function parseConfig(text: string): ParsedConfig {
  const problem = syntaxProblem(text)
  const tree = problem === null ? parseTree(text) : undefined
  if (problem !== null || tree === undefined) {
    const { values, effects } = heldBack((key) => seemsToSet(text, key))
    const warnings = [`${problem ?? 'It is empty'}. Using the defaults.`, ...effects]
    return { config: { ...DEFAULT_CONFIG, ...values }, warnings, unusable: [] }
  }
  const source: Source = { text, tree, warnings: [], unusable: [] }
  const config: Config = {
    providers: readProviders(source),
    ...mapSettings((_, row) => readSetting(source, row)),
    toolServers: readEntries(source, TOOL_SERVERS),
    pools: readEntries(source, POOLS),
    profiles: readEntries(source, PROFILES),
    endpoints: readRows(source),
  }
  warnOfMisspelt(source, tree, { path: [], known: CONFIG_KEYS })
  const defaultProvider = existingProvider(source, config)
  return { config: { ...config, defaultProvider }, warnings: source.warnings, unusable: source.unusable }
}

/** A known service may have its key in the environment, which makes it an endpoint. */
function existingProvider(source: Source, { defaultProvider: name, endpoints }: Config): string | null {
  const isKnown = (text: string) => isProviderName(text) || isPresetName(text)
  if (name === null || isKnown(name) || endpoints.some((endpoint) => endpoint.name === name)) return name
  const node = findNodeAtLocation(source.tree, [SETTINGS.defaultProvider.key]) ?? source.tree
  warn(
    source,
    node,
    `default_provider must be one of ${PROVIDER_NAMES.join(', ')}, or the name of an endpoint; ignored`,
  )
  return null
}

/**
 * Returns what holds of the settings that limit and whose values cannot be read, with a sentence for each: whoever set a limit has
 * one. `isSet`: whether the file seems to have a value for a key.
 */
export function heldBack(isSet: (key: string) => boolean) {
  const limits = SETTING_NAMES.flatMap((name) => {
    const { key, whenWrong } = SETTINGS[name]
    return whenWrong !== undefined && isSet(key) ? [{ name, key, ...whenWrong }] : []
  })
  return {
    values: Object.fromEntries(limits.map(({ name, value }) => [name, value])),
    effects: limits.map(({ key, effect }) => `It seems to set ${key}: ${untilCorrected(effect)}`),
  }
}

function untilCorrected(effect: string): string {
  return `${effect} until it is corrected`
}

/** A value that is wrong, or whose name is, is replaced by the default, or by what allows less. */
function readSetting<Value>(source: Source, { key, schema, default: standard, whenWrong }: SettingRow<Value>): Value {
  if (whenWrong === undefined) return read(source, [key], schema, standard)
  const isThere = findNodeAtLocation(source.tree, [key]) !== undefined
  if (!isThere) return isMisspelt(source, key) ? whenWrong.value : standard
  return read(source, [key], schema, whenWrong.value, untilCorrected(whenWrong.effect))
}

/** Whether the file has another key that seems to be meant as this one. */
function isMisspelt({ tree }: Source, key: string): boolean {
  return propertiesOf(tree).some(([name]) => meantName(name, CONFIG_KEYS) === key)
}

/** Known keys of the entries, by the key that contains the entries. */
const ENTRY_KEYS: Readonly<Record<string, readonly string[]>> = {
  providers: Object.values(PROVIDER_SETTINGS).map(({ key }) => key),
  [TOOL_SERVERS.key]: TOOL_SERVERS.fields,
  [POOLS.key]: POOLS.fields,
  [PROFILES.key]: PROFILES.fields,
}
const CONFIG_KEYS = [...SETTING_NAMES.map((name) => SETTINGS[name].key), ...Object.keys(ENTRY_KEYS), 'endpoints']

/** Warns of keys that are similar to a known one. Others may belong to a newer version. */
function warnOfMisspelt(
  source: Source,
  object: Node,
  keys: { path: readonly string[]; known: readonly string[] },
): void {
  for (const [name, node] of propertiesOf(object)) {
    const meant = meantName(name, keys.known)
    const key = [...keys.path, name].join('.')
    const effect = keys.path.length === 0 && meant !== null ? effectOf(meant) : null
    if (meant !== null)
      warn(source, node, `${key} is not a setting. Did you mean ${meant}? ${effect ?? 'It is ignored'}`)
    const known = keys.path.length === 0 ? ENTRY_KEYS[name] : undefined
    if (known === undefined) continue
    for (const [entry, value] of propertiesOf(node)) warnOfMisspelt(source, value, { path: [name, entry], known })
  }
}

/** What holds while a setting that limits has another name; null: nothing but the default. */
function effectOf(key: string): string | null {
  const row = SETTING_NAMES.map((name) => SETTINGS[name]).find((each) => each.key === key)
  if (row?.whenWrong === undefined) return null
  const text = untilCorrected(row.whenWrong.effect)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** Returns the first reason why the text is not a JSON object; null: it is one. */
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
  const field = <Value>({ key, schema }: { readonly key: string; readonly schema: z.ZodType<Value> }): Value | null =>
    read(source, ['providers', name, key], schema.nullable(), null)
  const defaultModel = field(PROVIDER_SETTINGS.defaultModel)
  const base = readAddressOf(source, name)
  const idleTimeoutSeconds = field(PROVIDER_SETTINGS.idleTimeoutSeconds)
  return {
    ...defined({ defaultModel: defaultModel ?? undefined }),
    ...base,
    ...defined({ idleTimeoutSeconds: idleTimeoutSeconds ?? undefined }),
  }
}

/** The provider's own address is not used in place of a wrong one: the user wants requests to go elsewhere. */
function readAddressOf(source: Source, name: string): Pick<ProviderConfig, 'baseUrl' | 'baseUrlProblem'> {
  const { key, schema } = PROVIDER_SETTINGS.baseUrl
  const path = ['providers', name, key]
  const node = findNodeAtLocation(source.tree, path)
  if (node === undefined || node.type === 'null') return {}
  const parsed = schema.safeParse(getNodeValue(node))
  if (parsed.success) return { baseUrl: parsed.data }
  const baseUrlProblem = parsed.error.issues[0]?.message ?? 'is not valid'
  warn(source, node, `${path.join('.')} ${baseUrlProblem}; nothing is sent to ${name}`)
  return { baseUrlProblem }
}

/** Reads entries with names chosen by users. An invalid name or entry drops only that entry. */
function readEntries<Value, Entry>(
  source: Source,
  { key, names, schema }: EntriesRow<Value, Entry>,
): Readonly<Record<string, Value>> {
  const object = findNodeAtLocation(source.tree, [key])
  if (object === undefined) return {}
  if (object.type !== 'object') {
    warn(source, object, `${key} must be an object; ignored`)
    return {}
  }
  const entries = propertiesOf(object).flatMap(([name, node]): readonly (readonly [string, Value])[] => {
    if (!names.test(name)) {
      warn(source, node, `${key}.${name} must be named with letters, digits, _ and -, 40 at most; ignored`)
      return []
    }
    const entry = read(source, [key, name], schema.nullable(), null)
    return entry === null ? [] : [[name, entry]]
  })
  return Object.fromEntries(entries)
}

/** Reads `endpoints`. An invalid row drops only that row. */
function readRows(source: Source): readonly Endpoint[] {
  const list = findNodeAtLocation(source.tree, ['endpoints'])
  if (list === undefined) return []
  if (list.type !== 'array') {
    warn(source, list, 'endpoints must be a list; ignored')
    return []
  }
  const rows: unknown = getNodeValue(list)
  const { entries, problems } = readEndpoints(Array.isArray(rows) ? rows : [])
  for (const { index, message } of problems) {
    const row = list.children?.[index] ?? list
    warn(source, row, `${message}; ignored`)
    for (const field of ['name', 'preset']) {
      const named: unknown = findNodeAtLocation(row, [field])?.value
      if (typeof named === 'string') source.unusable.push(named)
    }
  }
  return entries.map(resolveEndpoint)
}

function propertiesOf(object: Node): readonly (readonly [string, Node])[] {
  return (object.children ?? []).flatMap(({ children }) => {
    const [key, value] = children ?? []
    return key && value ? [[String(key.value), value] as const] : []
  })
}

function read<Value>(
  source: Source,
  path: string[],
  field: z.ZodType<Value>,
  otherwise: Value,
  instead = otherwise === null ? 'ignored' : `using ${String(otherwise)}`,
): Value {
  const node = findNodeAtLocation(source.tree, path)
  if (node === undefined) return otherwise
  const value: unknown = getNodeValue(node)
  const parsed = field.safeParse(value)
  if (parsed.success) return parsed.data
  warn(source, node, `${path.join('.')} ${parsed.error.issues[0]?.message ?? 'is not valid'}; ${instead}`)
  return otherwise
}

function warn(source: Source, node: Node, message: string): void {
  source.warnings.push(`Line ${lineAt(source.text, node.offset)}: ${message}`)
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length
}
