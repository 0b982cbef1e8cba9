import type { ShownCode } from '../../shared/confirmation.ts'
import type { ContractRouterClient } from '@orpc/contract'

import type { AgentFeedItem } from '../../shared/agent-view.ts'
import type { ApprovalFeedItem } from '../../shared/approval.ts'
import type { Contract } from '../../shared/contract.ts'
import type { EngineFeedItem } from '../../shared/engine-state.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { TerminalItem } from '../../shared/terminal.ts'

/** The engine's procedures as functions. */
export type EngineClient = ContractRouterClient<Contract>

/** `lost`: it was open, or could not be opened; the next attempt is running or scheduled. */
export type ConnectionState = 'connecting' | 'open' | 'lost'

interface CodeRequest {
  /** What is to be confirmed, for the user. */
  readonly description: string
  /** Why the last code was refused; null: it is the first. */
  readonly failure: string | null
}

/** Asks the user for the code that the engine's terminal shows; null if the user declines. */
export type AskForCode = (request: CodeRequest) => Promise<string | null>

/** Stops what was started. Idempotent. */
export type Stop = () => void

/** The connection to the engine, as used by the window's stores; implemented by `connection/connect.ts`. */
export interface EngineConnection {
  /**
   * The contract. A call without a connection waits for one for a limited time; a call that was being made when the
   * connection broke is not repeated. Both reject with a `ConnectionLostError`. A call that violates the contract, and
   * a bug of the engine, reject with an `ORPCError`. All other failures are part of the `Result`.
   */
  readonly client: EngineClient
  state(): ConnectionState
  /** Calls `listener` after each change. */
  onStateChange(listener: (state: ConnectionState) => void): Stop
  /**
   * Sets the function that asks the user for the code of a call to confirm. Without one, such calls are refused.
   */
  confirmWith(ask: AskForCode): Stop
  /** Follows the tree and the engine's state; starts again with a snapshot after each lost connection. */
  followEngine(onItems: (items: readonly EngineFeedItem[]) => void): Stop
  /**
   * Follows the open approval questions and the saved approvals; starts again with a snapshot after each lost
   * connection.
   */
  followApprovals(onItems: (items: readonly ApprovalFeedItem[]) => void): Stop
  /**
   * Follows one agent's feed across lost connections: each recorded event once and in order; missed events are
   * delivered by `resumed` or `snapshot`.
   */
  followAgent(agentId: AgentId, onItems: (items: readonly AgentFeedItem[]) => void): Stop
  /** Follows the codes that other windows wait for and this one may show: all of them with each change. */
  followCodes(onItems: (items: readonly (readonly ShownCode[])[]) => void): Stop
  /** Follows what the agent's terminal shows; starts again with a snapshot after each lost connection. */
  followTerminal(agentId: AgentId, onItems: (items: readonly TerminalItem[]) => void): Stop
}
