import { useEffect, useState } from 'react'

import type { ModelRequestPrice } from '../../shared/request-price.ts'
import type { PriceQuestion } from '../actions/price-actions.ts'
import { useActions } from './app-context.ts'

/** Delay after the last change of a question before the engine is asked, ms. */
const DEBOUNCE_MS = 200
/** The longest delay of a timer, ms. */
const MAX_DELAY_MS = 2 ** 31 - 1

export type Estimates = readonly ModelRequestPrice[]

const NO_QUESTIONS: readonly PriceQuestion[] = []

/**
 * Returns the estimates for requests that may be sent, one per model; null: nothing is asked, or nothing is known yet.
 * While the question changes, the last estimates remain. They are renewed when a cache entry that they count on ends.
 */
export function useEstimate(question: PriceQuestion | null): Estimates | null {
  return useEstimates(question === null ? NO_QUESTIONS : [question])
}

/** As `useEstimate`, for the requests of several questions together; null also if one of them has no answer. */
export function useEstimates(questions: readonly PriceQuestion[]): Estimates | null {
  const { prices } = useActions()
  const [found, setFound] = useState<Estimates | null>(null)
  const [asked, setAsked] = useState(questions)
  // The effect must not depend on the argument, which is new each time.
  if (!isSame(asked, questions)) setAsked(questions)
  useEffect(() => {
    if (asked.length === 0) return
    let timer = setTimeout(() => void ask(), DEBOUNCE_MS)
    let isCurrent = true
    async function ask(): Promise<void> {
      const answer = await prices.estimateAll(asked)
      if (!isCurrent) return
      setFound(answer)
      const wait = untilFirstEnd(answer ?? [], Date.now())
      if (wait !== null) timer = setTimeout(() => void ask(), Math.min(wait, MAX_DELAY_MS))
    }
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [prices, asked])
  return questions.length === 0 ? null : found
}

function isSame(a: readonly PriceQuestion[], b: readonly PriceQuestion[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Returns the time until the first of the cache entries ends, ms; null: none of them does. */
function untilFirstEnd(estimates: Estimates, now: number): number | null {
  const ends = estimates.flatMap(({ warmUntil }) => (warmUntil === null || warmUntil <= now ? [] : [warmUntil]))
  return ends.length === 0 ? null : Math.min(...ends) - now
}
