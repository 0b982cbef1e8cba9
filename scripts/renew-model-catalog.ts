/**
 * Updates resources/model-catalog.json from the npm package @earendil-works/pi-ai (MIT), which collects the providers'
 * published limits and prices. The package is only downloaded, never installed or run. `npx node
 * scripts/renew-model-catalog.ts`
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { inputsByName } from '../src/shared/model-content.ts'
import { inferProvider } from '../src/shared/model-spec.ts'
import { normaliseModelName } from '../src/shared/model-table.ts'
import type { ProviderName } from '../src/shared/providers.ts'
import type { CacheLifetime } from '../src/shared/usage.ts'

const PACKAGE = '@earendil-works/pi-ai'
const DATA_DIRECTORY = 'package/dist/providers/data'
const CATALOG = new URL('../resources/model-catalog.json', import.meta.url)

/** Providers, and the package's files about them. */
const SOURCES: readonly (readonly [ProviderName, string])[] = [
  ['anthropic', 'anthropic.json'],
  ['openai', 'openai.json'],
  ['google', 'google.json'],
  ['xai', 'xai.json'],
  ['meta', 'meta.json'],
  ['mistral', 'mistral.json'],
  ['moonshot', 'moonshotai.json'],
]

/**
 * The lifetime that the package's price of cache writes applies to. Providers that are missing charge writes as input.
 */
const WRITE_LIFETIMES: Readonly<Partial<Record<ProviderName, CacheLifetime>>> = { anthropic: '5m', openai: '30m' }

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
  cost: sourcePrice
    .extend({ tiers: z.array(sourcePrice.extend({ inputTokensAbove: z.number() })).nullish() })
    .optional(),
})
type SourceRow = z.infer<typeof sourceRow>

/** A file contains groups of rows: `{ "GROUP": { "chat:ID": row } }`. */
const sourceFile = z.record(z.string(), z.record(z.string(), sourceRow))

const execute = promisify(execFile)

async function renew(): Promise<void> {
  // Without a version, an older npm selects an old major version that supports its Node.
  const version = (await execute('npm', ['view', PACKAGE, 'dist-tags.latest'])).stdout.trim()
  const directory = await mkdtemp(join(tmpdir(), 'model-catalog-'))
  try {
    await execute('npm', ['pack', `${PACKAGE}@${version}`, '--pack-destination', directory, '--silent'])
    await execute('tar', ['-xzf', `earendil-works-pi-ai-${version}.tgz`], { cwd: directory })
    const models = await readModels(join(directory, DATA_DIRECTORY))
    await writeFile(CATALOG, `${JSON.stringify({ source: describeSource(version), models }, null, 2)}\n`)
    console.log(`${PACKAGE} ${version}: ${Object.values(models).flat().length} models`)
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function describeSource(version: string): Record<string, string> {
  return {
    package: `${PACKAGE} ${version}`,
    files: 'dist/providers/data/*.json, chat models, fields selected',
    licence: 'MIT',
    renewedOn: new Date().toISOString().slice(0, 10),
    renewedBy: 'scripts/renew-model-catalog.ts',
  }
}

async function readModels(directory: string): Promise<Partial<Record<ProviderName, readonly CatalogRow[]>>> {
  const entries = await Promise.all(
    SOURCES.map(async ([provider, file]) => {
      const groups = sourceFile.parse(JSON.parse(await readFile(join(directory, file), 'utf8')))
      const rows = Object.values(groups).flatMap((group) => Object.values(group))
      return [provider, selectRows(provider, rows)] as const
    }),
  )
  return Object.fromEntries(entries)
}

/** Returns chat models that can be used in `/model`, without dated duplicates of listed models. */
function selectRows(provider: ProviderName, rows: readonly SourceRow[]): readonly CatalogRow[] {
  const chat = rows
    .filter((row) => row.type === 'chat' && inferProvider(row.id) === provider)
    .map((row) => catalogRow(provider, row))
  return chat
    .filter((row) => !chat.some((other) => isDatedDouble(row, other)))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function isDatedDouble(row: CatalogRow, other: CatalogRow): boolean {
  const isDated = row.id.length > other.id.length && normaliseModelName(row.id) === normaliseModelName(other.id)
  return isDated && figures(row) === figures(other)
}

function figures({ contextWindow, maxOutput, price }: CatalogRow): string {
  return JSON.stringify([contextWindow, maxOutput, price])
}

type CatalogRow = ReturnType<typeof catalogRow>

function catalogRow(provider: ProviderName, row: SourceRow) {
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

function modelPrice(provider: ProviderName, cost: NonNullable<SourceRow['cost']>) {
  const tiers = (cost.tiers ?? []).map((tier) => {
    return { inputTokensAbove: tier.inputTokensAbove, ...tokenPrices(provider, tier) }
  })
  return { ...tokenPrices(provider, cost), ...(tiers.length > 0 && { tiers }) }
}

/** The package has 0 where there is no price. */
function tokenPrices(provider: ProviderName, { input, output, cacheRead, cacheWrite }: z.infer<typeof sourcePrice>) {
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

await renew()
