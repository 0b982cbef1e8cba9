import type { AgentId } from '../../../shared/ids.ts'
import { AgentWorktrees } from '../changes/agent-worktrees.ts'
import { ApplyChanges } from '../changes/apply-changes.ts'
import { Blame } from '../changes/blame.ts'
import { CallRecorder } from '../changes/call-recorder.ts'
import { Changes } from '../changes/changes.ts'
import { Publishing } from '../changes/publishing.ts'
import { ReviewChanges } from '../changes/review-changes.ts'
import { WorktreeSetups } from '../changes/worktree-setups.ts'
import type { TurnLoop } from '../conversation/turn-loop.ts'
import type { ReadyWorktrees } from '../ports/worktree-ports.ts'
import { ToolWiring } from './tool-wiring.ts'
import type { ApprovalInbox } from '../approvals/approval-inbox.ts'

/** What records, shows and undoes changes to files. */
export abstract class ChangeWiring extends ToolWiring {
  abstract get loop(): TurnLoop

  /** Whether a turn of the agent runs, here or in another engine. */
  get isBusy(): (agentId: AgentId) => boolean {
    return (agentId) => this.registry.isBusy(agentId) || this.loop.isBusy(agentId)
  }

  get callRecorder(): CallRecorder {
    return new CallRecorder(this)
  }

  get changes(): Changes {
    return new Changes(this, this.callRecorder)
  }

  get worktreeSetups(): WorktreeSetups {
    const { worktrees } = this.given
    const unasked: ApprovalInbox['unasked'] = (tool, call, actor) => this.approvals.unasked(tool, call, actor)
    return new WorktreeSetups(worktrees, this.testCommands, this.settings, unasked)
  }

  /** Worktrees that are set up, and left in order, as their project says. */
  get worktrees(): ReadyWorktrees {
    return this.worktreeSetups.worktrees
  }

  get agentWorktrees(): AgentWorktrees {
    return new AgentWorktrees(this)
  }

  get applying(): ApplyChanges {
    return new ApplyChanges(this, this.agentWorktrees, this.callRecorder)
  }

  get reviews(): ReviewChanges {
    return new ReviewChanges(this)
  }

  get publishing(): Publishing {
    return new Publishing(this, this.agentWorktrees, this.pushing, this.codeHosts)
  }

  get blame(): Blame {
    return new Blame(this.checkpoints, this.textChanges, this.search)
  }
}
