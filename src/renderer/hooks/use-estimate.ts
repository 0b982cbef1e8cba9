import { useEffect, useState } from 'react'

import type { ModelRequestPrice } from '../../shared/request-price.ts'
import type { PriceQuestion } from '../actions/price-actions.ts'
import { useActions } from './app-context.ts'

/** Delay after the last change of a question before the engine is asked, ms. */
const DEBOUNCE_MS = 200
/** The longest delay of a timer, ms. */
const MAX_DELAY_MS = 2 ** 31 - 1

const NO_MODELS: readonly string[] = []
const SEPARATOR = '\n'

export type Estimates = readonly ModelRequestPrice[]

/**
 * Returns the estimates for requests that may be sent, one per model; null: nothing is asked, or nothing is known yet.
 * While the question changes, the last estimates remain. They are renewed when a cache entry that they count on ends.
 */
export function useEstimate(question: PriceQuestion | null): Estimates | null {
  const { prices } = useActions()
  const [found, setFound] = useState<Estimates | null>(null)
  const { agentId, models = NO_MODELS, text, atEventId, mark, purpose }: Partial<PriceQuestion> = question ?? {}
  // The effect must not depend on objects, which are new each time.
  const specs = models.join(SEPARATOR)
  useEffect(() => {
    if (agentId === undefined) return
    const asked: PriceQuestion = {
      agentId,
      models: specs === '' ? NO_MODELS : specs.split(SEPARATOR),
      ...(text !== undefined && { text }),
      ...(atEventId !== undefined && { atEventId }),
      ...(mark !== undefined && { mark }),
      ...(purpose !== undefined && { purpose }),
    }
    let timer = setTimeout(() => void ask(), DEBOUNCE_MS)
    let isCurrent = true
    async function ask(): Promise<void> {
      const answer = await prices.estimate(asked)
      if (!isCurrent) return
      setFound(answer)
      const wait = untilFirstEnd(answer ?? [], Date.now())
      if (wait !== null) timer = setTimeout(() => void ask(), Math.min(wait, MAX_DELAY_MS))
    }
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [prices, agentId, specs, text, atEventId, mark, purpose])
  return question === null ? null : found
}

/** Returns the time until the first of the cache entries ends, ms; null: none of them does. */
function untilFirstEnd(estimates: Estimates, now: number): number | null {
  const ends = estimates.flatMap(({ warmUntil }) => (warmUntil === null || warmUntil <= now ? [] : [warmUntil]))
  return ends.length === 0 ? null : Math.min(...ends) - now
}
