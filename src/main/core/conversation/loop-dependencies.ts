import type { ProviderFactory } from '../ports/provider-ports.ts'
import type { SettingsStore, TurnLeases, Store } from '../ports/log-ports.ts'
import type { WorkRecords } from '../ports/usage-ports.ts'
import type { TurnRights } from '../agents/turn-rights.ts'
import type { TurnScopes } from '../ports/system-ports.ts'
import type { TreeLimits } from '../budgets/tree-limits.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { TurnDependencies } from './turn.ts'
import type { CacheWarmer } from './cache-warmer.ts'

/** Services of the turns of all agents. */
export interface LoopDependencies extends TurnDependencies {
  readonly providers: ProviderFactory
  /** Stores the state of the model pools. */
  readonly settings: SettingsStore
  /** Says which models win, for the pools that follow it. */
  readonly usage: WorkRecords
  readonly leases: TurnLeases
  readonly store: Store
  readonly rights: TurnRights
  readonly turnScopes: TurnScopes
  readonly treeLimits: TreeLimits
  readonly warmer: Pick<CacheWarmer, 'settle'>
  /**
   * Called when a turn has ended and its agent is free. The outcome is `cancelled` if the user stopped the turn, even
   * one that had just ended.
   */
  readonly onTurnEnded: (agentId: AgentId, outcome: TurnOutcome) => void
}
