import { nearestName } from '../../../shared/nearest-name.ts'
import type { Tool } from '../ports/tool-ports.ts'

export type FoundTool = { readonly ok: true; readonly tool: Tool } | { readonly ok: false; readonly message: string }

/** Returns the tool of that name, or an error text for the model with the most similar name. */
export function findTool(tools: readonly Tool[], name: string): FoundTool {
  const tool = tools.find(({ definition }) => definition.name === name)
  if (tool !== undefined) return { ok: true, tool }
  const names = tools.map(({ definition }) => definition.name)
  const nearest = nearestName(name, names)
  const hint =
    nearest === undefined ? 'No tools are available.' : `Did you mean '${nearest}'? Tools: ${names.join(', ')}`
  return { ok: false, message: `Unknown tool: ${name}. ${hint}` }
}
