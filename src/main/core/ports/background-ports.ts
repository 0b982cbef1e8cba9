import type { BackgroundCommand } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { AskedCall } from './tool-ports.ts'

/** Returns why a command must not run now, for the user; null: no rule and no profile denies it. */
export type DenialOf = (command: AskedCall) => Promise<string | null>

/** A port of a background command that a user opens. */
export interface PreviewRequest {
  readonly agentId: AgentId
  readonly id: string
  readonly port: number
  /** The origin of the page that may show it in a frame; null: none may. */
  readonly shownIn: string | null
}

/** Ports of background commands, opened for browsers (docs/behaviour/tools.md#previews). */
export interface PortPreviews {
  /**
   * Returns an address that gives one browser access, once and within a minute. It is closed with the command. REFUSED
   * if the command does not run, or does not listen there.
   */
  open(request: PreviewRequest): Promise<Result<string>>
  /** Closes all at once. */
  close(): void
}

/** Which commands agents left running in this engine. */
export interface RunningCommands {
  /** Those of an agent that run, oldest first. */
  running(agentId: AgentId): readonly BackgroundCommand[]
}

/** The commands that agents left running in this engine (docs/behaviour/tools.md#background-commands). */
export interface BackgroundWork extends RunningCommands {
  /** Called when a command of an agent has started or ended, or the ports on which it listens are others. */
  onChange(listener: (agentId: AgentId) => void): () => void
  /**
   * Returns the end of what a command has printed, whether or not the agent has read it. REFUSED if it is not known.
   */
  output(agentId: AgentId, id: string): Result<string>
  /** Ends a command; its agent is informed when it next reads the output. REFUSED if there is no such command. */
  end(agentId: AgentId, id: string): Promise<Result<null>>
  /**
   * Ends a command and starts it again with the narrower of its rights then and the agent's rights now; its id stays.
   * REFUSED, and it runs on, if it is not known, if it would need a right that the agent no longer has, or if the agent
   * works in another folder now.
   */
  restart(agentId: AgentId, id: string, denialOf: DenialOf): Promise<Result<null>>
  /** Ends those of an agent. */
  endOf(agentId: AgentId): void
  /** Ends all, and resolves when they have ended. No others start. */
  close(): Promise<void>
}
