import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'
import type { SandboxUse } from '../../../shared/sandbox.ts'
import type { ApproveAccess } from './tool-ports.ts'

export interface TestCommand {
  readonly agentId: AgentId
  /** For bash. */
  readonly command: string
  /** Absolute. */
  readonly folder: string
  readonly timeoutMs: number
  /** The user allowed it to run where there is no sandbox. */
  readonly unconfined: boolean
  readonly signal: AbortSignal
  /** Decides the hosts that it may reach. Missing: none. */
  readonly approve?: ApproveAccess
}

/** How a test command ended. */
export interface TestCommandEnd {
  /** Both streams, in their order; the middle of a long output is missing. */
  readonly output: string
  readonly isWhole: boolean
  /** Null: it did not exit by itself. */
  readonly exitCode: number | null
  /** How it ended if it did not exit by itself, as a sentence; null: it did. */
  readonly note: string | null
  readonly durationMs: number
  /** Which hosts it did not reach and why, in lines. Missing: none was refused. */
  readonly refusedHosts?: string
  /** Missing: programs are never confined here. */
  readonly sandbox?: SandboxUse
}

/** Runs test commands of people in the folders of agents, as the agents' own commands run. */
export interface TestCommands {
  /** Returns why the command would not run inside a sandbox, as a sentence; null: it would. */
  problem(agentId: AgentId, folder: string): Promise<Result<string | null>>
  /** REFUSED if it would not run inside a sandbox and `unconfined` is not set; nothing runs then. */
  run(command: TestCommand): Promise<Result<TestCommandEnd>>
}
