import type {
  Clock,
  Config,
  CredentialStore,
  IdSource,
  Logger,
  ModelCatalog,
  ProviderFactory,
  Storage,
  ToolBox,
} from './ports.ts'
import type { ApprovalGate } from './tools/approval-gate.ts'

/** All that the composition root hands to core. */
export interface EngineDependencies {
  readonly storage: Storage
  readonly providers: ProviderFactory
  readonly catalog: ModelCatalog
  readonly credentials: CredentialStore
  readonly config: Config
  readonly clock: Clock
  readonly ids: IdSource
  readonly logger: Logger
  readonly toolBox: ToolBox
  readonly approvals: ApprovalGate
  readonly version: string
  readonly demo: boolean
  readonly dataDirectory: string
  readonly configDirectory: string
  /** `MODEL[/LEVEL]` for new root agents; null: none is configured. */
  readonly defaultModel: string | null
}
