import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import { formatModelSpec } from '../../../shared/model-spec.ts'
import { serverLabel, serverOf } from '../../../shared/endpoints/endpoint-model.ts'
import type { ModelDirectory } from '../ports/provider-ports.ts'

/** A price that is this many times another one is of a higher class. */
const HIGHER_CLASS = 2

/**
 * Returns what the user is asked when a model gives a child another model than its own (docs/behaviour/commands.md#fork):
 * `gpt-6-sol/high of OpenAI`. Null: nothing is asked, because the child's model is of the same provider and not clearly
 * dearer, or because an agent of the tree has such a model already: the user chose it, or allowed it before.
 *
 * `tree`: all agents of the tree. Prices are list prices of output; where one is not known, only the provider counts.
 */
export function foreignFork(
  own: ModelChoice | null,
  child: ModelChoice,
  tree: readonly Pick<AgentRecord, 'choice'>[],
  catalog: ModelDirectory,
): string | null {
  const known = [own, ...tree.map(({ choice }) => choice)].filter((choice) => choice !== null)
  if (known.some((choice) => isCovered(child, choice, catalog))) return null
  return `${formatModelSpec(child)} of ${serverLabel(child)}`
}

function isCovered(child: ModelChoice, known: ModelChoice, catalog: ModelDirectory): boolean {
  if (serverOf(child) !== serverOf(known)) return false
  if (child.model === known.model) return true
  const price = outputPrice(child, catalog)
  const knownPrice = outputPrice(known, catalog)
  return price === null || knownPrice === null || price <= HIGHER_CLASS * knownPrice
}

/** US dollars per million tokens, the highest of all periods; null: not known. */
function outputPrice({ provider, model }: ModelChoice, catalog: ModelDirectory): number | null {
  const prices = catalog.find(provider, model)?.prices ?? []
  return prices.length === 0 ? null : Math.max(...prices.map(({ output }) => output))
}
