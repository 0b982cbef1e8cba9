import type { AgentId } from '../../../shared/ids.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import { afterTurns } from '../commands/after-turns.ts'
import { ChildStarter } from '../commands/child-starter.ts'
import { CommandRunner } from '../commands/command-runner.ts'
import { createComparisonOperations } from '../commands/comparison-operations.ts'
import { ContextOperations } from '../commands/context-operations.ts'
import { FolderOperations } from '../commands/folder-operations.ts'
import { InputRunner } from '../commands/input-runner.ts'
import { LimitReturns } from '../commands/limit-returns.ts'
import { QueueSender } from '../commands/queue-sender.ts'
import { Redactions } from '../commands/redactions.ts'
import { TurnWiring } from './turn-wiring.ts'

/** What users do: inputs and commands, prompts that wait, and operations on contexts, folders, answers and the log. */
export abstract class CommandWiring extends TurnWiring {
  get starter(): ChildStarter {
    return new ChildStarter(this)
  }

  get commands(): CommandRunner {
    return new CommandRunner(this, this.starter)
  }

  /** Called when an agent that was busy has become free. */
  get onFree(): (agentId: AgentId) => void {
    return (agentId) => void this.sender.sendNext(agentId)
  }

  get inputs(): InputRunner {
    return new InputRunner(this, this.commands)
  }

  get sender(): QueueSender {
    return new QueueSender(this, this.inputs)
  }

  get limitReturns(): LimitReturns {
    return new LimitReturns(this)
  }

  get continueAgent(): (agentId: AgentId, outcome: TurnOutcome) => Promise<void> {
    return afterTurns(this, this.sender)
  }

  get contextOperations(): ContextOperations {
    return new ContextOperations(this)
  }

  get comparisons(): ReturnType<typeof createComparisonOperations> {
    return createComparisonOperations(this)
  }

  get redactions(): Redactions {
    return new Redactions(this)
  }

  get folderOperations(): FolderOperations {
    return new FolderOperations(this)
  }
}
