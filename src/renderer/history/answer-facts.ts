import { createContext, use } from 'react'

/**
 * What is said of an answer beside its text. `rare`: what deviates alone, because the view around it shows the model, time
 * and cost. `none`: nothing that could tell who answered.
 */
export type ShownFacts = 'all' | 'rare' | 'none'

const FactsContext = createContext<ShownFacts>('all')

/** Sets it for the answers inside. */
export const AnswerFactsProvider = FactsContext.Provider

export function useAnswerFacts(): ShownFacts {
  return use(FactsContext)
}
