import type { RequestPrice } from '../../shared/request-price.ts'
import { clockTime } from '../text/calendar-day.ts'
import { texts } from '../text/texts.ts'

const words = texts.contextGauge.cache

/**
 * What is known about the agent's entry in the provider's cache. `ending`: the last minute of its documented lifetime.
 * `maybe`: there is an entry, but the provider documents no lifetime. `none`: nothing was cached.
 */
export type CacheState = 'warm' | 'ending' | 'cold' | 'maybe' | 'none'

type Cached = Pick<RequestPrice, 'cache' | 'warmUntil'>

const MINUTE_MS = 60_000

/** `now`: ms since the epoch. */
export function cacheStateAt({ cache, warmUntil }: Cached, now: number): CacheState {
  if (warmUntil === null) return cache === 'maybe' ? 'maybe' : 'none'
  if (now >= warmUntil) return 'cold'
  return now >= warmUntil - MINUTE_MS ? 'ending' : 'warm'
}

/** Returns the time until the state changes, ms; null: it does not change by itself. */
export function untilNextState({ warmUntil }: Cached, now: number): number | null {
  if (warmUntil === null || now >= warmUntil) return null
  const ending = warmUntil - MINUTE_MS
  return (now < ending ? ending : warmUntil) - now
}

/** `warm until 14:32 (4:10)`, `cold`, `may still be warm`, `nothing cached`. */
export function cacheText(cached: Cached, now: number): string {
  const state = cacheStateAt(cached, now)
  if (state === 'none') return words.none
  if (state === 'maybe') return words.maybe
  if (state === 'cold' || cached.warmUntil === null) return words.cold
  return words.warmUntil({ time: clockTime(cached.warmUntil), left: timeLeft(cached.warmUntil - now) })
}

/** `4:10`, `1:04:10`. */
function timeLeft(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  const hours = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  const two = (count: number): string => String(count).padStart(2, '0')
  const rest = two(seconds % 60)
  return hours === 0 ? `${minutes}:${rest}` : `${hours}:${two(minutes)}:${rest}`
}
