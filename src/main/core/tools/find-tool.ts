import { nearestNames } from '../../../shared/nearest-name.ts'
import { FIND_TOOLS } from '../../../shared/tool-search.ts'
import type { Tool } from '../ports/tool-ports.ts'

export type FoundTool = { readonly ok: true; readonly tool: Tool } | { readonly ok: false; readonly message: string }

/** With more tools the error names only similar ones: it stays in the context for good. */
const MAX_NAMED = 40
const SIMILAR = 10
/** Characters of a name that are compared. */
const MAX_COMPARED = 200

/** Returns the tool of that name, or an error text for the model with the most similar names. */
export function findTool(tools: readonly Tool[], name: string): FoundTool {
  const tool = tools.find(({ definition }) => definition.name === name)
  return tool === undefined ? { ok: false, message: `Unknown tool: ${name}. ${hint(tools, name)}` } : { ok: true, tool }
}

function hint(tools: readonly Tool[], name: string): string {
  const names = tools.map(({ definition }) => definition.name)
  const similar = nearestNames(name.slice(0, MAX_COMPARED), names, SIMILAR)
  const [nearest] = similar
  if (nearest === undefined) return 'No tools are available.'
  const meant = `Did you mean '${nearest}'?`
  if (names.length <= MAX_NAMED) return `${meant} Tools: ${names.join(', ')}`
  const more = names.includes(FIND_TOOLS) ? `Find others with ${FIND_TOOLS}.` : `There are ${names.length} tools.`
  return `${meant} Similar: ${similar.join(', ')}. ${more}`
}
