import type { UnconfinedRuns } from '../agents/unconfined-runs.ts'
import type { RoundLimits } from '../budgets/round-limits.ts'
import type { RunLimits } from '../budgets/run-limits.ts'
import type { AgentWorktrees } from '../changes/agent-worktrees.ts'
import type { ApplyChanges } from '../changes/apply-changes.ts'
import type { CommandRunner } from '../commands/command-runner.ts'
import type { ForkingDependencies } from '../commands/forking-dependencies.ts'
import type { TurnLoop } from '../conversation/turn-loop.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Checkpoints } from '../ports/checkpoint-ports.ts'
import type { EventReader } from '../ports/log-ports.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'
import type { TestCommands } from '../ports/test-command-ports.ts'
import type { ReadyWorktrees } from '../ports/worktree-ports.ts'

/** Services of races and evaluations, which run several agents on the same task and test their answers. */
export interface RunDependencies extends ForkingDependencies {
  readonly commands: CommandRunner
  readonly loop: TurnLoop
  readonly runLimits: RunLimits
  readonly roundLimits: RoundLimits
  readonly unconfinedRuns: UnconfinedRuns
  readonly worktrees: ReadyWorktrees
  readonly agentWorktrees: AgentWorktrees
  readonly checkpoints: Checkpoints
  readonly testCommands: TestCommands
  readonly store: EventReader
  readonly hub: EventHub
  readonly clock: Clock
  readonly logger: Logger
}

export interface RaceDependencies extends RunDependencies {
  readonly applying: ApplyChanges
}
