import { z } from 'zod'

import { addCosts, type CostSum, NO_COST } from './cost-sum.ts'
import { isTimeZone } from './time-zone.ts'

/** What a usage report can be divided by. */
export const USAGE_DIMENSIONS = ['day', 'model', 'provider', 'agent', 'purpose', 'pool', 'folder', 'cause'] as const
export type UsageDimension = (typeof USAGE_DIMENSIONS)[number]

export const DIMENSION_LABELS: Readonly<Record<UsageDimension, string>> = {
  day: 'Day',
  model: 'Model',
  provider: 'Provider',
  agent: 'Agent',
  purpose: 'Purpose',
  pool: 'Pool',
  folder: 'Folder',
  cause: 'Cold because',
}

/** What responses are for. Every response has exactly one purpose. `answer`: everything else. */
export const USAGE_PURPOSES = ['answer', 'judge', 'summary', 'keep_warm'] as const
export type UsagePurpose = (typeof USAGE_PURPOSES)[number]

export const PURPOSE_LABELS: Readonly<Record<UsagePurpose, string>> = {
  answer: 'Answers',
  judge: 'Judges',
  summary: 'Summaries',
  keep_warm: 'Keep warm',
}

export const usageRequestSchema = z.object({
  by: z.enum(USAGE_DIMENSIONS),
  /** First and last day, `2026-11-20`, in the time zone, both included; missing: no limit. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  /** IANA name of the time zone that days are counted in. */
  timeZone: z.string().max(100).refine(isTimeZone, 'unknown time zone'),
  /** Only this agent and its descendants. */
  agent: z.uuid().optional(),
  /** Only agents that work in this folder now. */
  folder: z.string().max(4_096).optional(),
  /**
   * Only responses of this model or pool, as in `UsageRow.key`; empty: only those without a known model, or without a
   * pool.
   */
  model: z.string().max(1_000).optional(),
  /** Only responses of this provider or endpoint, as in `UsageRow.key`; empty: only those without a known one. */
  provider: z.string().max(100).optional(),
  pool: z.string().max(1_000).optional(),
  purpose: z.enum(USAGE_PURPOSES).optional(),
  /** Only responses with this `MissCause`; empty: only those that were as warm as expected. */
  cause: z.string().max(100).optional(),
})
export type UsageRequest = z.infer<typeof usageRequestSchema>

/** Sums over responses of all kinds. Tokens are counted where they were reported. */
export interface UsageFigures {
  readonly responses: number
  /** Responses without reported usage, which the tokens do not contain. */
  readonly unreported: number
  /** All input, cached and written tokens included. */
  readonly input: number
  /** The part of the input that was read from the provider's cache, and the part that was written to it. */
  readonly cached: number
  readonly cacheWrites: number
  /** All output, thinking included. */
  readonly output: number
  readonly thinking: number
  readonly cost: CostSum
  /** Input that was expected from the provider's cache and not read from it, and what it cost more, US dollars. */
  readonly missed: number
  readonly missedUsd: number
}

export interface UsageRow extends UsageFigures {
  /**
   * A day, `provider/model`, a provider or `endpoint/NAME`, an agent's id, a `UsagePurpose`, a pool's name, a folder, or a `MissCause`. Empty: no pool, no
   * miss, or a model that is not known.
   */
  readonly key: string
  readonly label: string
}

export interface UsageReport {
  readonly by: UsageDimension
  /** Days in order; everything else by cost, then by output, highest first. */
  readonly rows: readonly UsageRow[]
  readonly totals: UsageFigures
}

export const NO_USAGE: UsageFigures = {
  responses: 0,
  unreported: 0,
  input: 0,
  cached: 0,
  cacheWrites: 0,
  output: 0,
  thinking: 0,
  cost: NO_COST,
  missed: 0,
  missedUsd: 0,
}

export function addFigures(a: UsageFigures, b: UsageFigures): UsageFigures {
  return {
    responses: a.responses + b.responses,
    unreported: a.unreported + b.unreported,
    input: a.input + b.input,
    cached: a.cached + b.cached,
    cacheWrites: a.cacheWrites + b.cacheWrites,
    output: a.output + b.output,
    thinking: a.thinking + b.thinking,
    cost: addCosts(a.cost, b.cost),
    missed: a.missed + b.missed,
    missedUsd: a.missedUsd + b.missedUsd,
  }
}

/** Returns whether the tokens of any response are known. */
export function isReported({ responses, unreported }: UsageFigures): boolean {
  return unreported < responses
}

/** Whether a figure counts tokens that responses report themselves. */
const IS_REPORTED: Readonly<Record<keyof UsageFigures, boolean>> = {
  responses: false,
  unreported: false,
  input: true,
  cached: true,
  cacheWrites: true,
  output: true,
  thinking: true,
  cost: false,
  missed: false,
  missedUsd: false,
}

/** Figures whose tokens are null if none were reported. */
type KnownFigures = { readonly [Name in keyof UsageFigures]: UsageFigures[Name] | null }

/** Returns figures for programs, to which an unknown number must not look like zero. */
export function knownFigures<Figures extends UsageFigures>(figures: Figures): Figures | (Figures & KnownFigures) {
  if (isReported(figures) || figures.responses === 0) return figures
  const unknown = Object.entries(IS_REPORTED).flatMap(([name, isToken]) => (isToken ? [[name, null] as const] : []))
  return { ...figures, ...Object.fromEntries(unknown) }
}

/** Returns the part of the input that came from the cache, from 0 to 1; null without input. */
export function cachedShare({ input, cached }: UsageFigures): number | null {
  return input === 0 ? null : Math.min(1, cached / input)
}
