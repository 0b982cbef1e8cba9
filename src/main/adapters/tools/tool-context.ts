import type { AgentId } from '../../../shared/ids.ts'
import type { OutputLimits } from './output-collector.ts'

/** What the built-in tools work with. */
export interface ToolContext extends OutputLimits {
  /** Where an agent works: relative paths begin there, commands run there. Absolute; it exists. */
  readonly folderOf: (agentId: AgentId) => Promise<string>
  /** Of programs that tools start. No keys in it. */
  readonly environment: Readonly<Record<string, string>>
}
