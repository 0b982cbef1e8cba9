import type { Tool } from '../ports.ts'

export type FoundTool = { readonly ok: true; readonly tool: Tool } | { readonly ok: false; readonly message: string }

/** The tool of that name, or words for the model that name the nearest one. */
export function findTool(tools: readonly Tool[], name: string): FoundTool {
  const tool = tools.find(({ definition }) => definition.name === name)
  if (tool !== undefined) return { ok: true, tool }
  const names = tools.map(({ definition }) => definition.name)
  const nearest = names.toSorted((a, b) => editDistance(name, a) - editDistance(name, b))[0]
  const hint =
    nearest === undefined ? 'No tools are available.' : `Did you mean '${nearest}'? Tools: ${names.join(', ')}`
  return { ok: false, message: `Unknown tool: ${name}. ${hint}` }
}

/** Levenshtein's distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
