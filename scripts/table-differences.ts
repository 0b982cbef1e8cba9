import { PROVIDER_ADAPTERS } from '../src/main/adapters/providers/provider-table.ts'
import type { ModelEnd } from '../src/main/adapters/providers/model-lifecycle.ts'
import { isJsonObject } from '../src/shared/json.ts'
import type { CatalogFile } from '../src/shared/model-catalog-file.ts'
import { inferProvider } from '../src/shared/model-spec.ts'
import { API_PROVIDERS, type ApiProviderName, PROVIDER_NAMES } from '../src/shared/providers.ts'
import { ALL_LEVELS, HIGHER_LEVELS, type ThinkingLevel } from '../src/shared/thinking-level.ts'
import { type NewestCatalog, selectRows, type SourceRow } from './newest-catalog.ts'
import type { SdkFacts } from './sdk-facts.ts'

/** What the tables are compared with. */
export interface Published {
  readonly newest: NewestCatalog
  readonly sdks: SdkFacts
}

/** The tables that age. */
export interface Tables {
  readonly catalog: CatalogFile
  readonly modelEnd: (provider: ApiProviderName, model: string) => ModelEnd | null
  /** Returns the thinking level of a request as it is sent; null: none is. */
  readonly sentLevel: (provider: ApiProviderName, model: string, level: ThinkingLevel) => string | null
}

/** Names that are left out on purpose. */
const NOT_OFFERED: readonly { readonly model: RegExp; readonly why: string }[] = [
  { model: /^deep-research-/, why: 'answers through the Interactions API alone' },
  { model: /^glm-5-2$/, why: 'another name of zai-glm-5-2' },
  { model: /audio|realtime|transcribe|tts|search|^codex-mini|image/, why: 'no model of conversations' },
]

/** Returns a sentence for each difference between the tables and what is published. */
export function tableDifferences(tables: Tables, published: Published): readonly string[] {
  const { newest, sdks } = published
  return [
    ...[...newest.rows].flatMap(([provider, rows]) => [
      ...rows.flatMap((row) => nameDifferences(provider, row.id)),
      ...figureDifferences(tables.catalog, provider, rows),
      ...rows.flatMap((row) => levelDifferences(tables, provider, row)),
    ]),
    ...sdks.models.flatMap(({ provider, id }) => nameDifferences(provider, id)),
    ...sdks.levels.flatMap(({ provider, values }) => unknownLevels(provider, values)),
    ...sdks.ends.flatMap((end) => endDifferences(tables, end)),
    ...keyDifferences(newest),
    ...defaultDifferences(newest, tables),
  ]
}

function nameDifferences(provider: ApiProviderName, model: string): readonly string[] {
  const isOffered = inferProvider(model) === provider || NOT_OFFERED.some((row) => row.model.test(model))
  return isOffered ? [] : [`${model}: no user can name it as a model of ${provider} (src/shared/providers.ts)`]
}

function figureDifferences(
  catalog: CatalogFile,
  provider: ApiProviderName,
  rows: readonly SourceRow[],
): readonly string[] {
  const own = new Map((catalog.models[provider] ?? []).map((row) => [row.id, row]))
  return selectRows(provider, rows).flatMap(({ id, contextWindow, maxOutput, price }) => {
    const row = own.get(id)
    const how = 'run scripts/renew-model-catalog.ts'
    if (row === undefined) return [`${id}: not in the catalogue; ${how}`]
    return [
      ...(row.contextWindow === contextWindow
        ? []
        : [`${id}: window ${row.contextWindow}, published ${contextWindow}; ${how}`]),
      ...(row.maxOutput === maxOutput ? [] : [`${id}: output ${row.maxOutput}, published ${maxOutput}; ${how}`]),
      ...(JSON.stringify(row.price) === JSON.stringify(price) ? [] : [`${id}: another price; ${how}`]),
    ]
  })
}

/** Names of our levels in the published maps. */
const PUBLISHED: Readonly<Record<ThinkingLevel, string>> = {
  none: 'off',
  low: 'low',
  med: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'max',
}
/** Levels that a model has unless its map says otherwise. */
const USUAL: readonly string[] = ['off', 'minimal', 'low', 'medium', 'high']

function levelDifferences(
  { sentLevel }: Tables,
  provider: ApiProviderName,
  { id, reasoning, thinkingLevelMap }: SourceRow,
): readonly string[] {
  if (thinkingLevelMap === null || thinkingLevelMap === undefined || inferProvider(id) !== provider) return []
  const valueOf = (name: string): string | null => {
    const value = thinkingLevelMap[name]
    return value === undefined ? (USUAL.includes(name) ? name : null) : value
  }
  const accepted = [...USUAL, ...HIGHER_LEVELS].flatMap((name) => valueOf(name)?.toLowerCase() ?? [])
  return ALL_LEVELS.flatMap((level) => {
    const sent = sentLevel(provider, id, level)?.toLowerCase() ?? null
    const wanted = valueOf(PUBLISHED[level])?.toLowerCase() ?? null
    if (sent === null) {
      const lacks = reasoning === true && (level === 'xhigh' || level === 'max') && wanted !== null
      return lacks ? [`${id}/${level}: nothing is sent, published ${wanted}`] : []
    }
    if (!accepted.includes(sent)) return [`${id}/${level}: ${sent} is sent, accepted are ${accepted.join(', ')}`]
    const isWeaker = wanted !== null && level !== 'none' && sent !== wanted
    return isWeaker ? [`${id}/${level}: ${sent} is sent, published ${wanted}`] : []
  })
}

/** The levels that our tables know, by provider. */
const KNOWN_LEVELS: Readonly<Partial<Record<ApiProviderName, readonly string[]>>> = {
  openai: ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  anthropic: ['low', 'medium', 'high', 'xhigh', 'max'],
  google: ['MINIMAL', 'LOW', 'MEDIUM', 'HIGH', 'XHIGH', 'THINKING_LEVEL_UNSPECIFIED'],
}

function unknownLevels(provider: ApiProviderName, values: readonly string[]): readonly string[] {
  const known = KNOWN_LEVELS[provider] ?? []
  const empty = values.length === 0 ? [`the SDK of ${provider}: its levels were not found; did their type move?`] : []
  return [
    ...empty,
    ...values.filter((value) => !known.includes(value)).map((value) => `${provider}: the level ${value} is not known`),
  ]
}

function endDifferences(
  { modelEnd }: Tables,
  { provider, model, endsOn }: SdkFacts['ends'][number],
): readonly string[] {
  const known = modelEnd(provider, model)?.endsOn ?? 'no end'
  return known === endsOn ? [] : [`${model}: ${known}, published ${endsOn} (model-lifecycle.ts)`]
}

function keyDifferences({ keyVariables }: NewestCatalog): readonly string[] {
  return PROVIDER_NAMES.flatMap((provider) => {
    const variable = keyVariables[provider]
    const isRead = variable === undefined || API_PROVIDERS[provider].keyVariables.includes(variable)
    return isRead ? [] : [`${provider}: the variable ${variable} is not read (src/shared/providers.ts)`]
  })
}

function defaultDifferences({ rows }: NewestCatalog, { modelEnd }: Tables): readonly string[] {
  return PROVIDER_NAMES.flatMap((provider) => {
    const { defaultModel } = API_PROVIDERS[provider]
    const listed = rows.get(provider)
    if (defaultModel === null || listed === undefined) return []
    const isListed = listed.some(({ id }) => id === defaultModel)
    return [
      ...(isListed ? [] : [`${provider}: the default model ${defaultModel} is not published any more`]),
      ...(modelEnd(provider, defaultModel) === null ? [] : [`${provider}: the default model ${defaultModel} ends`]),
    ]
  })
}

/** Returns the level in a rendered request, wherever its API has it; null: none. */
export function renderedLevel(provider: ApiProviderName, model: string, thinkingLevel: ThinkingLevel): string | null {
  const body = PROVIDER_ADAPTERS[provider].create({ key: '', baseUrl: undefined, idleTimeoutMs: null }).render({
    model,
    thinkingLevel,
    system: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hello' }] }],
    tools: [],
    maxOutputTokens: 4_096,
  })
  const found = PLACES.map((path) =>
    path.reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), body),
  ).find((value) => typeof value === 'string')
  return typeof found === 'string' ? found : null
}

const PLACES = [
  ['reasoning', 'effort'],
  ['reasoning_effort'],
  ['output_config', 'effort'],
  ['generationConfig', 'thinkingConfig', 'thinkingLevel'],
] as const
