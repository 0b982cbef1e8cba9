import type { AgentFolder } from '../../shared/agent-folder.ts'
import type { AgentMarks } from '../../shared/agent-marks.ts'
import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentFeedItem } from '../../shared/agent-view.ts'
import type { Budget } from '../../shared/budget.ts'
import type { ApprovalAnswer, ApprovalFeedItem, ApprovalRule, NewApprovalRule } from '../../shared/approval.ts'
import type { ConfigChange, ConfigState } from '../../shared/config.ts'
import type { Draft, HistoryPage, ModelDescription, SubmitResult } from '../../shared/contract.ts'
import type { ContextLedger } from '../../shared/context-ledger.ts'
import type { CredentialState, CredentialTest } from '../../shared/credential-state.ts'
import type { EngineFeedItem } from '../../shared/engine-state.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { ModelList } from '../../shared/model-info.ts'
import type { ProviderName } from '../../shared/providers.ts'
import type { ImportResult } from '../../shared/log-row.ts'
import type { Result } from '../../shared/result.ts'
import type { SearchPage } from '../../shared/search-hit.ts'
import type { ModelUsage } from '../../shared/token-totals.ts'
import type { ToolList } from '../../shared/tool-list.ts'
import type { TranscriptView } from '../../shared/transcript-view.ts'
import type { QueuedInput } from './agents/prompt-queues.ts'
import type { FirstInput } from './commands/first-input.ts'

export interface ForkRequest {
  readonly agentId: AgentId
  /** `MODEL[/LEVEL]`, one child each; none: one child with the parent's own model. */
  readonly models: readonly string[]
  readonly atEventId?: EventId
  readonly mark?: string
  readonly prompt?: string
}

export interface SubmitOptions {
  /** The text was not typed: all of it is one prompt, and no line of it is a command. */
  readonly asText?: boolean | undefined
  /** A text that starts a turn, while one runs: refused (the default), or recorded in the agent's queue. */
  readonly ifBusy?: 'refuse' | 'queue' | undefined
}

/**
 * The facade that hosts talk to. Expected failure is a value; a rejected promise is a bug.
 * Feeds yield batches of what happened since the last one, end when the signal aborts or the engine closes, and hold
 * bounded memory: a subscriber that falls behind gets a snapshot.
 */
export interface Engine {
  subscribe(signal: AbortSignal): AsyncIterable<readonly EngineFeedItem[]>
  /**
   * `folder`: where the agent and its descendants work, absolute, symlinks resolved; nothing: the workspace. `first`: what
   * will be submitted to it first; where that would be REFUSED, no agent is made.
   */
  createAgent(options: {
    readonly model?: string
    readonly name?: string
    readonly folder?: string
    readonly first?: FirstInput
  }): Promise<Result<AgentSummary>>
  subscribeAgent(
    agentId: AgentId,
    options: { readonly afterId?: EventId; readonly signal: AbortSignal },
  ): AsyncIterable<readonly AgentFeedItem[]>
  history(agentId: AgentId, beforeId: EventId, limit: number): Promise<Result<HistoryPage>>
  /** Resolves when the text is recorded and its turn, if any, has been started; not when the turn ends. */
  submit(agentId: AgentId, text: string, options?: SubmitOptions): Promise<Result<SubmitResult>>
  /** Of a queued prompt. REFUSED where it is not in the queue any more. */
  changeQueuedPrompt(agentId: AgentId, promptId: string, input: QueuedInput): Promise<Result<null>>
  removeQueuedPrompt(agentId: AgentId, promptId: string): Promise<Result<null>>
  /** Sends it now, also after a stop or a failure; REFUSED while a turn runs. */
  sendQueuedPrompt(agentId: AgentId, promptId: string): Promise<Result<SubmitResult>>
  /** Puts these prompts in this order into the places that they have. */
  reorderQueuedPrompts(agentId: AgentId, promptIds: readonly string[]): Promise<Result<null>>
  cancel(agentId: AgentId): Promise<Result<boolean>>
  /** Ends the running turns of an agent and everything below it, null: of all agents; answers how many there were. */
  stop(agentId: AgentId | null): Promise<Result<number>>
  /** Ends the pause before a retry; answers whether there was one. */
  retryNow(agentId: AgentId): Promise<Result<boolean>>
  resume(agentId: AgentId): Promise<Result<SubmitResult>>
  discard(agentId: AgentId, eventId: EventId): Promise<Result<null>>
  /** The context ends with this message again; refused while a turn runs. Undone by `/clear --undo`. */
  rewind(agentId: AgentId, eventId: EventId): Promise<Result<null>>
  fork(request: ForkRequest): Promise<Result<readonly AgentSummary[]>>
  rename(agentId: AgentId, name: string): Promise<Result<null>>
  /** What `model` (none: the agent's own) would be sent of its context. Nothing is sent, and no key is needed. */
  transcript(agentId: AgentId, model: string | undefined): Promise<Result<TranscriptView>>
  /** What is in the agent's context now, and which event put it there. */
  context(agentId: AgentId): Promise<Result<ContextLedger>>
  /** What the agent is told before everything else; empty: nothing. */
  systemPrompt(agentId: AgentId): Promise<Result<string>>
  /** All marks that the agent has now, and the act that can be undone. */
  marks(agentId: AgentId): Promise<Result<AgentMarks>>
  /** Takes effect with the next request. Refused while a turn runs. */
  setSystemPrompt(agentId: AgentId, text: string): Promise<Result<null>>
  /** Where its tools work. */
  folder(agentId: AgentId): Promise<Result<AgentFolder>>
  /** Null: the parent's again, or the workspace. Refused while a turn of it or of a descendant runs. */
  setFolder(agentId: AgentId, folder: string | null): Promise<Result<AgentFolder>>
  /** Whether mail starts a turn of this agent. */
  setWakeOnMail(agentId: AgentId, wakes: boolean): Promise<Result<null>>
  /** Full text over the whole log, newest first; `beforeId` pages on. */
  search(text: string, options: { readonly limit: number; readonly beforeId?: EventId }): Promise<Result<SearchPage>>
  /** What was used so far, by agent and model: the base of every estimate of costs. */
  usageByModel(): Promise<Result<readonly ModelUsage[]>>
  /** Lines of the export format (docs/import-format.md): everything, or one agent with its ancestors and descendants. */
  exportLog(agentId: AgentId | null): AsyncIterable<Result<string>>
  /** One agent's path as a readable document, in blocks. */
  exportMarkdown(agentId: AgentId): AsyncIterable<Result<string>>
  /** All of it, under new ids, or nothing; a refusal names the line. */
  importLog(lines: AsyncIterable<string> | Iterable<string>): Promise<Result<ImportResult>>
  listModels(refresh: ProviderName | undefined, signal: AbortSignal): Promise<ModelList>
  describeModel(model: string): Result<ModelDescription>
  listCredentials(): Promise<readonly CredentialState[]>
  setCredential(provider: ProviderName, key: string): Promise<Result<CredentialState>>
  removeCredential(provider: ProviderName): Promise<Result<CredentialState>>
  testCredential(provider: ProviderName, signal: AbortSignal): Promise<CredentialTest>
  /** What waits for a person's approval, over the whole tree, and the standing answers. */
  subscribeApprovals(signal: AbortSignal): AsyncIterable<readonly ApprovalFeedItem[]>
  /** Refused when the question is not open any more. */
  answerApproval(approvalId: string, answer: ApprovalAnswer): Promise<Result<null>>
  approvalRules(): Promise<Result<readonly ApprovalRule[]>>
  /** Replaces a rule about the same calls and agents. */
  addApprovalRule(rule: NewApprovalRule): Promise<Result<null>>
  revokeApprovalRule(ruleId: string): Promise<Result<null>>
  /** By agent; most have none. */
  budgets(): Promise<Result<Readonly<Record<AgentId, Budget>>>>
  /** Null: no limit. */
  setBudget(agentId: AgentId, budget: Budget | null): Promise<Result<null>>
  /** Starts the servers of tools, if that has not been done yet, and waits for them a little. */
  listTools(signal: AbortSignal): Promise<ToolList>
  /** Ends a server of tools and starts it anew at once. */
  restartToolServer(name: string): Promise<Result<null>>
  /** config.json, without its secrets. */
  configState(): Promise<ConfigState>
  /** Changes only what is named. What can't hold at once is in `needsRestart`. */
  updateConfig(change: ConfigChange): Promise<Result<ConfigState>>
  /** Whether a database could be used. Changes nothing there. */
  testDatabase(url: string): Promise<Result<string>>
  setting(key: string): Promise<JsonValue | null>
  setSetting(key: string, value: JsonValue): Promise<Result<null>>
  /** Only where it still is `expected` (null: nothing was kept); answers whether it was. */
  replaceSetting(key: string, expected: JsonValue | null, value: JsonValue): Promise<Result<boolean>>
  draft(agentId: AgentId): Promise<Draft>
  setDraft(agentId: AgentId, draft: Draft): Promise<Result<null>>
  /** Cancels running turns (each is recorded as interrupted), then closes the storage. */
  close(): Promise<void>
}
