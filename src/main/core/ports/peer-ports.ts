import type { AgentId } from '../../../shared/ids.ts'
import type { Result } from '../../../shared/result.ts'

/** What one engine asks of the others on its database. */
export type PeerMessage =
  /** End the running turns of an agent and of everything below it; null: of all agents. */
  | { readonly type: 'stop'; readonly agentId: AgentId | null }
  /** End the running turn of this agent alone. */
  | { readonly type: 'cancel'; readonly agentId: AgentId }
  /** Run the first turn of this agent, if this engine stays open. */
  | { readonly type: 'start'; readonly agentId: AgentId }

/** The other engines on the same database. */
export interface Peers {
  /** Agents whose lease another engine holds now: in the tree below `agentId`, itself included; null: everywhere. */
  runningElsewhere(agentId: AgentId | null): Promise<Result<readonly AgentId[]>>
  /**
   * Reaches every other engine that is connected at this moment. There is no answer: the sender looks for the effect, and
   * sends again as long as it does not see it.
   */
  send(message: PeerMessage): Promise<Result<null>>
  /** Returns a function that removes the listener. */
  onMessage(listener: (message: PeerMessage) => void): () => void
  /** Marks this engine as one that stays open, until it closes or dies. */
  announceStaying(): Promise<Result<null>>
  /** Whether another engine is marked so. */
  isAnyStaying(): Promise<Result<boolean>>
}
