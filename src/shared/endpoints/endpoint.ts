import { knownQuirks, type KnownQuirks } from './endpoint-quirks.ts'
import { type EndpointEntry, entryName, tokenCommandOf } from './endpoint-entry.ts'
import { type CloudAuth, type EndpointKind, type KeyHeader, USUAL_KEY_HEADER } from './endpoint-kinds.ts'
import { type CloudForm, ENDPOINT_PRESETS, isPresetName, PRESET_NAMES } from './endpoint-presets.ts'

/** A model that an endpoint is known to have. Unknown figures are null. */
interface EndpointModel {
  readonly id: string
  /** The model of a company whose prices and limits count; null: none. */
  readonly as: string | null
  readonly contextWindow: number | null
  readonly maxOutput: number | null
}

/** An endpoint with all that its entry and its preset say. */
export interface Endpoint {
  /** As the user wrote it. */
  readonly entry: EndpointEntry
  readonly name: string
  readonly label: string
  readonly kind: EndpointKind
  /** Null: the preset has none, and the entry does not say one. */
  readonly baseUrl: string | null
  readonly headers: Readonly<Record<string, string>>
  /** The key in config.json itself; null: none. */
  readonly key: string | null
  readonly keyVariables: readonly string[]
  readonly keyHeader: KeyHeader
  readonly keyPage: string | null
  readonly needsKey: boolean
  readonly tokenCommand: readonly string[] | null
  /** The cloud whose own credentials are used; null: none. */
  readonly auth: CloudAuth | null
  /** The profile of AWS; null: the usual one. */
  readonly profile: string | null
  readonly models: readonly EndpointModel[]
  readonly quirks: KnownQuirks
  readonly cloud: CloudForm | null
  readonly idleTimeoutSeconds: number | null
  /** Whether it is in config.json; otherwise the variable with its key makes it one. */
  readonly isConfigured: boolean
}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the endpoints of config.json, then the known services whose key is in the environment. `unusable`: services that rows
 * of config.json mean to reach in another way, which cannot be used.
 */
export function withImplied(
  configured: readonly Endpoint[],
  environment: Environment,
  unusable: readonly string[] = [],
): readonly Endpoint[] {
  const names = new Set(configured.map(({ name }) => name))
  const presets = new Set(configured.map(({ entry }) => entry.preset))
  const found = PRESET_NAMES.filter((name) => {
    const { byVariable = false, keyVariables } = ENDPOINT_PRESETS[name]
    const hasKey = keyVariables.some((variable) => (environment[variable]?.trim() ?? '') !== '')
    return byVariable && hasKey && !unusable.includes(name) && !names.has(name) && !presets.has(name)
  })
  return [...configured, ...found.map((preset) => ({ ...resolveEndpoint({ preset }), isConfigured: false }))]
}

/** Returns an entry with what its preset says. */
export function resolveEndpoint(entry: EndpointEntry): Endpoint {
  const preset = entry.preset !== undefined && isPresetName(entry.preset) ? ENDPOINT_PRESETS[entry.preset] : null
  const kind = entry.kind ?? preset?.kind ?? 'openai-chat'
  const tokenCommand = tokenCommandOf(entry)
  const auth = entry.auth ?? null
  const ofKind = preset !== null && preset.kind === kind ? preset : null
  const usual = ofKind?.keyHeader ?? USUAL_KEY_HEADER[kind]
  return {
    entry,
    name: entryName(entry),
    label: entry.name ?? preset?.label ?? '',
    kind,
    baseUrl: entry.base_url ?? preset?.baseUrl ?? null,
    headers: entry.headers ?? {},
    key: entry.key ?? null,
    keyVariables: entry.key_env === undefined ? (preset?.keyVariables ?? []) : [entry.key_env],
    // A token of a cloud is a bearer, also where its keys have a header of their own.
    keyHeader: entry.key_header ?? (tokenCommand === null && auth === null ? usual : 'bearer'),
    keyPage: preset?.keyPage ?? null,
    needsKey: preset !== null && preset.keyIsOptional !== true && tokenCommand === null && auth === null,
    tokenCommand,
    auth,
    profile: entry.profile ?? null,
    models: (entry.models ?? []).map((model) => {
      if (typeof model === 'string') return { id: model, as: null, contextWindow: null, maxOutput: null }
      const { id, as = null, context_window: contextWindow = null, max_output: maxOutput = null } = model
      return { id, as, contextWindow, maxOutput }
    }),
    quirks: knownQuirks(kind === 'anthropic' ? { thinking: 'claude' } : undefined, ofKind?.quirks, entry.quirks),
    cloud: ofKind?.cloud ?? null,
    idleTimeoutSeconds: entry.idle_timeout_seconds ?? null,
    isConfigured: true,
  }
}

/** Returns the error for a model whose endpoint does not exist. */
export function unknownEndpoint(name: string, endpoints: readonly Endpoint[]): string {
  const names = endpoints.map((endpoint) => endpoint.name)
  const list = names.length === 0 ? 'There are none yet' : `Endpoints: ${names.join(', ')}`
  const how = isPresetName(name)
    ? `It is a known service: { "preset": "${name}" } under "endpoints" in config.json adds it`
    : 'Add one under "endpoints" in config.json, or in Settings'
  return `Unknown endpoint: ${name}. ${list}. ${how}. Models of OpenRouter begin with openrouter/, those of a server on this machine with local/.`
}
