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

/** The first part in which two requests differ. Numbers count from 1. */
export type MissPlace =
  | { readonly part: 'tool'; readonly name: string; readonly change: 'added' | 'removed' | 'changed' | 'moved' }
  /** `line`: missing if the block is longer than what is compared by line. */
  | { readonly part: 'system'; readonly block: number; readonly line?: number }
  | { readonly part: 'message'; readonly number: number }

/** What a provider says about its cache and a request. */
export interface CacheDiagnosis {
  /** In the provider's word: `tools_changed`; `hit`: nothing was missed. */
  readonly reason: string
  /** Input tokens that were not read because of it, as the provider counts. Missing: it does not say. */
  readonly tokens?: number
}

/** Recorded with an answer whose request read less from the cache than expected. */
export interface CacheMiss {
  readonly cause: MissCause
  /** Input tokens that were expected from the cache and not read from it. */
  readonly tokens: number
  /** What they cost more than from the cache, US dollars. Missing: the price is not known. */
  readonly usd?: number
  readonly place?: MissPlace
  /** `id` of the print of the request that this one was compared with. Missing: it has none. */
  readonly against?: string
  /** The earlier and the present `model/level`, if they differ. */
  readonly models?: { readonly from: string; readonly to: string }
  /** The pause since the entry was last used, and how long it is kept, ms; `documented`: by the provider. */
  readonly pause?: { readonly ms: number; readonly kept_ms: number; readonly documented: boolean }
}

/** How a request can be compared with later ones, without its texts: hashes, the new ones after those of an earlier request. */
export interface RecordedPrint {
  readonly id: string
  /** The print that this one continues. Missing: it is complete by itself. */
  readonly continues?: string
  /** The name of the key of the hashes: those of another one are not comparable. */
  readonly key: string
  /** Of the tool choice and the options. */
  readonly settings: string
  /** Name and hash of each tool, in order. Missing: as in the print before. */
  readonly tools?: readonly string[]
  /** Of each block, the hashes of its lines one after the other. Missing: as in the print before. */
  readonly system?: readonly string[]
  /** How many messages are equal to those of the print before. */
  readonly from: number
  /** The hashes of the others, one after the other. */
  readonly messages: string
}

/** Whether the answer is marked for it. */
export function isMissShown(miss: CacheMiss | null): miss is CacheMiss {
  return miss !== null && !REGULAR.has(miss.cause)
}

/** Whether the provider's own word says something else than the comparison. */
export function differsFromDiagnosis(miss: CacheMiss | null, diagnosis: CacheDiagnosis | null): boolean {
  const causes = diagnosis === null ? undefined : DIAGNOSED[diagnosis.reason]
  if (causes === undefined) return false
  return isMissShown(miss) ? !causes.includes(miss.cause) : causes.length > 0
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

const printSchema = z.object({
  id: z.string(),
  continues: z.string().exactOptional(),
  key: z.string(),
  settings: z.string(),
  tools: z.array(z.string()).exactOptional(),
  system: z.array(z.string()).exactOptional(),
  from: z.number().int().nonnegative(),
  messages: z.string(),
})

/** Returns a recorded print, which may come from an imported file; null: it is none. */
export function readPrint(value: unknown): RecordedPrint | null {
  return printSchema.safeParse(value).data ?? null
}

const missSchema = z.object({
  cause: z.enum(MISS_CAUSES),
  tokens: z.number().nonnegative(),
  usd: z.number().nonnegative().exactOptional(),
  place: z
    .discriminatedUnion('part', [
      z.object({
        part: z.literal('tool'),
        name: z.string(),
        change: z.enum(['added', 'removed', 'changed', 'moved']),
      }),
      z.object({ part: z.literal('system'), block: z.number(), line: z.number().exactOptional() }),
      z.object({ part: z.literal('message'), number: z.number() }),
    ])
    .exactOptional(),
  against: z.string().exactOptional(),
  models: z.object({ from: z.string(), to: z.string() }).exactOptional(),
  pause: z.object({ ms: z.number(), kept_ms: z.number(), documented: z.boolean() }).exactOptional(),
})

/** Returns the miss in an answer's data, which may come from an imported file; null: there is none. */
export function readMiss({ cache_miss: value }: { readonly cache_miss?: unknown }): CacheMiss | null {
  return missSchema.safeParse(value).data ?? null
}

const diagnosisSchema = z.object({ reason: z.string(), tokens: z.number().nonnegative().exactOptional() })

/** Returns what the provider said, from an answer's data as above; null: nothing. */
export function readDiagnosis({
  cache_diagnosis: value,
}: {
  readonly cache_diagnosis?: unknown
}): CacheDiagnosis | null {
  return diagnosisSchema.safeParse(value).data ?? null
}
