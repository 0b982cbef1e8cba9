import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { AgentOptions } from '../../../shared/contract/agents.ts'
import { canonicalJson, type JsonObject } from '../../../shared/json.ts'
import { leftOutNotes, type ModelOptions, takenOptions } from '../../../shared/model-options.ts'
import { poolName } from '../../../shared/model-pool.ts'
import { wireModelName } from '../../../shared/model-spec.ts'
import type { ModelDirectory, ModelAbilities } from '../ports/provider-ports.ts'

/** Returns what a request to the model contains of the agent's options. */
export function appliedOptions(
  options: ModelOptions,
  choice: ModelChoice,
  catalog: ModelAbilities,
): {
  /** Only what the model takes; the schema in the form that the provider accepts. */
  readonly options: ModelOptions
  /** A block for the end of the system prompt; null: none. */
  readonly instruction: string | null
} {
  const { schema, ...others } = takenOptions(options, catalog.controls(choice))
  if (schema === undefined) return { options: others, instruction: null }
  const native = catalog.nativeSchema(choice, schema)
  if (native !== null) return { options: { ...others, schema: canonicalJson(native) }, instruction: null }
  return { options: others, instruction: schemaInstruction(schema) }
}

function schemaInstruction(schema: JsonObject): string {
  return `Your final answer must be one JSON value that is valid by the JSON Schema below. Write the JSON alone: no \
sentence before or after it, and no code fence.\n\n${JSON.stringify(schema)}`
}

/** Returns an agent's options with what its model takes of them. `choice`: null without a model. */
export function agentOptions(
  options: ModelOptions,
  choice: ModelChoice | null,
  catalog: ModelDirectory & ModelAbilities,
): AgentOptions {
  if (choice === null || poolName(choice.model) !== null) return { options, controls: null, maxOutput: null, notes: [] }
  const controls = catalog.controls(choice)
  const maxOutput = catalog.find(choice.provider, choice.model)?.maxOutput ?? null
  return { options, controls, maxOutput, notes: leftOutNotes(options, controls, wireModelName(choice)) }
}
