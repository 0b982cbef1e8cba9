import type { AgentId } from '../../../shared/ids.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import type { EventRecorder } from '../events/event-hub.ts'
import type { Checkpoints, FileMerge, Revisions, TextChanges } from '../ports/checkpoint-ports.ts'
import type { Commits } from '../ports/publishing-ports.ts'
import type { CheckpointLog } from '../ports/search-ports.ts'
import type { FolderOf } from '../ports/tool-ports.ts'

/** Services of the classes that show, undo, apply and publish changes to files. */
export interface ChangeDependencies {
  readonly checkpoints: Checkpoints
  readonly textChanges: TextChanges
  readonly mergeTexts: FileMerge
  readonly revisions: Revisions
  readonly commits: Commits
  readonly search: CheckpointLog
  readonly tree: AgentTree
  readonly hub: EventRecorder
  readonly folderOf: FolderOf
  /** Whether a turn of the agent runs, in any engine. */
  readonly isBusy: (agentId: AgentId) => boolean
}
