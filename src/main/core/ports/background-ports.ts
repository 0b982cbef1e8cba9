import type { AgentId } from '../../../shared/ids.ts'

/** The commands that agents left running in this engine (docs/behaviour/tools.md#background-commands). */
export interface BackgroundWork {
  /** Ends those of an agent. */
  endOf(agentId: AgentId): void
  /** Ends all, and resolves when they have ended. No others start. */
  close(): Promise<void>
}
