import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { PoolChoice } from '../../../shared/pool-choice.ts'
import type { Result } from '../../../shared/result.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import type { AgentIdentities } from '../agents/agent-identity.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import type { AgentContexts } from '../context/agent-contexts.ts'
import type { ContentFiles } from '../content/content-files.ts'
import type { Uploads } from '../content/uploads.ts'
import type { AgentInstructions } from '../instructions/agent-instructions.ts'
import type { BudgetGate } from '../budgets/budget-gate.ts'
import type { RoundLimits } from '../budgets/round-limits.ts'
import type { CallRecorder } from '../changes/call-recorder.ts'
import type { FirstWrites } from '../caching/first-writes.ts'
import type { Flight } from '../flight.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { PriceList } from '../models/price-list.ts'
import type { Clock, IdSource, Logger } from '../ports/system-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { ModelCatalog, Provider } from '../ports/provider-ports.ts'
import type { KeepRefusedRequest } from '../ports/refused-request-ports.ts'
import type { StreamJournal } from '../ports/storage-ports.ts'
import type { CheckAnswer, ToolBox } from '../ports/tool-ports.ts'
import type { ApprovalGate } from '../approvals/approval-gate.ts'
import type { AskServerQuestion } from '../approvals/server-questions.ts'
import type { CallHooks } from '../tools/tool-hooks.ts'
import type { Playback } from './playback.ts'
import type { RetryPause } from './request-with-retries.ts'
import type { TurnRef } from './response-events.ts'

/** Dependencies of a turn. */
export interface TurnDependencies {
  readonly hub: EventHub
  readonly registry: AgentRegistry
  readonly contexts: AgentContexts
  readonly identities: AgentIdentities
  readonly contentFiles: ContentFiles
  readonly uploads: Uploads
  readonly journal: StreamJournal
  readonly toolBox: ToolBox
  readonly flight: Flight
  /** Missing: refused requests are not kept. */
  readonly keepRefusedRequest?: KeepRefusedRequest | undefined
  readonly approvals: ApprovalGate
  readonly askServerQuestion: AskServerQuestion
  readonly hooks: CallHooks
  readonly budgets: BudgetGate
  readonly instructions: AgentInstructions
  readonly firstWrites: FirstWrites
  readonly callRecorder: CallRecorder
  readonly roundLimits: RoundLimits
  readonly config: Config
  readonly catalog: ModelCatalog
  readonly checkAnswer: CheckAnswer
  readonly prices: PriceList
  readonly clock: Clock
  readonly ids: IdSource
  readonly logger: Logger
}

/** One turn of one agent. It uses the model that it started with (docs/behaviour/transcript.md#switching-models). */
export interface Turn extends TurnRef {
  readonly choice: ModelChoice
  /** Name of the pool that the model was chosen from; null: none. */
  readonly pool: string | null
  /** Why the pool chose it; null: the pool does not follow the standing. */
  readonly poolChoice: PoolChoice | null
  /** Returns the agent's own provider instance, created at first use. */
  readonly provider: () => Promise<Result<Provider>>
  readonly signal: AbortSignal
  readonly retryPause: RetryPause
  /** Answers the calls in place of the tools. Missing: calls run. */
  readonly playback?: Playback | undefined
}

export interface TurnResult {
  readonly outcome: TurnOutcome
  /** The error that ended the turn; null: it did not fail. */
  readonly error: AppError | null
  /** The turn failed before any part of an answer was shown, so another model may be tried. */
  readonly nothingShown?: boolean
}
