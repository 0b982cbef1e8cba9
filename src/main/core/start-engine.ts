import type { NewEvent } from '../../shared/agent-event.ts'
import type { AgentSummary, ModelChoice } from '../../shared/agent-summary.ts'
import type { AgentFeedItem } from '../../shared/agent-view.ts'
import type { ApprovalAnswer, ApprovalFeedItem, ApprovalRule, NewApprovalRule } from '../../shared/approval.ts'
import { refused } from '../../shared/app-error.ts'
import type { ConfigChange, ConfigState } from '../../shared/config-state.ts'
import type { Budget } from '../../shared/budget.ts'
import type { HistoryPage, ModelDescription, Outcome, SubmitResult } from '../../shared/contract.ts'
import type { ContextLedger } from '../../shared/context-ledger.ts'
import type { CredentialState, CredentialTest } from '../../shared/credential-state.ts'
import type { EngineFeedItem, EngineStatus } from '../../shared/engine-state.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'
import type { JsonValue } from '../../shared/json.ts'
import type { ModelList } from '../../shared/model-info.ts'
import type { ProviderName } from '../../shared/provider-name.ts'
import type { ImportResult } from '../../shared/log-row.ts'
import type { SearchPage } from '../../shared/search-hit.ts'
import type { ToolList } from '../../shared/tool-list.ts'
import type { TranscriptView } from '../../shared/transcript-view.ts'
import { AgentFolders } from './agents/agent-folders.ts'
import { Budgets } from './budgets/budgets.ts'
import { AgentRegistry } from './agents/agent-registry.ts'
import { MailWaker } from './agents/mail-waker.ts'
import { CommandRunner } from './commands/command-runner.ts'
import { modelFeedback } from './commands/model-command.ts'
import { InputRunner } from './commands/run-input.ts'
import { AgentContexts } from './context/agent-contexts.ts'
import { ContextActs } from './context/context-acts.ts'
import { ConversationLoop } from './conversation/conversation-loop.ts'
import { viewTranscript } from './conversation/view-transcript.ts'
import { DEFAULT_SYSTEM_PROMPT } from './conversation/default-system-prompt.ts'
import { recoverTurns, takeOverTurns } from './conversation/recover-turns.ts'
import { SummaryWriter } from './conversation/summary-writer.ts'
import type { EngineDependencies } from './engine-dependencies.ts'
import type { Engine, ForkRequest } from './engine.ts'
import { AgentSubscriptions } from './events/agent-subscription.ts'
import { EventHub } from './events/event-hub.ts'
import { chooseModel } from './models/choose-model.ts'
import { ModelLister } from './models/list-models.ts'
import type { Committed, FolderOf } from './ports.ts'
import { LogSearcher } from './search/log-searcher.ts'
import { ApprovalInbox } from './tools/approval-inbox.ts'
import { ApprovalRules } from './tools/approval-rules.ts'
import { QuestionInbox } from './tools/question-inbox.ts'
import { SlashTool } from './tools/slash-tool.ts'
import { ToolRegistry } from './tools/tool-registry.ts'
import { LogExporter } from './transfer/log-exporter.ts'
import { LogImporter } from './transfer/log-importer.ts'

/**
 * Opens the tree, closes what a crash left open, and starts serving. The storage, once handed over, is the engine's:
 * `close` closes it.
 */
export async function startEngine(dependencies: EngineDependencies): Promise<Outcome<Engine>> {
  const agents = await dependencies.storage.store.agents()
  if (!agents.ok) return agents
  const engine = new IkigaiEngine(dependencies)
  await engine.open({ events: [], agents: agents.value })
  return { ok: true, value: engine }
}

class IkigaiEngine implements Engine {
  readonly #dependencies: EngineDependencies
  readonly #registry: AgentRegistry
  readonly #contexts: AgentContexts
  readonly #hub: EventHub
  readonly #loop: ConversationLoop
  readonly #waker: MailWaker
  readonly #commands: CommandRunner
  readonly #inputs: InputRunner
  readonly #subscriptions: AgentSubscriptions
  readonly #models: ModelLister
  readonly #acts: ContextActs
  readonly #searcher: LogSearcher
  readonly #exporter: LogExporter
  readonly #importer: LogImporter
  readonly #folders: AgentFolders
  readonly #tools: ToolRegistry
  readonly #questions: QuestionInbox
  readonly #approvals: ApprovalInbox
  readonly #budgets: Budgets
  readonly #stops: (() => void)[] = []

  constructor(dependencies: EngineDependencies) {
    const { storage } = dependencies
    this.#dependencies = dependencies
    this.#registry = new AgentRegistry(() => this.#status())
    this.#contexts = new AgentContexts(storage.store, (id) => this.#registry.tree.get(id))
    this.#hub = new EventHub(storage.store, (committed) => this.#committed(committed))
    const shared = { registry: this.#registry, contexts: this.#contexts, hub: this.#hub }
    this.#folders = new AgentFolders(storage.settings, this.#registry.tree, dependencies.workspace)
    const folderOf: FolderOf = (agentId) => this.#folders.of(agentId)
    this.#tools = new ToolRegistry({
      builtIn: [...dependencies.builtInTools(folderOf), new SlashTool(() => this.#commands, dependencies.logger)],
      servers: dependencies.toolServers,
    })
    const rules = new ApprovalRules({ ...dependencies, settings: storage.settings })
    this.#questions = new QuestionInbox(shared)
    const asking = {
      ...dependencies,
      settings: storage.settings,
      tree: this.#registry.tree,
      questions: this.#questions,
    }
    this.#approvals = new ApprovalInbox({ ...asking, rules, folderOf })
    this.#budgets = new Budgets(asking)
    const tools = { toolBox: this.#tools, approvals: this.#approvals, budgets: this.#budgets }
    const onTurnEnded = (agentId: AgentId): void => void this.#waker.wake(agentId)
    const turns = { ...dependencies, ...storage, ...shared, ...tools, onTurnEnded }
    this.#loop = new ConversationLoop(turns)
    this.#waker = new MailWaker(this.#registry.tree, storage.mail, () => this.#loop, dependencies.logger)
    const summaries = new SummaryWriter(turns, this.#loop)
    const typed = { ...dependencies, ...storage, ...shared, loop: this.#loop, waker: this.#waker, summaries }
    this.#commands = new CommandRunner(typed)
    this.#inputs = new InputRunner(typed, this.#commands)
    this.#subscriptions = new AgentSubscriptions(storage.store, this.#hub, this.#registry.tree)
    this.#models = new ModelLister(dependencies)
    this.#acts = new ContextActs({ ...shared, loop: this.#loop })
    this.#searcher = new LogSearcher(storage.search, this.#registry.tree, this.#contexts)
    this.#exporter = new LogExporter(this.#registry.tree, storage.transfer)
    const onImported = (agents: Committed['agents']): Promise<void> => this.#committed({ agents, events: [] })
    this.#importer = new LogImporter({ ...storage, ...dependencies, onImported })
  }

  async open(known: Committed): Promise<void> {
    const { storage, credentials, toolServers, clock, logger, attended } = this.#dependencies
    await this.#committed(known)
    this.#stops.push(
      storage.store.onForeignCommit((committed) => void this.#hub.published(committed)),
      storage.onStateChange(() => this.#registry.statusChanged()),
      credentials.onKeychainStateChange(() => this.#registry.statusChanged()),
      toolServers.onStateChange(() => this.#registry.statusChanged()),
    )
    // A window stays open for long: its servers are up before they are needed. A single command starts none in vain.
    if (attended) toolServers.start()
    await recoverTurns(storage.journal, this.#hub, logger)
    const closing = new AbortController()
    this.#stops.push(() => closing.abort())
    void takeOverTurns(closing.signal, { journal: storage.journal, hub: this.#hub, clock, logger })
  }

  subscribe(signal: AbortSignal): AsyncIterable<readonly EngineFeedItem[]> {
    return this.#registry.subscribe(signal)
  }

  async createAgent(options: { model?: string; name?: string; folder?: string }): Promise<Outcome<AgentSummary>> {
    const spec = options.model ?? this.#dependencies.defaultModel()
    const choice = spec === null ? null : chooseModel(spec, this.#dependencies.config.pools)
    if (choice?.ok === false) return { ok: false, error: refused(choice.message) }
    const created = await this.#createRoot(options.name ?? '', choice?.choice ?? null)
    if (!created.ok || options.folder === undefined) return created
    const kept = await this.#folders.set(created.value.id, options.folder)
    return kept.ok ? created : kept
  }

  subscribeAgent(
    agentId: AgentId,
    { afterId = 0, signal }: { afterId?: EventId; signal: AbortSignal },
  ): AsyncIterable<readonly AgentFeedItem[]> {
    return this.#subscriptions.subscribe(agentId, afterId, signal)
  }

  history(agentId: AgentId, beforeId: EventId, limit: number): Promise<Outcome<HistoryPage>> {
    return this.#subscriptions.history(agentId, beforeId, limit)
  }

  submit(agentId: AgentId, text: string): Promise<Outcome<SubmitResult>> {
    return this.#inputs.submit(agentId, text)
  }

  async cancel(agentId: AgentId): Promise<Outcome<boolean>> {
    return { ok: true, value: await this.#loop.cancel(agentId) }
  }

  retryNow(agentId: AgentId): Promise<Outcome<boolean>> {
    return Promise.resolve({ ok: true, value: this.#loop.retryNow(agentId) })
  }

  async resume(agentId: AgentId): Promise<Outcome<SubmitResult>> {
    const agent = this.#registry.tree.get(agentId)
    if (agent === undefined) return { ok: false, error: refused(`No agent: ${agentId}`) }
    const started = await this.#loop.start(agent, [])
    return started.ok
      ? { ok: true, value: { answers: [], children: [], startedChildren: [], turnStarted: true } }
      : started
  }

  discard(agentId: AgentId, eventId: EventId): Promise<Outcome<null>> {
    return this.#acts.discard(agentId, eventId)
  }

  context(agentId: AgentId): Promise<Outcome<ContextLedger>> {
    return this.#acts.ledger(agentId)
  }

  setSystemPrompt(agentId: AgentId, text: string): Promise<Outcome<null>> {
    return this.#acts.setSystemPrompt(agentId, text)
  }

  async setWakeOnMail(agentId: AgentId, wakeOnMail: boolean): Promise<Outcome<null>> {
    const recorded = await this.#hub.record({ agentChanges: [{ id: agentId, wakeOnMail }] })
    if (recorded.ok) void this.#waker.wake(agentId)
    return recorded.ok ? { ok: true, value: null } : recorded
  }

  search(text: string, options: { limit: number; beforeId?: EventId }): Promise<Outcome<SearchPage>> {
    return this.#searcher.search(text, options)
  }

  exportLog(agentId: AgentId | null): AsyncIterable<Outcome<string>> {
    return this.#exporter.lines(agentId)
  }

  exportMarkdown(agentId: AgentId): AsyncIterable<Outcome<string>> {
    return this.#exporter.markdown(agentId)
  }

  importLog(lines: AsyncIterable<string> | Iterable<string>): Promise<Outcome<ImportResult>> {
    return this.#importer.import(lines)
  }

  fork(request: ForkRequest): Promise<Outcome<readonly AgentSummary[]>> {
    return this.#inputs.fork(request)
  }

  async rename(agentId: AgentId, name: string): Promise<Outcome<null>> {
    const recorded = await this.#hub.record({ agentChanges: [{ id: agentId, name: name.trim() }] })
    return recorded.ok ? { ok: true, value: null } : recorded
  }

  async transcript(agentId: AgentId, model: string | undefined): Promise<Outcome<TranscriptView>> {
    const agent = this.#registry.tree.get(agentId)
    if (agent === undefined) return { ok: false, error: refused(`No agent: ${agentId}`) }
    const view = { ...this.#dependencies, contexts: this.#contexts, toolBox: this.#tools }
    return viewTranscript(agent, model, view)
  }

  listModels(refresh: ProviderName | undefined, signal: AbortSignal): Promise<ModelList> {
    return this.#models.list(refresh, signal)
  }

  describeModel(model: string): Outcome<ModelDescription> {
    const { catalog, config } = this.#dependencies
    const spec = chooseModel(model, config.pools)
    if (!spec.ok) return { ok: false, error: refused(spec.message) }
    const lines = modelFeedback(spec.choice, catalog, config).split('\n')
    return { ok: true, value: { choice: spec.choice, lines } }
  }

  listCredentials(): Promise<readonly CredentialState[]> {
    return this.#dependencies.credentials.list()
  }

  async setCredential(provider: ProviderName, key: string): Promise<Outcome<CredentialState>> {
    const result = await this.#dependencies.credentials.set(provider, key)
    this.#loop.dropAllProviders()
    return result.ok ? { ok: true, value: result.state } : result
  }

  async removeCredential(provider: ProviderName): Promise<Outcome<CredentialState>> {
    const result = await this.#dependencies.credentials.remove(provider)
    this.#loop.dropAllProviders()
    return result.ok ? { ok: true, value: result.state } : result
  }

  async testCredential(provider: ProviderName, signal: AbortSignal): Promise<CredentialTest> {
    const made = await this.#dependencies.providers.create(provider)
    if (!made.ok) return made
    const listed = await made.provider.listModels(signal)
    return listed.ok ? { ok: true, models: listed.models.length } : listed
  }

  subscribeApprovals(signal: AbortSignal): AsyncIterable<readonly ApprovalFeedItem[]> {
    return this.#approvals.subscribe(signal)
  }

  answerApproval(approvalId: string, answer: ApprovalAnswer): Promise<Outcome<null>> {
    return this.#questions.answer(approvalId, answer)
  }

  approvalRules(): Promise<Outcome<readonly ApprovalRule[]>> {
    return this.#approvals.rules()
  }

  addApprovalRule(rule: NewApprovalRule): Promise<Outcome<null>> {
    return this.#approvals.addRule(rule)
  }

  revokeApprovalRule(ruleId: string): Promise<Outcome<null>> {
    return this.#approvals.revoke(ruleId)
  }

  async budgets(): Promise<Outcome<Readonly<Record<AgentId, Budget>>>> {
    return this.#budgets.all()
  }

  setBudget(agentId: AgentId, budget: Budget | null): Promise<Outcome<null>> {
    return this.#budgets.set(agentId, budget)
  }

  listTools(signal: AbortSignal): Promise<ToolList> {
    return this.#tools.list(signal)
  }

  restartToolServer(name: string): Promise<Outcome<null>> {
    const restarted = this.#dependencies.toolServers.restart(name)
    return Promise.resolve(
      restarted ? { ok: true, value: null } : { ok: false, error: refused(`No server of tools is called ${name}.`) },
    )
  }

  configState(): Promise<ConfigState> {
    return Promise.resolve(this.#dependencies.configStore.state())
  }

  async updateConfig(change: ConfigChange): Promise<Outcome<ConfigState>> {
    const { configStore, toolServers, config } = this.#dependencies
    const updated = await configStore.update(change)
    if (!updated.ok) return updated
    // They were made for the address of then.
    if (change.providers !== undefined || change.proxy !== undefined) this.#loop.dropAllProviders()
    if (change.toolServers !== undefined) toolServers.configure(config.toolServers)
    return updated
  }

  testDatabase(url: string): Promise<Outcome<string>> {
    return this.#dependencies.testDatabase(url)
  }

  async setting(key: string): Promise<JsonValue | null> {
    const result = await this.#dependencies.storage.settings.get(key)
    return result.ok ? result.value : null
  }

  setSetting(key: string, value: JsonValue): Promise<Outcome<null>> {
    return this.#dependencies.storage.settings.set(key, value)
  }

  async draft(agentId: AgentId): Promise<string> {
    const result = await this.#dependencies.storage.settings.draft(agentId)
    return result.ok ? result.value : ''
  }

  setDraft(agentId: AgentId, text: string): Promise<Outcome<null>> {
    return this.#dependencies.storage.settings.setDraft(agentId, text)
  }

  async close(): Promise<void> {
    await this.#loop.close()
    for (const stop of this.#stops) stop()
    this.#hub.close()
    this.#registry.close()
    this.#questions.close()
    await this.#dependencies.toolServers.close()
    await this.#dependencies.storage.close()
  }

  async #createRoot(name: string, choice: ModelChoice | null): Promise<Outcome<AgentSummary>> {
    const id = this.#dependencies.ids.uuid()
    const agent = { id, name, parentId: null, forkEventId: null, forkFromId: null, choice }
    const system: NewEvent = {
      agentId: id,
      turnId: null,
      kind: 'system',
      content: DEFAULT_SYSTEM_PROMPT,
      data: null,
    }
    const recorded = await this.#hub.record({ newAgents: [agent], events: [system] })
    if (!recorded.ok) return recorded
    const record = this.#registry.tree.get(id)
    if (record === undefined) throw new Error('A committed agent is missing from the tree')
    return { ok: true, value: this.#registry.summary(record) }
  }

  async #committed({ agents, events }: Committed): Promise<void> {
    for (const agent of agents) {
      this.#registry.put(agent)
      // Whoever killed it: its turn here ends now.
      if (agent.status === 'killed') void this.#loop.cancel(agent.id)
    }
    for (const event of events) await this.#contexts.extend(event)
  }

  #status(): EngineStatus {
    const { version, demo, dataDirectory, configDirectory, storage, credentials, toolServers } = this.#dependencies
    const states = {
      database: storage.state(),
      keychain: credentials.keychainState(),
      toolServers: toolServers.states(),
    }
    return { version, demo, dataDirectory, configDirectory, ...states }
  }
}
