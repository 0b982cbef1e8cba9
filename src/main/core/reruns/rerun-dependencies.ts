import type { TurnRights } from '../agents/turn-rights.ts'
import type { QuestionInbox } from '../approvals/question-inbox.ts'
import type { AgentWorktrees } from '../changes/agent-worktrees.ts'
import type { ForkingDependencies } from '../commands/forking-dependencies.ts'
import type { TurnLoop } from '../conversation/turn-loop.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { EventReader, TurnLeases } from '../ports/log-ports.ts'
import type { ProjectFiles } from '../ports/project-ports.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'
import type { ReadyWorktrees } from '../ports/worktree-ports.ts'

export interface RerunDependencies extends ForkingDependencies {
  readonly loop: TurnLoop
  readonly rights: TurnRights
  readonly questions: QuestionInbox
  /** Whether there is a user who can answer. */
  readonly canAnswer: boolean
  readonly worktrees: ReadyWorktrees
  readonly agentWorktrees: AgentWorktrees
  readonly projectFiles: ProjectFiles
  readonly store: EventReader
  readonly leases: TurnLeases
  readonly hub: EventHub
  readonly clock: Clock
  readonly logger: Logger
}
