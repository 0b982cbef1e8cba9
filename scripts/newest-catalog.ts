import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { z } from 'zod'

import { inputsByName } from '../src/shared/model-content.ts'
import { inferProvider } from '../src/shared/model-spec.ts'
import { normaliseModelName } from '../src/shared/model-table.ts'
import { type ApiProviderName, PROVIDER_NAMES } from '../src/shared/providers.ts'
import type { CacheLifetime } from '../src/shared/usage.ts'

const PACKAGE = '@earendil-works/pi-ai'
const DATA_DIRECTORY = 'package/dist/providers/data'

/** The package's files about providers. Null: the models are those of others. */
const FILES: Readonly<Record<ApiProviderName, string | null>> = {
  anthropic: 'anthropic.json',
  openai: 'openai.json',
  google: 'google.json',
  xai: 'xai.json',
  meta: 'meta.json',
  mistral: 'mistral.json',
  moonshot: 'moonshotai.json',
  openrouter: null,
  local: null,
}
const SOURCES = PROVIDER_NAMES.flatMap((provider) => {
  const file = FILES[provider]
  return file === null ? [] : [[provider, file] as const]
})

/**
 * The lifetime that the package's price of cache writes applies to. Providers that are missing charge writes as input.
 */
const WRITE_LIFETIMES: Readonly<Partial<Record<ApiProviderName, CacheLifetime>>> = { anthropic: '5m', openai: '30m' }

/** Anthropic's price of a write for 1 hour as a multiple of the input price (platform.claude.com, prompt caching). */
const HOUR_FACTOR = 2

const sourcePrice = z.object({
  input: z.number(),
  output: z.number(),
  cacheRead: z.number().optional(),
  cacheWrite: z.number().optional(),
})

const sourceRow = z.object({
  type: z.string().optional(),
  id: z.string(),
  name: z.string(),
  contextWindow: z.number().optional(),
  maxTokens: z.number().optional(),
  input: z.array(z.string()).optional(),
  reasoning: z.boolean().optional(),
  /** What each level is in a request: null for a level that the model lacks; `off`: no thinking. */
  thinkingLevelMap: z.record(z.string(), z.string().nullable()).nullish(),
  cost: sourcePrice
    .extend({ tiers: z.array(sourcePrice.extend({ inputTokensAbove: z.number() })).nullish() })
    .optional(),
})
export type SourceRow = z.infer<typeof sourceRow>

/** A file contains groups of rows: `{ "GROUP": { "chat:ID": row } }`. */
const sourceFile = z.record(z.string(), z.record(z.string(), sourceRow))

const execute = promisify(execFile)

/** The newest published list of models. */
export interface NewestCatalog {
  readonly package: string
  /** All chat models, also those that cannot be named. */
  readonly rows: ReadonlyMap<ApiProviderName, readonly SourceRow[]>
  /** The variable of each provider's key. */
  readonly keyVariables: Readonly<Partial<Record<ApiProviderName, string>>>
}

/** Downloads the package into a temporary folder and reads it; it is neither installed nor run. */
export async function newestCatalog(): Promise<NewestCatalog> {
  // Without a version, an older npm selects an old major version that supports its Node.
  const version = (await execute('npm', ['view', PACKAGE, 'dist-tags.latest'])).stdout.trim()
  const directory = await mkdtemp(join(tmpdir(), 'model-catalog-'))
  try {
    await execute('npm', ['pack', `${PACKAGE}@${version}`, '--pack-destination', directory, '--silent'])
    await execute('tar', ['-xzf', `earendil-works-pi-ai-${version}.tgz`], { cwd: directory })
    const keys = await readFile(join(directory, 'package/dist/env-api-keys.js'), 'utf8')
    const rows = await Promise.all(
      SOURCES.map(async ([provider, file]) => {
        const groups = sourceFile.parse(JSON.parse(await readFile(join(directory, DATA_DIRECTORY, file), 'utf8')))
        const all = Object.values(groups).flatMap((group) => Object.values(group))
        return [provider, all.filter(({ type }) => type === 'chat')] as const
      }),
    )
    const variables = SOURCES.flatMap(([provider, file]) => {
      const name = new RegExp(`["']?${file.replace('.json', '')}["']?: "([A-Z_]+)"`).exec(keys)?.[1]
      return name === undefined ? [] : [[provider, name] as const]
    })
    return { package: `${PACKAGE} ${version}`, rows: new Map(rows), keyVariables: Object.fromEntries(variables) }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

/** Returns chat models that can be used in `/model`, without dated duplicates of listed models. */
export function selectRows(provider: ApiProviderName, rows: readonly SourceRow[]): readonly NewestRow[] {
  const chat = rows.filter((row) => inferProvider(row.id) === provider).map((row) => catalogRow(provider, row))
  return chat
    .filter((row) => !chat.some((other) => isDatedDouble(row, other)))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function isDatedDouble(row: NewestRow, other: NewestRow): boolean {
  const isDated = row.id.length > other.id.length && normaliseModelName(row.id) === normaliseModelName(other.id)
  return isDated && figures(row) === figures(other)
}

function figures({ contextWindow, maxOutput, price }: NewestRow): string {
  return JSON.stringify([contextWindow, maxOutput, price])
}

export type NewestRow = ReturnType<typeof catalogRow>

function catalogRow(provider: ApiProviderName, row: SourceRow) {
  const { cost } = row
  // If the context window equals the limit of a price tier, it is the limit of the cheaper tier; the actual window is
  // not known.
  const isTierBorder = cost?.tiers?.some((tier) => tier.inputTokensAbove === row.contextWindow) ?? false
  return {
    id: row.id,
    name: row.name.replace(' (latest)', ''),
    contextWindow: isTierBorder ? null : (row.contextWindow ?? null),
    maxOutput: row.maxTokens ?? null,
    price: cost ? modelPrice(provider, cost) : null,
    // The package has no modalities of answers.
    ...(row.input !== undefined && { input: withFiles(row.id, row.input) }),
  }
}

/** The package knows text and images; whether a model reads PDFs and audio goes by its name. */
function withFiles(model: string, input: readonly string[]): readonly string[] {
  return [...input, ...inputsByName(model).filter((name) => name !== 'image')]
}

function modelPrice(provider: ApiProviderName, cost: NonNullable<SourceRow['cost']>) {
  const tiers = (cost.tiers ?? []).map((tier) => {
    return { inputTokensAbove: tier.inputTokensAbove, ...tokenPrices(provider, tier) }
  })
  return { ...tokenPrices(provider, cost), ...(tiers.length > 0 && { tiers }) }
}

/** The package has 0 where there is no price. */
function tokenPrices(provider: ApiProviderName, { input, output, cacheRead, cacheWrite }: z.infer<typeof sourcePrice>) {
  const lifetime = WRITE_LIFETIMES[provider]
  const hour = provider === 'anthropic' && { '1h': HOUR_FACTOR * input }
  const isPriced = lifetime !== undefined && cacheWrite !== undefined && cacheWrite > 0
  return {
    input,
    output,
    cachedInput: cacheRead || null,
    ...(isPriced && { cacheWrites: { [lifetime]: cacheWrite, ...hour } }),
  }
}
