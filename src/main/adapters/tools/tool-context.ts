import type { FolderOf, ToolCallSite } from '../../core/ports.ts'
import type { OutputLimits } from './output-collector.ts'
import { resolvePath, type ResolvedPath } from './resolve-path.ts'

/** What the built-in tools work with. */
export interface ToolContext extends OutputLimits {
  /** Where an agent works: relative paths begin there, commands run there. Absolute; it exists. */
  readonly folderOf: FolderOf
  /** Of programs that tools start. No keys in it. */
  readonly environment: Readonly<Record<string, string>>
}

export interface AgentPath extends ResolvedPath {
  /** The agent's folder. */
  readonly folder: string
}

/** A path that a model gave, as seen from its agent's folder. */
export async function agentPath(
  context: ToolContext,
  site: ToolCallSite,
  path: string,
): Promise<AgentPath | { readonly ok: false; readonly message: string }> {
  const folder = await context.folderOf(site.agentId)
  if (!folder.ok) return { ok: false, message: folder.error.message }
  const resolved = await resolvePath(folder.value, path)
  return resolved.ok ? { ...resolved, folder: folder.value } : resolved
}
