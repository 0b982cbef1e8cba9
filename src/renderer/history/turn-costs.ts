import type { AgentEvent } from '../../shared/agent-event.ts'
import { addCosts, type CostSum } from '../../shared/cost-sum.ts'
import { costOf } from '../../shared/recorded-cost.ts'
import type { EventId, TurnId } from '../../shared/ids.ts'
import { UNKNOWN_COST } from '../../shared/money.ts'
import { formatCost } from '../parts/money-text.ts'
import { texts } from '../text/texts.ts'

/** The recorded costs of turns with several responses, by the id of the last response. */
export type TurnCosts = ReadonlyMap<EventId, CostSum>

export const NO_TURNS: TurnCosts = new Map()

interface Turn {
  readonly cost: CostSum
  readonly responses: number
  readonly lastId: EventId
}

export function turnCosts(events: readonly AgentEvent[]): TurnCosts {
  const turns = new Map<TurnId, Turn>()
  for (const event of events) {
    if (event.turnId === null || (event.kind !== 'assistant' && event.kind !== 'interrupted')) continue
    const before = turns.get(event.turnId)
    const cost = costOf(event)
    turns.set(event.turnId, {
      cost: before === undefined ? cost : addCosts(before.cost, cost),
      responses: (before?.responses ?? 0) + 1,
      lastId: event.id,
    })
  }
  const several = [...turns.values()].filter(({ responses }) => responses > 1)
  return new Map(several.map(({ lastId, cost }) => [lastId, cost]))
}

/**
 * Returns the recorded cost of a response as a fact: `$0.02`, and of its turn if this is the last of several responses.
 */
export function costFacts(event: AgentEvent, turns: TurnCosts): readonly string[] {
  const turn = turns.get(event.id)
  return [
    ...knownCost(costOf(event)),
    ...(turn === undefined ? [] : knownCost(turn).map((cost) => texts.history.answer.turnCost({ cost }))),
  ]
}

function knownCost(cost: CostSum): readonly string[] {
  const hasCost = cost.usd > 0 || cost.unpriced > 0 || cost.partial > 0
  const text = formatCost(cost)
  return hasCost && text !== UNKNOWN_COST ? [text] : []
}
