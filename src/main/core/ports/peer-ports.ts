import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'

/** A request from one engine to the others on its database. */
export type PeerMessage =
  /** End the running turns of an agent and its descendants; null: of all agents. */
  | { readonly type: 'stop'; readonly agentId: AgentId | null }
  /** End the running turn of this agent only. */
  | { readonly type: 'cancel'; readonly agentId: AgentId }
  /** Run the first turn of this agent, if this engine stays open. Other homes do not get it. */
  | { readonly type: 'start'; readonly agentId: AgentId }

/** The turns of the other engines on the same database. */
export interface LeaseHolders {
  /** Returns the agents whose lease another engine holds: `agentId` and its descendants; null: all agents. */
  runningElsewhere(agentId: AgentId | null): Promise<Result<readonly AgentId[]>>
}

/** The other engines on the same database. */
export interface Peers extends LeaseHolders {
  /**
   * Sends a message to all other engines that are currently connected. There is no reply: the sender checks for the
   * effect and sends again until there is one.
   */
  send(message: PeerMessage): Promise<Result<null>>
  /** Returns a function that removes the listener. */
  onMessage(listener: (message: PeerMessage) => void): () => void
  /** Marks this engine as one that stays open, until it closes or crashes. */
  announceStaying(): Promise<Result<null>>
  /** Whether another engine of this home is marked as staying open. */
  isAnyStaying(): Promise<Result<boolean>>
}
