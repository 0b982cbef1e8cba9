import { z } from 'zod'

/** Why less of a request was read from the provider's cache than its beginning promised. */
export const MISS_CAUSES = [
  'model',
  'tools',
  'system',
  'order',
  'messages',
  'settings',
  'too_short',
  'expired',
  'never_written',
  'provider',
  'unknown',
] as const
export type MissCause = (typeof MISS_CAUSES)[number]

/** The names of the causes in tables and on the command line, in English. */
export const MISS_LABELS: Readonly<Record<MissCause, string>> = {
  model: 'Model or level changed',
  tools: 'Tools changed',
  system: 'System prompt changed',
  order: 'Order changed',
  messages: 'Earlier messages changed',
  settings: 'Tool choice or options changed',
  too_short: 'Below the least length',
  expired: 'Expired',
  never_written: 'Not written before',
  provider: 'As the provider says',
  unknown: 'Unknown',
}

/** The name of the responses without a miss. */
export const AS_EXPECTED = 'As expected'

/** The causes that every conversation has without a change or a pause. They are summed, and not shown with answers. */
const REGULAR: ReadonlySet<MissCause> = new Set(['never_written', 'too_short'])

const placeSchema = z.discriminatedUnion('part', [
  z.object({ part: z.literal('tool'), name: z.string(), change: z.enum(['added', 'removed', 'changed', 'moved']) }),
  /** `line`: missing if the block is longer than what is compared by line. */
  z.object({ part: z.literal('system'), block: z.number(), line: z.number().exactOptional() }),
  z.object({ part: z.literal('message'), number: z.number() }),
])
/** The first part in which two requests differ. Numbers count from 1. */
export type MissPlace = Readonly<z.infer<typeof placeSchema>>

const diagnosisSchema = z.object({
  /** In the provider's word: `tools_changed`; `hit`: nothing was missed. */
  reason: z.string(),
  /** Input tokens that were not read because of it, as the provider counts. Missing: it does not say. */
  tokens: z.number().nonnegative().exactOptional(),
})
/** What a provider says about its cache and a request. */
export type CacheDiagnosis = Readonly<z.infer<typeof diagnosisSchema>>

const missSchema = z.object({
  cause: z.enum(MISS_CAUSES),
  /** Input tokens that were expected from the cache and not read from it. */
  tokens: z.number().nonnegative(),
  /** What they cost more than from the cache, US dollars. Missing: the price is not known. */
  usd: z.number().nonnegative().exactOptional(),
  place: placeSchema.exactOptional(),
  /** `id` of the print of the request that this one was compared with. Missing: it has none. */
  against: z.string().exactOptional(),
  /** The earlier and the present `model/level`, if they differ. */
  models: z.object({ from: z.string(), to: z.string() }).exactOptional(),
  /** The earlier request is one of the agent that this one was forked from, with the model that it had. */
  inherited: z.literal(true).exactOptional(),
  /** The pause since the entry was last used, and how long it is kept, ms; `documented`: by the provider. */
  pause: z.object({ ms: z.number(), kept_ms: z.number(), documented: z.boolean() }).exactOptional(),
})
/** Recorded with an answer whose request read less from the cache than expected. */
export type CacheMiss = Readonly<z.infer<typeof missSchema>>

const printSchema = z.object({
  id: z.string(),
  /** The print that this one continues. Missing: it is complete by itself. */
  continues: z.string().exactOptional(),
  /** The name of the key of the hashes: those of another one are not comparable. */
  key: z.string(),
  /** Of the tool choice and the options. */
  settings: z.string(),
  /** Name and hash of each tool, in order. Missing: as in the print before. */
  tools: z.array(z.string()).readonly().exactOptional(),
  /** Of each block, the hashes of its lines one after the other. Missing: as in the print before. */
  system: z.array(z.string()).readonly().exactOptional(),
  /** How many messages are equal to those of the print before. */
  from: z.number().int().nonnegative(),
  /** The hashes of the others, one after the other. */
  messages: z.string(),
})
/** How a request can be compared with later ones, without its texts: hashes, the new ones after those of an earlier request. */
export type RecordedPrint = Readonly<z.infer<typeof printSchema>>

/** Why the input of an answer was cold, with the first difference of the two requests. */
export interface CacheMissView {
  /** Null: it was as warm as expected. */
  readonly miss: CacheMiss | null
  /** Null: the provider says nothing. */
  readonly diagnosis: CacheDiagnosis | null
  /** Null: nothing differs, or the requests are no longer in memory. */
  readonly difference: MissDifference | null
}

/** The first difference of two requests. */
export interface MissDifference {
  /** A unified diff of the part. */
  readonly diff: string
  /** Of the first character that differs, within the part; all count from 1, `byte` in UTF-8. */
  readonly line: number
  readonly column: number
  readonly byte: number
}

/** Whether the answer is marked for it. A fork that was made with another model cannot begin otherwise. */
export function isMissShown(miss: CacheMiss | null): miss is CacheMiss {
  return miss !== null && !REGULAR.has(miss.cause) && miss.inherited !== true
}

/** Whether the provider's own word says something else than the comparison. */
export function differsFromDiagnosis(miss: CacheMiss | null, diagnosis: CacheDiagnosis | null): boolean {
  const causes = diagnosis === null ? undefined : DIAGNOSED[diagnosis.reason]
  if (causes === undefined) return false
  if (miss !== null && causes.includes(miss.cause)) return false
  return isMissShown(miss) || causes.length > 0
}

/** What the providers' words may mean here; none: nothing was missed. Words that name no cause are missing. */
const DIAGNOSED: Readonly<Record<string, readonly MissCause[] | undefined>> = {
  hit: [],
  model_changed: ['model'],
  reasoning_effort_changed: ['model'],
  tools_changed: ['tools', 'order'],
  system_changed: ['system', 'order'],
  messages_changed: ['messages', 'order'],
  input_changed: ['messages', 'system', 'order'],
  context_compacted: ['messages'],
  text_format_changed: ['settings'],
  verbosity_changed: ['settings'],
  prompt_cache_key_changed: ['provider'],
  service_tier_changed: ['provider', 'settings'],
}

/** Whether the provider's word names a cause, as opposed to `unavailable` and the like. */
export function isNamedCause({ reason }: CacheDiagnosis): boolean {
  return reason !== 'hit' && reason.endsWith('_changed')
}

/** Returns a recorded print, which may come from an imported file; null: it is none. */
export function readPrint(value: unknown): RecordedPrint | null {
  return printSchema.safeParse(value).data ?? null
}

/** Returns the miss in an answer's data, which may come from an imported file; null: there is none. */
export function readMiss({ cache_miss: value }: { readonly cache_miss?: unknown }): CacheMiss | null {
  return missSchema.safeParse(value).data ?? null
}

/** Returns what the provider said, from an answer's data as above; null: nothing. */
export function readDiagnosis({
  cache_diagnosis: value,
}: {
  readonly cache_diagnosis?: unknown
}): CacheDiagnosis | null {
  return diagnosisSchema.safeParse(value).data ?? null
}
