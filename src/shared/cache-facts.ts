import { findModelRow, type ModelRow, normaliseModelName } from './model-table.ts'
import type { ProviderName } from './providers.ts'
import type { CacheLifetime, ResponseUsage } from './usage.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
const LIFETIMES_MS: Readonly<Record<Exclude<CacheLifetime, 'unknown'>, number>> = {
  '5m': 5 * MINUTE_MS,
  '30m': 30 * MINUTE_MS,
  '1h': 60 * MINUTE_MS,
  '12h': 720 * MINUTE_MS,
}

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
}

interface CacheRow extends CacheFacts {
  readonly models: (model: string) => boolean
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

const named = (names: RegExp) => (model: string) => names.test(model)
const others = () => true

const CLAUDE = { keptMs: LIFETIMES_MS['5m'], writes: '5m', entries: 'marks' } as const
const OPENAI = { writes: null, minimumTokens: 1_024, entries: 'everywhere' } as const
const GEMINI = { keptMs: null, writes: null, entries: 'everywhere' } as const

/**
 * The documented facts, November 2026. The first matching row applies. Sources: platform.claude.com (prompt caching),
 * developers.openai.com (prompt caching), ai.google.dev (context caching).
 */
const CACHES: Readonly<Partial<Record<ProviderName, readonly CacheRow[]>>> = {
  anthropic: [
    { models: named(/^claude-(opus-5|(sonnet|haiku)-5-5|(fable|mythos)-5)/), ...CLAUDE, minimumTokens: 512 },
    { models: named(/^claude-(opus-4-[56]|haiku-4-5)/), ...CLAUDE, minimumTokens: 4_096 },
    { models: named(/^claude-opus-4-7/), ...CLAUDE, minimumTokens: 2_048 },
    { models: others, ...CLAUDE, minimumTokens: 1_024 },
  ],
  openai: [
    {
      models: named(/^gpt-(5\.[6-9]|[6-9])/),
      keptMs: LIFETIMES_MS['30m'],
      writes: '30m',
      minimumTokens: 1_024,
      entries: 'end',
    },
    { models: named(/^gpt-5\.5/), keptMs: DAY_MS, ...OPENAI },
    { models: isKeptADayIfAsked, keptMs: DAY_MS, ...OPENAI },
    // Kept for 5 to 10 minutes without use.
    { models: others, keptMs: LIFETIMES_MS['5m'], ...OPENAI },
  ],
  google: [
    { models: named(/^gemini-2/), ...GEMINI, minimumTokens: 2_048 },
    { models: others, ...GEMINI, minimumTokens: 4_096 },
  ],
}

const UNDOCUMENTED: CacheFacts = { keptMs: null, writes: null, minimumTokens: 0, entries: 'everywhere' }

const CLAUDE_AT_GATEWAY = /^anthropic\/(?=claude-)/

/** `model`: as sent to the provider. OpenRouter's Claude is cached by Anthropic's rules. */
export function cacheFacts(provider: ProviderName, model: string): CacheFacts {
  if (provider === 'openrouter' && CLAUDE_AT_GATEWAY.test(model)) {
    return cacheFacts('anthropic', normaliseModelName(model.replace(CLAUDE_AT_GATEWAY, '')))
  }
  return CACHES[provider]?.find(({ models }) => models(model)) ?? UNDOCUMENTED
}

/** The cached beginning of a request. */
export interface CachedPrefix {
  readonly tokens: number
  /** End of its documented lifetime, ms since the epoch; null: not documented. */
  readonly warmUntil: number | null
}

/**
 * Returns what a provider has cached after a response; null: nothing. `at`: when the response was received, ms since
 * the epoch. `requested`: the lifetime that the request asked for, which counts at providers with marks if the response
 * names none; null: the provider's default.
 */
export function cachedAfter(
  usage: ResponseUsage,
  facts: CacheFacts,
  at: number,
  requested: CacheLifetime | null = null,
): CachedPrefix | null {
  const written = Object.values(usage.cacheWrites ?? {}).reduce((sum, tokens) => sum + tokens, 0)
  const whole = usage.contextTokens ?? usage.inputTokens
  const tokens = facts.writes === null ? whole : usage.cachedTokens + written
  if (tokens === 0 || tokens < facts.minimumTokens) return null
  const asked = facts.entries === 'marks' && requested !== 'unknown' ? requested : null
  const lifetime = writtenLifetime(usage) ?? asked
  const keptMs = lifetime === null ? facts.keptMs : LIFETIMES_MS[lifetime]
  return { tokens, warmUntil: keptMs === null ? null : at + keptMs }
}

/** Returns the lifetime of the response's writes, the shortest of several; null: not reported. */
function writtenLifetime({ cacheWrites }: ResponseUsage): Exclude<CacheLifetime, 'unknown'> | null {
  const lifetimes = ['5m', '30m', '1h', '12h'] as const
  return lifetimes.find((lifetime) => (cacheWrites?.[lifetime] ?? 0) > 0) ?? null
}
