import type { ContractRouterClient } from '@orpc/contract'

import type { AgentFeedItem } from '../../shared/agent-view.ts'
import type { ApprovalFeedItem } from '../../shared/approval.ts'
import type { Contract } from '../../shared/contract.ts'
import type { EngineFeedItem } from '../../shared/engine-state.ts'
import type { AgentId } from '../../shared/ids.ts'

/** The engine's procedures as the window calls them. */
export type EngineClient = ContractRouterClient<Contract>

/** `lost`: there was a connection, or none could be had; it is tried again without being asked. */
export type ConnectionState = 'connecting' | 'open' | 'lost'

/** `words`: what is to be confirmed. `failure`: why the last code was not taken; null: it is the first. */
type AskForCode = (request: { readonly words: string; readonly failure: string | null }) => Promise<string | null>

/** Stops what was started; calling it twice is harmless. */
export type Stop = () => void

/**
 * What the window's stores need of its door to the engine; `connection/connect.ts` gives it. Feeds reconnect by
 * themselves, and hand on each recorded event once and in order.
 */
export interface EngineConnection {
  readonly client: EngineClient
  state(): ConnectionState
  onStateChange(listener: (state: ConnectionState) => void): Stop
  /** Who is asked for the code of a call that must be confirmed; null: the person does not want to. */
  confirmWith(ask: AskForCode): Stop
  followEngine(onItems: (items: readonly EngineFeedItem[]) => void): Stop
  followApprovals(onItems: (items: readonly ApprovalFeedItem[]) => void): Stop
  followAgent(agentId: AgentId, onItems: (items: readonly AgentFeedItem[]) => void): Stop
}
