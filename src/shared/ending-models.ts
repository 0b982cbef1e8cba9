import type { AgentRecord, ModelChoice } from './agent-summary.ts'
import type { AgentId } from './ids.ts'
import type { ProviderName } from './providers.ts'

/** So many days before its end a model is announced. */
export const ANNOUNCED_DAYS = 60

/** A model that ends soon, or has ended, and that agents use. */
export interface EndingModel {
  readonly provider: ProviderName
  readonly model: string
  /** ISO date after which it is no longer served. */
  readonly endsOn: string
  readonly hasEnded: boolean
  /** What its provider suggests; null: nothing is known. */
  readonly successor: string | null
  /** The agents that use it, none of them killed. */
  readonly agents: readonly AgentId[]
}

interface EndLookup {
  /** ISO dates. `announced`: ends up to this day are announced. */
  readonly today: string
  readonly announced: string
  /** Returns the end of a model; null: none is known. */
  readonly endOf: (choice: ModelChoice) => { readonly endsOn: string; readonly successor: string | null } | null
}

/** Returns the models of living agents that end soon or have ended, the earliest end first. */
export function endingModels(agents: Iterable<AgentRecord>, facts: EndLookup): readonly EndingModel[] {
  const found = new Map<string, EndingModel>()
  for (const { id, choice, status } of agents) {
    if (choice === null || status === 'killed') continue
    const end = facts.endOf(choice)
    if (end === null || end.endsOn > facts.announced) continue
    const { provider, model } = choice
    const key = `${provider} ${model}`
    const before = found.get(key)?.agents ?? []
    found.set(key, { provider, model, ...end, hasEnded: end.endsOn < facts.today, agents: [...before, id] })
  }
  return [...found.values()].toSorted((a, b) => (a.endsOn < b.endsOn ? -1 : 1))
}
