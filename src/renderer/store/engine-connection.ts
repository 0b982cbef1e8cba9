import type { ContractRouterClient } from '@orpc/contract'

import type { AgentFeedItem } from '../../shared/agent-view.ts'
import type { ApprovalFeedItem } from '../../shared/approval.ts'
import type { Contract } from '../../shared/contract.ts'
import type { EngineFeedItem } from '../../shared/engine-state.ts'
import type { AgentId } from '../../shared/ids.ts'
import type { TerminalItem } from '../../shared/terminal.ts'

/** The engine's procedures as functions. */
export type EngineClient = ContractRouterClient<Contract>

/** `lost`: the connection was lost or could not be opened; it is retried automatically. */
export type ConnectionState = 'connecting' | 'open' | 'lost'

/** `description`: what is to be confirmed. `failure`: why the last code was refused; null: it is the first. */
type AskForCode = (request: { readonly description: string; readonly failure: string | null }) => Promise<string | null>

/** Stops what was started. Idempotent. */
export type Stop = () => void

/**
 * The connection to the engine, as used by the window's stores; implemented by `connection/connect.ts`. Feeds reconnect
 * automatically and deliver each recorded event once and in order.
 */
export interface EngineConnection {
  readonly client: EngineClient
  state(): ConnectionState
  onStateChange(listener: (state: ConnectionState) => void): Stop
  /**
   * Sets the function that asks the user for the code of a call to confirm; it resolves to null if the user declines.
   */
  confirmWith(ask: AskForCode): Stop
  followEngine(onItems: (items: readonly EngineFeedItem[]) => void): Stop
  followApprovals(onItems: (items: readonly ApprovalFeedItem[]) => void): Stop
  followAgent(agentId: AgentId, onItems: (items: readonly AgentFeedItem[]) => void): Stop
  /** Follows what the agent's terminal shows; starts again with a snapshot after each lost connection. */
  followTerminal(agentId: AgentId, onItems: (items: readonly TerminalItem[]) => void): Stop
}
