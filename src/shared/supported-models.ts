import { normaliseModelName } from './model-table.ts'
import { type ApiProviderName, API_PROVIDERS, PROVIDER_NAMES } from './providers.ts'

/** A model that is worth naming, with what is said about it. */
export interface SupportedModel {
  readonly id: string
  /** Whether new agents of its provider begin with it. */
  readonly isDefault: boolean
  /** ISO date, the last day on which it is served; null: no end is known. */
  readonly endsOn: string | null
}

export interface NamedModel {
  readonly id: string
  /** As in `SupportedModel`. */
  readonly endsOn: string | null
}

/**
 * Returns the models of a provider that are worth naming: its default model, the newest of each line (`claude-opus`,
 * `gpt-sol`), then those with an announced or past end, with its day. The others of a catalogue are older versions.
 */
export function supportedModels(provider: ApiProviderName, models: readonly NamedModel[]): readonly SupportedModel[] {
  const { defaultModel } = API_PROVIDERS[provider]
  const newest = new Map<string, NamedModel>()
  for (const model of models) {
    const known = newest.get(lineOf(model.id))
    if (model.endsOn === null && (known === undefined || isNewer(model.id, known.id)))
      newest.set(lineOf(model.id), model)
  }
  const first = models.filter(({ id }) => id === defaultModel)
  const ending = models.filter(({ endsOn }) => endsOn !== null)
  const chosen = new Set([...first, ...newest.values(), ...ending])
  return [...chosen].map(({ id, endsOn }) => ({ id, endsOn, isDefault: id === defaultModel }))
}

/** Returns `claude-sonnet-5-5 (default)`, `claude-sonnet-4-5 (until 2026-11-30)`. */
function supportedText({ id, isDefault, endsOn }: SupportedModel): string {
  const notes = [...(isDefault ? ['default'] : []), ...(endsOn === null ? [] : [`until ${endsOn}`])]
  return notes.length === 0 ? id : `${id} (${notes.join(', ')})`
}

/**
 * Returns one line for each provider with its models: `  Anthropic: claude-sonnet-5-5 (default), …`. `list` returns the
 * catalogue's models of a provider; without it the default models are listed.
 */
export function supportedLines(list?: (provider: ApiProviderName) => readonly NamedModel[]): readonly string[] {
  const rows = PROVIDER_NAMES.flatMap((provider) => {
    const { isGateway, label, defaultModel } = API_PROVIDERS[provider]
    if (isGateway) return []
    const models = list?.(provider) ?? (defaultModel === null ? [] : [{ id: defaultModel, endsOn: null }])
    return models.length === 0 ? [] : [{ label, models: supportedModels(provider, models).map(supportedText) }]
  })
  const width = Math.max(...rows.map(({ label }) => label.length)) + 2
  return rows.map(({ label, models }) => `  ${`${label}:`.padEnd(width)}${models.join(', ')}`)
}

/** The name without its version: `claude-sonnet-5-5` and `claude-sonnet-4-6` are of one line. */
function lineOf(id: string): string {
  return normaliseModelName(id)
    .split('-')
    .filter((part) => !/^(\d+|latest|preview)$/.test(part))
    .join('-')
}

function isNewer(id: string, other: string): boolean {
  const [a, b] = [versionOf(id), versionOf(other)]
  const at = a.findIndex((part, index) => part !== b[index])
  return at === -1 ? false : (a[at] ?? 0) > (b[at] ?? 0)
}

/** The numbers of a name; one without any, such as `gemini-pro-latest`, is the newest. */
function versionOf(id: string): readonly number[] {
  const parts = normaliseModelName(id)
    .split('-')
    .filter((part) => /^\d+$/.test(part))
    .map(Number)
  return parts.length === 0 ? [Number.POSITIVE_INFINITY] : parts
}
