import { join } from 'node:path'
import { z } from 'zod'
import { DEFAULT_CONFIG, SETTING_NAMES, SETTINGS } from '../../../shared/config.ts'
import type { ConfigChange } from '../../../shared/config-change.ts'
import { POOLS, PROFILES, PROVIDER_SETTINGS } from '../../../shared/config-entries.ts'
import { withImplied } from '../../../shared/endpoints/endpoint.ts'
import { TOOL_SERVERS } from '../../../shared/tool-server.ts'
import { DONE, err, errorMessage, refuse, type Result } from '../../../shared/result.ts'
import { readRegularFile } from '../read-regular-file.ts'
import { replaceFile } from '../replace-file.ts'
import { heldBack, parseConfig, syntaxProblem } from './parse-config.ts'
import type { LoadedConfig } from './parse-config.ts'
import { setInJson } from './edit-json.ts'
import { setRow } from './edit-rows.ts'
import { makeFolder } from '../../make-folder.ts'

type Text =
  | { readonly ok: true; readonly text: string | null; readonly isOpenToOthers: boolean }
  | { readonly ok: false; readonly reason: string }

/**
 * Reads `config.json`. Never fails: missing and invalid values get their defaults, and invalid ones a warning with the
 * path. `DATABASE_URL` of the environment takes precedence over `database_url`; `proxy` takes precedence over
 * `HTTPS_PROXY` of the environment. `IKIGAI_ONLY_HOSTS` takes precedence over `only_hosts`.
 */
export async function loadConfig(
  configDirectory: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<LoadedConfig> {
  const path = pathOfConfig(configDirectory)
  const read = await readText(path)
  const { config, warnings, unusable = [] } = parsed(read)
  return {
    config: {
      ...config,
      databaseUrl: environment.DATABASE_URL || config.databaseUrl,
      proxy: config.proxy ?? proxyOfEnvironment(environment),
      onlyHosts: hostsOfEnvironment(environment) ?? config.onlyHosts,
      endpoints: withImplied(config.endpoints, environment, unusable),
    },
    warnings: [...openWarning(path, read), ...warnings.map((warning) => `${path}: ${warning}`)],
  }
}

/** The file may hold the password of a database or a proxy, and tokens of tool servers. */
function openWarning(path: string, read: Text): readonly string[] {
  const isOpen = read.ok && read.isOpenToOthers
  return isOpen ? [`${path} can be read by other users of this machine. Run: chmod 600 ${path}`] : []
}

/** The hosts of `IKIGAI_ONLY_HOSTS`, which commas or spaces separate. Null: it is not set. An empty one names no host. */
export function hostsOfEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] | null {
  return environment.IKIGAI_ONLY_HOSTS?.split(/[\s,]+/).filter((host) => host !== '') ?? null
}

/** The proxy of the environment. Null: none. */
export function proxyOfEnvironment(environment: Readonly<Record<string, string | undefined>>): string | null {
  return environment.HTTPS_PROXY || environment.https_proxy || environment.ALL_PROXY || environment.all_proxy || null
}

/**
 * Changes the given keys in `config.json` and nothing else, atomically. Does not overwrite a file that is not JSON, and
 * does not write a value that `parseConfig` would refuse.
 */
export async function updateConfig(configDirectory: string, change: ConfigChange): Promise<Result<null>> {
  const path = pathOfConfig(configDirectory)
  const read = await readText(path)
  if (!read.ok) return notSaved(path, read.reason)
  const problem = read.text === null ? null : syntaxProblem(read.text)
  if (problem !== null) return refuse(`${path} was not changed: ${problem}. Fix the file first.`)
  const before = read.text ?? '{}\n'
  const after = editConfigText(before, change)
  const [wrong] = newWarnings(before, after)
  if (wrong !== undefined) return refuse(`Not saved: ${wrong}.`)
  try {
    makeFolder(configDirectory, { mode: 0o700 })
    await replaceFile(path, after)
    return DONE
  } catch (error) {
    return notSaved(path, errorMessage(error))
  }
}

/** The name of a row as it is in the file, which need not be valid. */
function writtenName(row: object): string {
  const { name, preset } = writtenNameSchema.parse(row)
  return name ?? preset ?? ''
}

const writtenNameSchema = z.looseObject({
  name: z.string().optional().catch(undefined),
  preset: z.string().optional().catch(undefined),
})

type Edit = readonly [path: readonly string[], value: unknown]

/** The text with the change made. All other bytes stay: order, comments, spaces, unknown keys. */
function editConfigText(text: string, change: ConfigChange): string {
  const edited = editsOf(change).reduce((made, [path, value]) => {
    return value === undefined ? made : setInJson(made, path, value ?? undefined)
  }, text)
  return Object.entries(change.endpoints ?? {}).reduce(
    (made, [name, entry]) => setRow(made, { key: 'endpoints', name, nameOf: writtenName }, entry ?? undefined),
    edited,
  )
}

function editsOf(change: ConfigChange): readonly Edit[] {
  const { providers = {}, toolServers = {}, pools = {}, profiles = {} } = change
  const { defaultModel, baseUrl } = PROVIDER_SETTINGS
  return [
    ...Object.entries(providers).flatMap(([name, provider]): readonly Edit[] => [
      [['providers', name, defaultModel.key], provider?.defaultModel],
      [['providers', name, baseUrl.key], provider?.baseUrl],
    ]),
    ...Object.entries(toolServers).map(([name, server]): Edit => [[TOOL_SERVERS.key, name], server]),
    ...Object.entries(pools).map(([name, pool]): Edit => [[POOLS.key, name], pool]),
    ...Object.entries(profiles).map(([name, profile]): Edit => [[PROFILES.key, name], profile]),
    ...SETTING_NAMES.map((name): Edit => [[SETTINGS[name].key], change[name]]),
  ]
}

/** Warnings about the new text that the old one does not have. */
function newWarnings(before: string, after: string): readonly string[] {
  const known = new Set(parseConfig(before).warnings.map(withoutPlace))
  return parseConfig(after)
    .warnings.map(withoutPlace)
    .filter((warning) => !known.has(warning))
}

/** A warning without its line, which a change may move, and without the default that is used. */
function withoutPlace(warning: string): string {
  return warning
    .replace(/^Line \d+: /, '')
    .replace(/; (ignored|using .*|nothing is sent .*|.* until it is corrected)$/, '')
}

/** The file's absolute path. */
export function pathOfConfig(configDirectory: string): string {
  return join(configDirectory, 'config.json')
}

function parsed(read: Text): LoadedConfig & { readonly unusable?: readonly string[] } {
  if (!read.ok) {
    const { values, effects } = heldBack(() => true)
    const warnings = [`It cannot be read (${read.reason}). Using the defaults.`, ...effects]
    return { config: { ...DEFAULT_CONFIG, ...values }, warnings }
  }
  return read.text === null ? { config: DEFAULT_CONFIG, warnings: [] } : parseConfig(read.text)
}

/** `text` is null if there is no file. */
async function readText(path: string): Promise<Text> {
  try {
    const { text, mode } = await readRegularFile(path)
    return { ok: true, text, isOpenToOthers: process.platform !== 'win32' && (mode & 0o077) !== 0 }
  } catch (error) {
    return isMissing(error)
      ? { ok: true, text: null, isOpenToOthers: false }
      : { ok: false, reason: errorMessage(error) }
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}

function notSaved(path: string, reason: string): Result<null> {
  return err({ category: 'STORAGE', message: `${path} could not be saved: ${reason}`, retryable: true })
}
