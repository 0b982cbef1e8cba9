import { findModelRow, type ModelRow, normaliseModelName } from './model-table.ts'
import type { CacheLifetime } from './usage.ts'

/** A lifetime that can be requested. */
export type KeptLifetime = Exclude<CacheLifetime, 'unknown'>

/** The lifetimes that a provider offers, with the price of a write as a multiple of an input token; null: not published. */
export type OfferedLifetimes = Readonly<Partial<Record<KeptLifetime, number | null>>>

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
/** How long entries of a lifetime are kept after their last use, ms. */
export const LIFETIMES_MS: Readonly<Record<KeptLifetime, number>> = {
  '5m': 5 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '12h': 720 * MINUTE_MS,
}

/** The shortest first. */
export const KEPT_LIFETIMES = ['5m', '30m', '1h', '12h'] as const satisfies readonly KeptLifetime[]

/** How a provider caches the beginning of a model's requests. */
export interface CacheFacts {
  /** How long an entry is kept after its last use, ms. Null: not documented, so an entry may be gone at any time. */
  readonly keptMs: number | null
  /**
   * The lifetime of writes unless another one is requested; null: writes are not reported, whole requests are cached.
   */
  readonly writes: CacheLifetime | null
  /** Requests with less input are not cached. Tokens. */
  readonly minimumTokens: number
  /** Where entries end: at the marks of requests, at the end of requests, or at every block. */
  readonly entries: 'marks' | 'end' | 'everywhere'
  /** Missing: there is no choice. */
  readonly offers?: OfferedLifetimes
}

/** The facts of some of a provider's models. */
export interface CacheRow {
  readonly models: (model: string) => boolean
  readonly facts: CacheFacts
}

/**
 * Models of OpenAI that keep entries for minutes unless a day is asked for, at the same price
 * (docs/behaviour/providers.md#caches).
 */
const KEPT_A_DAY_IF_ASKED: readonly ModelRow[] = [
  { name: 'gpt-4-1' },
  { name: 'gpt-5' },
  { name: 'gpt-5-codex' },
  { name: 'gpt-5-1' },
  { name: 'gpt-5-2' },
  { name: 'gpt-5-4' },
]

/** Variants of these models for which the field is not documented. */
const UNDOCUMENTED_VARIANT = /-(pro|nano)(-|$)/

/** Whether OpenAI keeps this model's entries for a day if the request asks for it. All requests do. */
export function isKeptADayIfAsked(model: string): boolean {
  return findModelRow(KEPT_A_DAY_IF_ASKED, model) !== null && !UNDOCUMENTED_VARIANT.test(model)
}

/** Whether OpenAI takes `prompt_cache_options` for this model: lifetimes, breakpoints, diagnostics. */
export function takesCacheOptions(model: string): boolean {
  return /^gpt-(5\.[6-9]|[6-9])/.test(model)
}

const named = (names: RegExp) => (model: string) => names.test(model)
const others = () => true

/** What Claude offers, wherever it is served. */
export const CLAUDE_LIFETIMES: OfferedLifetimes = { '5m': 1.25, '1h': 2 }

const CLAUDE = { keptMs: LIFETIMES_MS['5m'], writes: '5m', entries: 'marks', offers: CLAUDE_LIFETIMES } as const
const OPENAI = { writes: null, minimumTokens: 1_024, entries: 'everywhere' } as const
const GEMINI = { keptMs: null, writes: null, entries: 'everywhere' } as const

/*
 * The documented facts, November 2026. The first matching row applies. Sources: platform.claude.com (prompt caching),
 * developers.openai.com (prompt caching), ai.google.dev (context caching).
 */

export const ANTHROPIC_CACHES: readonly CacheRow[] = [
  { models: named(/^claude-(opus-5|(sonnet|haiku)-5-5|(fable|mythos)-5)/), facts: { ...CLAUDE, minimumTokens: 512 } },
  { models: named(/^claude-(opus-4-[56]|haiku-4-5)/), facts: { ...CLAUDE, minimumTokens: 4_096 } },
  { models: named(/^claude-opus-4-7/), facts: { ...CLAUDE, minimumTokens: 2_048 } },
  { models: others, facts: { ...CLAUDE, minimumTokens: 1_024 } },
]

export const OPENAI_CACHES: readonly CacheRow[] = [
  {
    models: takesCacheOptions,
    facts: {
      keptMs: LIFETIMES_MS['30m'],
      writes: '30m',
      minimumTokens: 1_024,
      entries: 'end',
      offers: { '30m': 1.25, '12h': null },
    },
  },
  { models: named(/^gpt-5\.5/), facts: { keptMs: DAY_MS, ...OPENAI } },
  { models: isKeptADayIfAsked, facts: { keptMs: DAY_MS, ...OPENAI } },
  // Kept for 5 to 10 minutes without use.
  { models: others, facts: { keptMs: LIFETIMES_MS['5m'], ...OPENAI } },
]

export const GOOGLE_CACHES: readonly CacheRow[] = [
  { models: named(/^gemini-2/), facts: { ...GEMINI, minimumTokens: 2_048 } },
  { models: others, facts: { ...GEMINI, minimumTokens: 4_096 } },
]

const CLAUDE_AT_GATEWAY = /^anthropic\/(?=claude-)/

/** OpenRouter's Claude is cached by Anthropic's rules. */
export const OPENROUTER_CACHES: readonly CacheRow[] = ANTHROPIC_CACHES.map((row) => ({
  ...row,
  models: (model) =>
    CLAUDE_AT_GATEWAY.test(model) && row.models(normaliseModelName(model.replace(CLAUDE_AT_GATEWAY, ''))),
}))
