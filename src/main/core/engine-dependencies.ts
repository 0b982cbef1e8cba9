import type { AgentRecord, AgentCommand } from '../../shared/agent-summary.ts'
import type { Sha256 } from '../../shared/export-chains.ts'
import type { ApprovalRule } from '../../shared/approval.ts'
import type { HelpFiles } from '../../shared/help-library.ts'
import type { Result } from '../../shared/result.ts'
import type { BackupRunner } from './ports/backup-ports.ts'
import type { BackgroundWork, PortPreviews } from './ports/background-ports.ts'
import type { FindDefaultModel } from './models/default-model.ts'
import type { Clock, EnginePerformance, IdSource, Logger, TurnScopes } from './ports/system-ports.ts'
import type { Config, ConfigStore, CredentialStore, TestDatabase } from './ports/config-ports.ts'
import type {
  AgentFacts,
  CheckAnswer,
  FindWideFolder,
  MatchPattern,
  RankTools,
  ResolveFolder,
  Tool,
  FolderLocator,
} from './ports/tool-ports.ts'
import type { ToolServers } from './ports/tool-server-ports.ts'
import type {
  LearnedParts,
  CatalogSource,
  FindLocalServers,
  ModelCatalog,
  OutsideAgents,
  OutsideFacts,
  ProviderFactory,
} from './ports/provider-ports.ts'
import type { EndpointProbe } from './ports/endpoint-ports.ts'
import type { MachineProbe } from './ports/machine-ports.ts'
import type { FolderFiles, InspectFile, WholeOutputs } from './ports/content-ports.ts'
import type { EvaluationFiles } from './ports/evaluation-ports.ts'
import type { ForeignFiles } from './ports/foreign-ports.ts'
import type { PluginServers } from './ports/plugin-ports.ts'
import type { ProjectFiles } from './ports/project-ports.ts'
import type { Checkpoints, FileMerge, Revisions, TextChanges } from './ports/checkpoint-ports.ts'
import type { CodeHosts, Commits, Pushing } from './ports/publishing-ports.ts'
import type { KeepRefusedRequest } from './ports/refused-request-ports.ts'
import type { RemoveOutputs } from './ports/redaction-ports.ts'
import type { FolderSizes, OldOutputs } from './ports/room-ports.ts'
import type { HookPrograms } from './ports/hook-ports.ts'
import type { TestCommands } from './ports/test-command-ports.ts'
import type { OpenInEditor, StartTerminal } from './ports/terminal-ports.ts'
import type { ExportSigner, HeadSigner } from './ports/verify-ports.ts'
import type { Updates } from './ports/update-ports.ts'
import type { Worktrees } from './ports/worktree-ports.ts'
import type { Storage } from './ports/storage-ports.ts'

/** All that the composition root hands to core. */
export interface EngineDependencies {
  readonly storage: Storage
  readonly providers: ProviderFactory
  /** Missing: there are none. */
  readonly outsideAgents?: (facts: OutsideFacts) => OutsideAgents
  readonly catalog: ModelCatalog
  readonly catalogSource: CatalogSource
  /** Missing: nothing is learned. */
  readonly learnedParts?: LearnedParts
  readonly credentials: CredentialStore
  readonly findLocalServers: FindLocalServers
  /** Missing: there are no endpoints. */
  readonly endpoints?: EndpointProbe
  /** One object for good; what `configStore` changes is changed in it. */
  readonly config: Config
  readonly configStore: ConfigStore
  readonly testDatabase: TestDatabase
  readonly clock: Clock
  readonly performance: EnginePerformance
  readonly ids: IdSource
  readonly turnScopes: TurnScopes
  readonly sha256: Sha256
  readonly logger: Logger
  /**
   * Called when what the engine holds in memory can no longer be trusted, nor read again: the host then opens another
   * one. Missing: it goes on.
   */
  readonly onUntrusted?: (error: unknown) => void
  /** The tools of the adapters. */
  readonly builtInTools: (agents: AgentFacts) => readonly Tool[]
  /** Runs the test commands of races. */
  readonly testCommands: (agents: AgentFacts) => TestCommands
  readonly hookPrograms: HookPrograms
  /** Missing: the tools leave nothing running. */
  readonly backgroundWork?: BackgroundWork
  /** Missing: ports cannot be opened. */
  readonly portPreviews?: PortPreviews
  /** Lists the background commands of all engines that use the data directory, oldest first. Missing: of none. */
  readonly listBackground?: () => Promise<Result<readonly AgentCommand[]>>
  /** Missing: the tools keep no files with their output. */
  readonly removeOutputs?: RemoveOutputs
  /** Missing: the whole of a text that is too long for a model is in the log only. */
  readonly wholeOutputs?: WholeOutputs
  /** Missing: as above. */
  readonly oldOutputs?: OldOutputs
  readonly folderSizes: FolderSizes
  readonly machine: MachineProbe
  /** Missing: refused requests are not kept for reports. */
  readonly keepRefusedRequest?: KeepRefusedRequest
  /** Missing: no backups are scheduled. */
  readonly backups?: BackupRunner
  /** Missing: the head of the log is not signed. */
  readonly headSigner?: HeadSigner
  /** Missing: exports are not signed. */
  readonly exportSigner?: ExportSigner
  readonly updates: Updates
  readonly projectFiles: ProjectFiles
  readonly toolServers: ToolServers
  /** Missing: the servers of plugins are not started. */
  readonly pluginServers?: PluginServers
  readonly checkAnswer: CheckAnswer
  readonly matchPattern: MatchPattern
  readonly rankTools: RankTools
  readonly inspectFile: InspectFile
  readonly evaluationFiles: EvaluationFiles
  readonly foreignFiles: ForeignFiles
  readonly helpFiles: HelpFiles
  /** Returns Markdown as HTML that runs and loads nothing. */
  readonly markdownHtml: (text: string) => string
  readonly folderFiles: (agents: FolderLocator) => FolderFiles
  readonly checkpoints: Checkpoints
  readonly textChanges: TextChanges
  readonly worktrees: Worktrees
  readonly mergeTexts: FileMerge
  readonly commits: Commits
  readonly revisions: Revisions
  readonly pushing: Pushing
  readonly codeHosts: CodeHosts
  readonly openInEditor: OpenInEditor
  /** Missing: there are no terminals, as on the command line. */
  readonly startTerminal?: StartTerminal
  readonly resolveFolder: ResolveFolder
  /** By the folder alone. */
  readonly wideFolder: FindWideFolder
  /** Where agents work that were given no other folder: absolute, symlinks resolved. */
  readonly workspace: string
  /** Where this engine was started: absolute, symlinks resolved. Missing: nobody chose that folder, as for the demo. */
  readonly startedIn?: string
  /** Told of every folder in which an agent works, before anything runs. Missing: nothing depends on it. */
  readonly noteAgentFolder?: (folder: string) => void
  /** Where the tools run, as described to agents: `Linux`, `macOS`, `Windows`. */
  readonly platform: string
  /** A user can be asked to approve calls. */
  readonly attended: boolean
  /**
   * Whether this engine takes over what others on the database leave: children, queued prompts, caches to keep warm.
   * Missing: as `attended`.
   */
  readonly staysOpen?: boolean
  /** Questions of models are answered, though calls cannot be approved: the command line at a terminal. */
  readonly answersQuestions?: boolean
  /**
   * Given: new children are left to an engine on the database that stays open, where there is one, and this is called
   * for each that was. Missing: they run in this engine.
   */
  readonly onChildLeft?: (child: AgentRecord) => void
  /** Rounds of tools of each turn in this engine; infinite: no limit. Missing: by the setting. */
  readonly maxToolRounds?: number
  /** Approvals of this run alone; they are not stored. */
  readonly runRules: readonly ApprovalRule[]
  readonly version: string
  readonly demo: boolean
  readonly dataDirectory: string
  readonly configDirectory: string
  /** For new root agents, as it is configured now. */
  readonly defaultModel: FindDefaultModel
}
