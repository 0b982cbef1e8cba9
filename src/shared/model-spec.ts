import type { ModelChoice, ModelName } from './agent-summary.ts'
import { poolName } from './model-pool.ts'
import { meantHint } from './nearest-name.ts'
import {
  ANSWERING,
  type ApiProviderName,
  ENDPOINT,
  isProviderName,
  PROVIDER_NAMES,
  type ProviderName,
  PROVIDERS,
} from './providers.ts'
import { endpointIn, modelAtEndpoint, serverLabel } from './endpoints/endpoint-model.ts'
import { gatewayPrefix } from './model-spec-text.ts'
import { type NamedModel, supportedLines } from './supported-models.ts'
import { DEFAULT_THINKING_LEVEL, isThinkingLevel, THINKING_LEVELS } from './thinking-level.ts'

export type ParsedModelSpec =
  /** `levelGiven`: whether the level was typed; otherwise it is the default. */
  | { readonly ok: true; readonly choice: ModelChoice; readonly levelGiven: boolean }
  /** The texts of docs/behaviour/commands.md#model. */
  | { readonly ok: false; readonly message: string }

/** Prefix of a gateway. The names of its models may contain slashes. */
const GATEWAY_PREFIX = new RegExp(
  `^(${ANSWERING.filter((name) => PROVIDERS[name].isGateway && name !== ENDPOINT).join('|')})/`,
)

/**
 * Characters that a model name must not contain: white space, control and format characters, fillers, lone surrogates.
 */
const INVISIBLE = /[\s\p{C}\p{Default_Ignorable_Code_Point}\u2800]/u

/**
 * Parses `MODEL[/LEVEL]` (docs/behaviour/models.md#levels-in-names), ignoring surrounding white space. `list` returns
 * the models that the error for an unknown one names; without it, those are the default models.
 */
export function parseModelSpec(
  text: string,
  list?: (provider: ApiProviderName) => readonly NamedModel[],
): ParsedModelSpec {
  const spec = text.trim()
  if (spec.endsWith('/') && !isNameless(spec)) return { ok: false, message: missingLevel(spec) }
  const { model, level } = splitLevel(spec)
  if (isNameless(spec) || (level !== null && isNameless(`${model}/`))) return { ok: false, message: NO_NAME }
  const provider = inferProvider(model)
  if (level !== null && !isThinkingLevel(level)) {
    return { ok: false, message: provider === null ? unknownModel(spec, list) : invalidLevel(level) }
  }
  if (provider === null) return { ok: false, message: unknownModel(model, list) }
  const thinkingLevel = level ?? DEFAULT_THINKING_LEVEL
  return { ok: true, choice: { provider, model, thinkingLevel }, levelGiven: level !== null }
}

/** Returns the provider of a model name without a level; null if no provider has such names. */
export function inferProvider(model: string): ProviderName | null {
  if (INVISIBLE.test(model)) return null
  if (model.includes('/') && !GATEWAY_PREFIX.test(model)) return endpointIn(model) === null ? null : ENDPOINT
  return ANSWERING.find((provider) => isModelOf(provider, model)) ?? null
}

function isModelOf(provider: ProviderName, model: string): boolean {
  if (provider === ENDPOINT) return false
  const { isGateway, models } = PROVIDERS[provider]
  const prefix = gatewayPrefix(provider)
  return isGateway ? model.startsWith(prefix) && model !== prefix : models.some((form) => form.test(model))
}

/** Returns `MODEL/LEVEL` in the form that `parseModelSpec` reads; for a pool only its name. */
export function formatModelSpec(choice: ModelChoice): string {
  return poolName(choice.model) === null ? `${choice.model}/${choice.thinkingLevel}` : choice.model
}

/**
 * Returns the name to send to the provider: as typed, without the prefix of a gateway (`openrouter/…`, `local/…`). Names
 * of endpoints keep theirs, because two endpoints may have models of one name; their adapter leaves it out.
 */
export function wireModelName(choice: ModelName): string {
  const prefix = gatewayPrefix(choice.provider)
  return choice.model.startsWith(prefix) ? choice.model.slice(prefix.length) : choice.model
}

/**
 * Returns the first line of docs/behaviour/thinking.md#feedback. `(Responses API)` is added for an o model with
 * thinking only, as in the examples there: `o3/med` has it; `o3-mini/none` and `gpt-4o/high` do not.
 */
export function switchedLine(choice: ModelChoice): string {
  const isOfEndpoint = choice.provider === ENDPOINT
  const model = isOfEndpoint ? modelAtEndpoint(choice.model) : wireModelName(choice)
  const line = `✓ Switched to ${serverLabel(choice)} ${model}`
  const isThinkingOModel = choice.provider === 'openai' && /^o\d/.test(choice.model) && choice.thinkingLevel !== 'none'
  return isThinkingOModel ? `${line} (Responses API)` : line
}

/**
 * Splits off the level after the last slash. In a name that contains slashes, only a known level counts as a level.
 */
function splitLevel(spec: string): { readonly model: string; readonly level: string | null } {
  const slash = spec.lastIndexOf('/')
  const last = spec.slice(slash + 1)
  const mayHaveSlashes = GATEWAY_PREFIX.test(spec) || endpointIn(spec) !== null
  const isPartOfName = mayHaveSlashes && !isThinkingLevel(last)
  if (slash === -1 || isPartOfName) return { model: spec, level: null }
  return { model: spec.slice(0, slash), level: last }
}

/** Returns whether the name is empty: an empty text, `/…`, `local/`, `local//…`, and similar ones. */
function isNameless(spec: string): boolean {
  const [first] = spec.replace(GATEWAY_PREFIX, '').replace(new RegExp(INVISIBLE, 'gu'), '')
  return first === undefined || first === '/'
}

const NO_NAME = 'No model name given. Use MODEL or MODEL/LEVEL.'
const VALID_LEVELS = `Valid levels: ${THINKING_LEVELS.join(', ')}`

function missingLevel(spec: string): string {
  return `Missing thinking level after the slash: ${spec}\n${VALID_LEVELS}`
}

function invalidLevel(level: string): string {
  return `Invalid thinking level: ${level}\n${VALID_LEVELS}`
}

function unknownModel(model: string, list?: (provider: ApiProviderName) => readonly NamedModel[]): string {
  const ids = PROVIDER_NAMES.flatMap((provider) => (list?.(provider) ?? []).map(({ id }) => id))
  const hint = meantHint(model, ids) || prefixHint(model) || partHint(model, ids)
  return [
    `Unknown model: ${model}${hint === '' ? '' : `.${hint}`}`,
    '',
    'Supported models:',
    ...supportedLines(list),
  ].join('\n')
}

/** Other tools write `anthropic/claude-sonnet-5-5` where no gateway is meant. */
function prefixHint(model: string): string {
  const rest = model.slice(model.indexOf('/') + 1)
  return rest !== model && isProviderName(model.slice(0, model.indexOf('/'))) && inferProvider(rest) !== null
    ? ` Did you mean ${rest}?`
    : ''
}

/** `sonnet-5.5` is a part of one name: without punctuation, since providers differ in it. */
function partHint(model: string, ids: readonly string[]): string {
  const part = lettersOf(model)
  const [shortest] = ids.filter((id) => lettersOf(id).includes(part)).toSorted((a, b) => a.length - b.length)
  return part.length < 3 || shortest === undefined ? '' : ` Did you mean ${shortest}?`
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
