import type { EngineStatus } from '../../../shared/engine-state.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { mapOk } from '../../../shared/result.ts'
import type { TurnOutcome } from '../../../shared/stream-event.ts'
import { ActOrder } from '../agents/act-order.ts'
import { AgentIdentities } from '../agents/agent-identity.ts'
import { AgentFolders } from '../agents/agent-folders.ts'
import { FolderActs } from '../agents/folder-acts.ts'
import { Budgets } from '../budgets/budgets.ts'
import { EstimatedUse } from '../budgets/estimated-use.ts'
import { ForkGate } from '../budgets/fork-gate.ts'
import { AgentRegistry } from '../agents/agent-registry.ts'
import { MailWaker } from '../agents/mail-waker.ts'
import { PromptQueues } from '../agents/prompt-queues.ts'
import { TurnRights } from '../agents/turn-rights.ts'
import { ChildStarter } from '../commands/child-starter.ts'
import { CommandRunner } from '../commands/command-runner.ts'
import { QueueSender } from '../commands/queue-sender.ts'
import { InputRunner } from '../commands/run-input.ts'
import { AgentContexts } from '../context/agent-contexts.ts'
import { ContextActs } from '../context/context-acts.ts'
import { ConversationLoop, type LoopDependencies } from '../conversation/conversation-loop.ts'
import { TurnStopper } from '../conversation/turn-stopper.ts'
import { SummaryWriter } from '../conversation/summary-writer.ts'
import type { EngineDependencies } from '../engine-dependencies.ts'
import { AgentSubscriptions } from '../events/agent-subscription.ts'
import { EventHub } from '../events/event-hub.ts'
import { ModelLister } from '../models/list-models.ts'
import type { Committed, FolderOf } from '../ports.ts'
import { LogSearcher } from '../search/log-searcher.ts'
import { ApprovalInbox } from '../tools/approval-inbox.ts'
import { ApprovalRules } from '../tools/approval-rules.ts'
import { QuestionInbox } from '../tools/question-inbox.ts'
import { SlashTool } from '../tools/slash-tool.ts'
import { ToolDefinitions } from '../tools/tool-definitions.ts'
import { ToolRegistry } from '../tools/tool-registry.ts'
import { LogExporter } from '../transfer/log-exporter.ts'
import { LogImporter } from '../transfer/log-importer.ts'

type TurnEnded = LoopDependencies['onTurnEnded']

/** What the engine is made of, put together. It decides nothing itself. */
export class EngineParts {
  readonly dependencies: EngineDependencies
  readonly registry: AgentRegistry
  readonly contexts: AgentContexts
  readonly identities: AgentIdentities
  readonly hub: EventHub
  readonly loop: ConversationLoop
  readonly stopper: TurnStopper
  readonly waker: MailWaker
  readonly starter: ChildStarter
  readonly commands: CommandRunner
  readonly inputs: InputRunner
  readonly queues: PromptQueues
  readonly sender: QueueSender
  readonly subscriptions: AgentSubscriptions
  readonly models: ModelLister
  readonly acts: ContextActs
  readonly searcher: LogSearcher
  readonly exporter: LogExporter
  readonly importer: LogImporter
  readonly folders: AgentFolders
  readonly folderActs: FolderActs
  readonly tools: ToolRegistry
  readonly questions: QuestionInbox
  readonly approvals: ApprovalInbox
  readonly budgets: Budgets
  readonly forks: ForkGate

  constructor(dependencies: EngineDependencies) {
    const { storage } = dependencies
    this.dependencies = dependencies
    this.registry = new AgentRegistry(() => this.#status(), new EstimatedUse(storage.search))
    this.contexts = new AgentContexts(storage.store, (id) => this.registry.tree.get(id))
    this.hub = new EventHub(storage.store, (committed) => this.committed(committed))
    this.folders = new AgentFolders(storage.settings, this.registry.tree, dependencies.workspace)
    const folderOf: FolderOf = async (agentId) => {
      const found = await this.folders.of(agentId)
      return mapOk(found, ({ folder }) => folder)
    }
    const rights = new TurnRights(storage.settings)
    const { tree } = this.registry
    const about = { settings: storage.settings, tree, folderOf, platform: dependencies.platform }
    this.identities = new AgentIdentities(about)
    const shared = {
      registry: this.registry,
      contexts: this.contexts,
      hub: this.hub,
      identities: this.identities,
    }
    this.tools = new ToolRegistry({
      builtIn: [...dependencies.builtInTools(folderOf), this.#slashTool(rights)],
      servers: dependencies.toolServers,
    })
    const rules = new ApprovalRules({ ...dependencies, settings: storage.settings })
    this.questions = new QuestionInbox(shared)
    const asking = {
      ...dependencies,
      settings: storage.settings,
      tree: this.registry.tree,
      registry: this.registry,
      questions: this.questions,
    }
    const definitions = new ToolDefinitions(storage.settings, dependencies.toolServers)
    this.approvals = new ApprovalInbox({ ...asking, rules, folderOf, definitions, rights })
    this.budgets = new Budgets(asking)
    this.forks = new ForkGate({ ...asking, peers: storage.peers, running: () => this.loop.running() })
    const tools = { toolBox: this.tools, approvals: this.approvals, budgets: this.budgets }
    this.queues = new PromptQueues({ ...dependencies, ...storage, hub: this.hub })
    const onTurnEnded: TurnEnded = (agentId, outcome) => void this.#goOn(agentId, outcome)
    const turns = { ...dependencies, ...storage, ...shared, ...tools, rights, onTurnEnded }
    this.loop = new ConversationLoop(turns)
    this.stopper = new TurnStopper({ loop: this.loop, peers: storage.peers, clock: dependencies.clock })
    this.waker = new MailWaker(this.registry.tree, storage.mail, () => this.loop, dependencies.logger)
    const summaries = new SummaryWriter(turns, this.loop)
    const { onChildLeft = null } = dependencies
    this.starter = new ChildStarter({ ...dependencies, ...storage, ...shared, loop: this.loop, onChildLeft })
    const { loop, stopper, starter, waker } = this
    const typed = { ...dependencies, ...storage, ...shared, loop, stopper, starter, waker, summaries }
    this.commands = new CommandRunner(typed)
    const order = new ActOrder()
    const queues = this.queues
    const onFree = (agentId: AgentId): void => void this.sender.sendNext(agentId)
    this.inputs = new InputRunner({ ...typed, order, queues, onFree }, this.commands)
    const { inputs } = this
    const { attended: stays, clock, logger } = dependencies
    const { store } = storage
    this.sender = new QueueSender({ tree: this.registry.tree, inputs, order, queues, store, clock, logger, stays })
    this.subscriptions = new AgentSubscriptions({ ...storage, clock: dependencies.clock }, this.hub, this.registry.tree)
    this.models = new ModelLister(dependencies)
    this.acts = new ContextActs({ ...shared, loop: this.loop, order })
    this.folderActs = new FolderActs({
      ...dependencies,
      tree: this.registry.tree,
      folders: this.folders,
      loop: this.loop,
    })
    this.searcher = new LogSearcher(storage.search, this.registry.tree)
    this.exporter = new LogExporter(this.registry.tree, storage.transfer)
    const onImported = (agents: Committed['agents']): Promise<void> => this.committed({ agents, events: [] })
    this.importer = new LogImporter({ ...storage, ...dependencies, onImported })
  }

  /** Hears of every commit, ours and foreign ones, before the subscribers do. */
  async committed({ agents, events }: Committed): Promise<void> {
    for (const event of events) this.registry.addEstimate(event)
    for (const agent of agents) {
      const before = this.registry.tree.get(agent.id)
      this.registry.put(agent)
      // Whoever killed it: its turn here ends now.
      if (agent.status === 'killed') void this.loop.cancel(agent.id)
      await this.queues.show(before, agent)
    }
    for (const event of events) await this.contexts.extend(event)
  }

  /** What comes after a turn: a queued prompt, else mail. */
  async #goOn(agentId: AgentId, outcome: TurnOutcome): Promise<void> {
    if (outcome === 'completed' && (await this.sender.sendNext(agentId))) return
    await this.waker.wake(agentId)
  }

  #slashTool(rights: TurnRights): SlashTool {
    return new SlashTool(
      () => this.commands,
      () => this.forks,
      rights,
      this.dependencies.logger,
    )
  }

  #status(): EngineStatus {
    const { version, demo, dataDirectory, configDirectory, storage, credentials, toolServers } = this.dependencies
    const states = {
      database: storage.state(),
      keychain: credentials.keychainState(),
      toolServers: toolServers.states(),
    }
    return { version, demo, dataDirectory, configDirectory, ...states }
  }
}
