import type { ShownCode } from '../../../src/shared/confirmation.ts'
import type { AgentEvent, NewEvent } from '../../../src/shared/agent-event.ts'
import type { AgentSummary } from '../../../src/shared/agent-summary.ts'
import type { ApprovalRule, PendingApproval, Settlement } from '../../../src/shared/approval.ts'
import type { ConfigState } from '../../../src/shared/config-change.ts'
import type { CredentialState } from '../../../src/shared/credential-state.ts'
import type { EngineStatus } from '../../../src/shared/engine-state.ts'
import type { AgentId } from '../../../src/shared/ids.ts'
import type { ModelList } from '../../../src/shared/model-info.ts'
import type { LiveEvent } from '../../../src/shared/stream-event.ts'
import type { ToolList } from '../../../src/shared/tool-list.ts'
import type { ConnectionState, EngineConnection } from '../../../src/renderer/store/engine-connection.ts'

/** What the preview begins with. */
export interface PreviewWorld {
  readonly status: EngineStatus
  readonly models: ModelList
  readonly credentials: readonly CredentialState[]
  readonly agents: readonly AgentSummary[]
  /** Each agent's path through the log, oldest first. */
  readonly events: ReadonlyMap<AgentId, readonly AgentEvent[]>
  readonly settings: ReadonlyMap<string, unknown>
  readonly pending: readonly PendingApproval[]
  readonly rules: readonly ApprovalRule[]
  readonly config: ConfigState
  readonly tools: ToolList
}

/**
 * An engine in memory, to look at the window without a database or a provider. It records what the window sends and
 * does nothing by itself.
 */
export interface PreviewEngine {
  readonly connection: EngineConnection
  record(event: NewEvent): void
  live(agentId: AgentId, event: LiveEvent): void
  change(agentId: AgentId, change: Partial<AgentSummary>): void
  /** Records a response of today that cost so many US dollars. */
  spend(agentId: AgentId, usd: number): void
  /** Ends a question as if another window had answered it. */
  /** Asks about a call. */
  request(approval: PendingApproval): void
  settle(approvalId: string, how: Settlement): void
  /** The codes that other windows wait for. */
  showCodes(codes: readonly ShownCode[]): void
  setConnection(state: ConnectionState): void
  /** Shows other parts of the engine's status. */
  setStatus(changed: Partial<EngineStatus>): void
  /** Records prompts that are sent from now on, and acknowledges them only after `releaseSubmits`. */
  holdSubmits(): void
  releaseSubmits(): void
  /** What the window has asked for, as `agents.submit {…}`. */
  readonly calls: readonly string[]
}
