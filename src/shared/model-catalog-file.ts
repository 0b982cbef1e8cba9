import { z } from 'zod'

import { PROVIDER_NAMES } from './providers.ts'

/** The catalogue of models as a file (docs/configuration.md#the-catalogue-of-models): built in, fetched, or stored. */

const figure = z.number().nonnegative()
const tokens = z.int().positive().nullable()
const date = z.iso.date()

const tokenPrices = {
  input: figure,
  output: figure,
  cachedInput: figure.nullable(),
  cacheWrites: z
    .object({
      '5m': figure.exactOptional(),
      '30m': figure.exactOptional(),
      '1h': figure.exactOptional(),
      '12h': figure.exactOptional(),
    })
    .exactOptional(),
}

const price = z.object({
  ...tokenPrices,
  tiers: z.array(z.object({ ...tokenPrices, inputTokensAbove: z.int().positive() })).exactOptional(),
})

/** What a model reads and writes: `text`, `image`, `pdf`, `audio`, `video`. */
const modalities = z.array(z.string().min(1).max(40)).max(20)

const row = z.object({
  id: z.string().min(1).max(200),
  name: z.string().min(1).max(200),
  contextWindow: tokens,
  maxOutput: tokens,
  price: price.nullable(),
  input: modalities.exactOptional(),
  output: modalities.exactOptional(),
  /** Last day on which the provider serves it. */
  endsOn: date.nullable().exactOptional(),
})
export type CatalogRow = Readonly<z.infer<typeof row>>

const catalogFileSchema = z.object({
  source: z.looseObject({ renewedOn: date }),
  models: z.partialRecord(z.enum(PROVIDER_NAMES), z.array(row).max(5_000)),
})
export type CatalogFile = Readonly<z.infer<typeof catalogFileSchema>>

/** Parses a catalogue; the problem names the first wrong value. Providers that are not known are left out. */
export function parseCatalog(json: unknown): { readonly file: CatalogFile } | { readonly problem: string } {
  const parsed = catalogFileSchema.safeParse(withKnownProviders(json))
  if (parsed.success) return { file: parsed.data }
  const [first] = parsed.error.issues
  return { problem: first === undefined ? 'it is not a catalogue' : `${first.path.join('.')}: ${first.message}` }
}

/** A newer catalogue may have more providers. */
function withKnownProviders(json: unknown): unknown {
  const shape = z.looseObject({ models: z.record(z.string(), z.unknown()) }).safeParse(json)
  if (!shape.success) return json
  const known = Object.entries(shape.data.models).filter(([name]) => PROVIDER_NAMES.some((each) => each === name))
  return { ...shape.data, models: Object.fromEntries(known) }
}

/** What is done about the catalogue at a start. `ask`: nothing, and the user is asked once whether to renew it. */
export type RenewalAtStart = 'renew' | 'ask' | 'none'

/** `only_hosts` wins: where hosts are named, nothing is loaded without a request, and nothing is asked. */
export function renewalAtStart({
  renewModelsAtStart,
  onlyHosts,
}: {
  readonly renewModelsAtStart: boolean | null
  readonly onlyHosts: readonly string[] | null
}): RenewalAtStart {
  if (onlyHosts !== null || renewModelsAtStart === false) return 'none'
  return renewModelsAtStart === null ? 'ask' : 'renew'
}

/** The outcome of a renewal. */
export interface CatalogRenewal {
  /** Number of models in the renewed catalogue. */
  readonly models: number
  readonly renewedOn: string
  /** Lists that could not be loaded; the models known before are kept. One sentence each. */
  readonly problems: readonly string[]
}
