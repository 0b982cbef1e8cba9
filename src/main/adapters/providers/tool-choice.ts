import type { ModelRequest } from '../../core/ports/provider-ports.ts'

/** Returns whether the request offers tools but forbids calling them. */
export function forbidsTools({ tools, toolChoice }: ModelRequest): boolean {
  return toolChoice === 'none' && tools.length > 0
}
