import type { SettingsStore, EventReader, TurnLeases } from '../ports/log-ports.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import type { AgentIdentities } from '../agents/agent-identity.ts'
import type { ContentFiles } from '../content/content-files.ts'
import type { PriceList } from '../models/price-list.ts'
import type { Budgets } from '../budgets/budgets.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { ProviderFactory, ModelCatalog } from '../ports/provider-ports.ts'
import type { Config } from '../../../shared/config.ts'
import type { ToolBox } from '../ports/tool-ports.ts'
import type { Clock, IdSource, Logger } from '../ports/system-ports.ts'
import type { AgentId } from '../../../shared/ids.ts'

/** Services of the classes that keep the beginnings of requests in the providers' caches. */
export interface WarmingDependencies {
  readonly settings: SettingsStore
  readonly tree: AgentTree
  readonly contexts: AgentContexts
  readonly identities: AgentIdentities
  readonly contentFiles: ContentFiles
  readonly prices: PriceList
  readonly budgets: Budgets
  readonly hub: EventHub
  readonly store: EventReader
  readonly leases: TurnLeases
  readonly providers: ProviderFactory
  readonly catalog: ModelCatalog
  readonly config: Config
  readonly toolBox: ToolBox
  readonly clock: Clock
  readonly ids: IdSource
  readonly logger: Logger
  /** Whether a turn of the agent runs in any engine. */
  readonly isBusy: (agentId: AgentId) => boolean
}
