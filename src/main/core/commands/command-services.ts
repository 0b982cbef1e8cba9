import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { AgentFolders } from '../agents/agent-folders.ts'
import type { AgentHomes } from '../agents/agent-homes.ts'
import type { AgentSandboxes } from '../agents/agent-sandboxes.ts'
import type { ForkFacts } from '../agents/fork-facts.ts'
import type { PromptQueues } from '../agents/prompt-queues.ts'
import type { ApprovalRules } from '../approvals/approval-rules.ts'
import type { QuestionInbox } from '../approvals/question-inbox.ts'
import type { AgentWorktrees } from '../changes/agent-worktrees.ts'
import type { PrintKeys } from '../caching/print-keys.ts'
import type { MailStarter } from '../conversation/mail-starter.ts'
import type { SummaryWriter } from '../conversation/summary-writer.ts'
import type { TurnLoop } from '../conversation/turn-loop.ts'
import type { TurnServices } from '../conversation/turn-services.ts'
import type { TurnStopper } from '../conversation/turn-stopper.ts'
import type { Templates } from '../instructions/templates.ts'
import type { KeyedQueue } from '../keyed-queue.ts'
import type { BackupRunner } from '../ports/backup-ports.ts'
import type { MailStore } from '../ports/log-ports.ts'
import type { Peers } from '../ports/peer-ports.ts'
import type { ProjectFiles } from '../ports/project-ports.ts'
import type { LearnedParts } from '../ports/provider-ports.ts'
import type { RedactionStore, RemoveOutputs } from '../ports/redaction-ports.ts'
import type { ContentStore } from '../ports/content-ports.ts'
import type { FindWideFolder, FolderOf, ResolveFolder } from '../ports/tool-ports.ts'
import type { ReadyWorktrees } from '../ports/worktree-ports.ts'
import type { ToolHooks } from '../tools/tool-hooks.ts'

/** The services of what users do with agents: inputs, commands, forks, reruns, and operations on the log. */
export interface CommandServices extends TurnServices {
  readonly loop: TurnLoop
  readonly stopper: TurnStopper
  readonly summaries: SummaryWriter
  readonly mailStarter: MailStarter
  readonly hooks: ToolHooks
  /** What is done on one agent at a time. */
  readonly order: KeyedQueue
  readonly queues: PromptQueues
  readonly peers: Peers
  readonly mail: MailStore
  readonly content: ContentStore
  readonly redaction: RedactionStore
  readonly printKeys: PrintKeys
  /** Missing: the tools keep no files with their output. */
  readonly removeOutputs?: RemoveOutputs | undefined
  /** Missing: no backups are scheduled. */
  readonly backups?: BackupRunner | undefined
  readonly homes: AgentHomes
  readonly forks: ForkFacts
  readonly folders: AgentFolders
  readonly sandboxes: AgentSandboxes
  readonly rules: ApprovalRules
  readonly questions: QuestionInbox
  readonly templates: Templates
  readonly projectFiles: ProjectFiles
  /** Missing: nothing is learned. */
  readonly learnedParts?: LearnedParts | undefined
  readonly worktrees: ReadyWorktrees
  readonly agentWorktrees: AgentWorktrees
  readonly folderOf: FolderOf
  readonly resolveFolder: ResolveFolder
  readonly wideFolder: FindWideFolder
  /** Where agents work that were given no other folder: absolute, symlinks resolved. */
  readonly workspace: string
  /** The folder in which the engine was started. Missing: none is offered. */
  readonly startedIn?: string | undefined
  /** Whether there is a user who can answer. */
  readonly canAnswer: boolean
  /** Whether this engine stays open. A turn that begins in one that exits after its command would be cut off. */
  readonly staysOpen: boolean
  /** Called when an agent that was busy is free, or a prompt was queued, so that the next one can be sent. */
  readonly onFree: (agentId: AgentId) => void
  /**
   * Called for a child that another engine runs. Null: this engine runs all its children. Otherwise the children are
   * offered to an engine that stays open, and run here only if there is none.
   */
  readonly onChildLeft: ((child: AgentRecord) => void) | null
}
