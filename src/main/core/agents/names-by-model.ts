import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { ModelDirectory } from '../ports/provider-ports.ts'

/**
 * Names agents that answer the same prompt after their models, by the catalogue's name if it has one. The second agent
 * of a model gets a number. Empty for an agent without a model.
 */
export function namesByModel(choices: readonly (ModelChoice | null)[], catalog: ModelDirectory): readonly string[] {
  const counts = new Map<string, number>()
  return choices.map((choice) => {
    if (choice === null) return ''
    const name = catalog.find(choice.provider, choice.model)?.name ?? choice.model
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return count === 1 ? name : `${name} · ${count}`
  })
}
