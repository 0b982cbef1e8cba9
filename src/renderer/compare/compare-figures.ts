import { estimateCost } from '../../shared/cost-estimate.ts'
import { listedModel } from '../../shared/listed-model.ts'
import type { ModelInfo, ModelList } from '../../shared/model-info.ts'
import type { AnswerTurn, ResponseFigures } from './answer-turns.ts'

/**
 * Returns the catalogue entry of the model that a response names, which may include a release date; null if there is
 * none.
 */
function answeringModel(list: ModelList | null, { provider, model }: ResponseFigures): ModelInfo | null {
  return model === null ? null : listedModel(list, provider, model)
}

/** Returns the cost of a turn in US dollars; null if the usage or the price of any of its responses is not known. */
export function turnCost(turn: AnswerTurn, list: ModelList | null): number | null {
  let sum = 0
  for (const response of turn.responses) {
    if (response.usage === null) return null
    const cost = estimateCost(response.usage, answeringModel(list, response)?.price ?? null)
    if (cost === null) return null
    sum += cost
  }
  return turn.responses.length === 0 ? null : sum
}

const TENTH_OF_A_CENT = 0.001
const CENTS_FROM = 0.1

/** Formats an amount with two significant digits: `$0.0042`, `$0.13`, `< $0.001`. */
export function formatCost(dollars: number): string {
  if (dollars === 0) return '$0'
  if (dollars < TENTH_OF_A_CENT) return `< $${TENTH_OF_A_CENT}`
  return dollars < CENTS_FROM ? `$${dollars.toPrecision(2)}` : `$${dollars.toFixed(2)}`
}
