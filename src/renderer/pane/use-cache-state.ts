import { useEffect, useState } from 'react'

import type { ModelRequestPrice } from '../../shared/request-price.ts'
import { type CacheState, cacheStateAt, untilNextState } from './cache-clock.ts'

/** The longest delay of a timer, ms. */
const MAX_DELAY_MS = 2 ** 31 - 1

/** Returns the state of the agent's cache entry, and renders again when the state changes. */
export function useCacheState(price: ModelRequestPrice | null): CacheState {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (price === null) return
    const time = Date.now()
    const isCurrent = cacheStateAt(price, time) === cacheStateAt(price, now)
    const wait = isCurrent ? untilNextState(price, time) : 0
    if (wait === null) return
    const timer = setTimeout(() => setNow(Date.now()), Math.min(wait, MAX_DELAY_MS))
    return () => clearTimeout(timer)
  }, [price, now])
  return price === null ? 'none' : cacheStateAt(price, now)
}
