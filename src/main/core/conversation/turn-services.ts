import type { Config } from '../../../shared/config.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { AgentIdentities } from '../agents/agent-identity.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { TurnRights } from '../agents/turn-rights.ts'
import type { ApprovalInbox } from '../approvals/approval-inbox.ts'
import type { AskServerQuestion } from '../approvals/server-questions.ts'
import type { Budgets } from '../budgets/budgets.ts'
import type { RoundLimits } from '../budgets/round-limits.ts'
import type { TreeLimits } from '../budgets/tree-limits.ts'
import type { CacheMisses } from '../caching/cache-misses.ts'
import type { FirstWrites } from '../caching/first-writes.ts'
import type { CallRecorder } from '../changes/call-recorder.ts'
import type { ContentFiles } from '../content/content-files.ts'
import type { Uploads } from '../content/uploads.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Flight } from '../flight.ts'
import type { AgentInstructions } from '../instructions/agent-instructions.ts'
import type { PriceList } from '../models/price-list.ts'
import type { SettingsStore, Store, TurnLeases } from '../ports/log-ports.ts'
import type { ModelCatalog, ProviderFactory } from '../ports/provider-ports.ts'
import type { KeepRefusedRequest } from '../ports/refused-request-ports.ts'
import type { StreamJournal } from '../ports/storage-ports.ts'
import type { Clock, IdSource, Logger, TurnScopes } from '../ports/system-ports.ts'
import type { CheckAnswer, ToolBox } from '../ports/tool-ports.ts'
import type { WorkRecords } from '../ports/usage-ports.ts'
import type { CallHooks } from '../tools/tool-hooks.ts'
import type { LeaseHolders } from '../ports/peer-ports.ts'

/** The services that turns use, and the requests that keep their beginnings in the providers' caches. */
export interface TurnServices {
  readonly hub: EventHub
  readonly store: Store
  readonly journal: StreamJournal
  readonly leases: TurnLeases
  /** Stores the state of the model pools, and which agents are kept warm. */
  readonly settings: SettingsStore
  /** Says which models win, for the pools that follow it. */
  readonly usage: WorkRecords
  readonly peers: LeaseHolders
  readonly tree: AgentTree
  readonly registry: AgentRegistry
  readonly contexts: AgentContexts
  readonly identities: AgentIdentities
  readonly contentFiles: ContentFiles
  readonly uploads: Uploads
  readonly instructions: AgentInstructions
  readonly toolBox: ToolBox
  readonly approvals: ApprovalInbox
  readonly askServerQuestion: AskServerQuestion
  readonly hooks: CallHooks
  readonly rights: TurnRights
  readonly callRecorder: CallRecorder
  readonly budgets: Budgets
  readonly roundLimits: RoundLimits
  readonly treeLimits: TreeLimits
  readonly firstWrites: FirstWrites
  readonly cacheMisses: CacheMisses
  readonly providers: ProviderFactory
  readonly catalog: ModelCatalog
  readonly prices: PriceList
  readonly config: Config
  readonly checkAnswer: CheckAnswer
  /** Missing: refused requests are not kept. */
  readonly keepRefusedRequest?: KeepRefusedRequest | undefined
  readonly turnScopes: TurnScopes
  readonly flight: Flight
  readonly clock: Clock
  readonly ids: IdSource
  readonly logger: Logger
  /** What keeps caches warm must not run beside a turn of the agent. */
  readonly warmer: { settle(agentId: AgentId): Promise<void> }
  /** Whether a turn of the agent runs in any engine. */
  readonly isBusy: (agentId: AgentId) => boolean
  /**
   * Called when a turn has ended and its agent is free. The outcome is `cancelled` if the user stopped the turn, even
   * one that had just ended.
   */
  readonly onTurnEnded: (agentId: AgentId, outcome: TurnOutcome) => void
}
