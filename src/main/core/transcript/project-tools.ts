import type { ToolDefinition } from '../../../shared/content.ts'
import { acceptedSchema } from '../../../shared/tool-schema/plain-schema.ts'
import { cleanText } from '../../../shared/tool-schema/schema-values.ts'
import type { ToolRules } from '../../../shared/tool-schema/tool-rules.ts'
import type { JsonObject } from '../../../shared/json.ts'

/** Longest description of a tool in all, UTF-16 units. */
const MAX_DESCRIPTION = 20_000

const projected = new WeakMap<ToolRules, WeakMap<ToolDefinition, ToolDefinition>>()

/**
 * Returns the definition of a tool in the form that an API accepts (docs/behaviour/tools.md#definitions). The arguments of
 * calls are checked with the tool's own schema. The same definition gives the same object.
 */
export function projectTool(tool: ToolDefinition, rules: ToolRules): ToolDefinition {
  const known = projected.get(rules) ?? new WeakMap<ToolDefinition, ToolDefinition>()
  projected.set(rules, known)
  const made = known.get(tool) ?? makeProjection(tool, rules)
  known.set(tool, made)
  return made
}

function makeProjection({ name, description, parameters }: ToolDefinition, rules: ToolRules): ToolDefinition {
  const schema = acceptedSchema(parameters, rules)
  const whole = cleanText(description).trim()
  const words = whole.length > MAX_DESCRIPTION ? `${whole.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…` : whole
  const limit = rules.maxDescription ?? words.length
  if (words.length <= limit) return { name, description: words === '' ? name : words, parameters: schema }
  // The description of the arguments has no limit.
  const end = Math.max(words.lastIndexOf(' ', limit - 1), Math.floor(limit / 2))
  return {
    name,
    description: `${words.slice(0, end).toWellFormed()}…`,
    parameters: withWords(schema, `…${words.slice(end).trim()}`),
  }
}

function withWords({ type = 'object', description, ...rest }: JsonObject, words: string): JsonObject {
  return { type, description: typeof description === 'string' ? `${words}\n${description}` : words, ...rest }
}
