import type { AgentId } from '../../shared/ids.ts'
import { KeyedQueue } from './keyed-queue.ts'
import { FolderOperations } from './commands/folder-operations.ts'
import { AgentInstructions } from './instructions/agent-instructions.ts'
import { Budgets } from './budgets/budgets.ts'
import { RunLimits } from './budgets/run-limits.ts'
import { NextPrice } from './budgets/next-price.ts'
import { TreeLimits } from './budgets/tree-limits.ts'
import type { AgentRegistry } from './agents/agent-registry.ts'
import { MailStarter } from './conversation/mail-starter.ts'
import { PromptQueues } from './agents/prompt-queues.ts'
import { UnconfinedRuns } from './agents/unconfined-runs.ts'
import { type SetupDependencies, WorktreeSetups } from './changes/worktree-setups.ts'
import { AgentWorktrees, type WorktreeDependencies } from './changes/agent-worktrees.ts'
import { ApplyChanges, type ApplyDependencies } from './changes/apply-changes.ts'
import { Blame, type BlameDependencies } from './changes/blame.ts'
import { CallRecorder, type RecorderDependencies } from './changes/call-recorder.ts'
import { Changes, type ChangesDependencies } from './changes/changes.ts'
import { Publishing, type PublishingDependencies } from './changes/publishing.ts'
import { type ReviewDependencies, ReviewChanges } from './changes/review-changes.ts'
import { FirstWrites } from './caching/first-writes.ts'
import { afterTurns } from './commands/after-turns.ts'
import { ChildStarter } from './commands/child-starter.ts'
import { CommandRunner } from './commands/command-runner.ts'
import { QueueSender } from './commands/queue-sender.ts'
import { InputRunner } from './commands/input-runner.ts'
import { createComparisonOperations } from './commands/comparison-operations.ts'
import { type ContextDependencies, ContextOperations } from './commands/context-operations.ts'
import { type RedactionDependencies, Redactions } from './commands/redactions.ts'
import { type EvaluationDependencies, Evaluations } from './evaluations/evaluations.ts'
import { type RaceDependencies, Races } from './races/races.ts'
import { type RerunDependencies, Reruns } from './reruns/reruns.ts'
import { TurnLoop, type LoopDependencies } from './conversation/turn-loop.ts'
import { CacheWarmer, type WarmerDependencies } from './conversation/cache-warmer.ts'
import { type OrderDependencies, WarmOrders } from './conversation/warm-orders.ts'
import { RunningElsewhere } from './conversation/running-elsewhere.ts'
import { UntrustedState } from './events/event-hub.ts'
import { TurnStopper } from './conversation/turn-stopper.ts'
import { SummaryWriter } from './conversation/summary-writer.ts'
import { createAgentServices, createLogServices, createModelServices } from './agent-services.ts'
import { type EngineDependencies, staysOpen } from './engine-dependencies.ts'
import { AgentSubscriptions } from './agents/agent-subscription.ts'
import type { Committed, SettingsStore } from './ports/log-ports.ts'
import type { SandboxLevelOf, TurnLimitsOf } from './ports/sandbox-ports.ts'
import type { FileKnowledge } from './ports/tool-ports.ts'
import { ApprovalInbox } from './approvals/approval-inbox.ts'
import { ApprovalRules } from './approvals/approval-rules.ts'
import { QuestionInbox } from './approvals/question-inbox.ts'
import { ToolDefinitions } from './approvals/tool-definitions.ts'
import { type Answering, canAnswer, createTools } from './engine-tools.ts'

type TurnEnded = LoopDependencies['onTurnEnded']

export type EngineServices = ReturnType<typeof createServices>

/** The parts of one engine, connected. Decides nothing itself. */
export function createServices(given: EngineDependencies) {
  const known = createAgentServices(given, committed)
  const { dependencies, tree, shared, folders, folderOf, rootOf, wideFolder, trusts, sandboxes, rights } = known
  const { storage, clock } = dependencies
  const { registry, contexts, homes, hub } = shared

  const questions = new QuestionInbox(shared)
  const sandboxLevelOf: SandboxLevelOf = (id) => sandboxes.ofTurn(id)
  const turnLimitsOf: TurnLimitsOf = (id) => rights.chainOf(id)
  const facts = { folderOf, rootOf, wideFolder, sandboxLevelOf, turnLimitsOf, ...fileKnowledge(known) }
  const [builtIn, testCommands] = [dependencies.builtInTools(facts), dependencies.testCommands(facts)]
  const { tools, hooks, plugins, endPrograms, terminals, askServerQuestion } = createTools(
    { ...shared, ...dependencies, questions, folderOf, sandboxLevelOf },
    { builtIn, rights, later: () => ({ commands, treeLimits, instructions, approvals }) },
  )
  const asking = { ...dependencies, settings: storage.settings, tree, homes, registry, questions }
  const answers = createRules(dependencies)
  const approvals: ApprovalInbox = new ApprovalInbox({ ...asking, ...answers, folderOf, rights })
  const instructions: AgentInstructions = new AgentInstructions({ ...asking, ...shared, folderOf, trusts })
  const nextPrice = new NextPrice({ ...dependencies, ...shared, tree, toolBox: tools, answers: storage.usage })
  const limits: RunLimits = new RunLimits({ ...asking, ...storage, later: () => ({ loop }) })
  const treeLimits: TreeLimits = new TreeLimits({ ...asking, ...storage, limits, later: () => ({ loop, mailStarter }) })
  const budgets = new Budgets({ ...asking, ...storage, nextPrice, treeLimits, limits })

  const queues = new PromptQueues({ ...dependencies, ...storage, hub })
  const onTurnEnded: TurnEnded = (agentId, outcome) => void continueAgent(agentId, outcome)
  const warming = createWarming({ ...dependencies, ...storage, ...shared, budgets, toolBox: tools, loop: () => loop })
  const recording = { ...dependencies, ...storage, ...shared, testCommands, folders, folderOf }
  const history = createFileHistory({ ...recording, loop: () => loop })
  const asked = { approvals, askServerQuestion, hooks, budgets, instructions, rights }
  const gates = { ...asked, treeLimits, firstWrites: new FirstWrites(clock), callRecorder: history.callRecorder }
  const turns = { ...dependencies, ...storage, ...shared, ...gates, ...warming, toolBox: tools, onTurnEnded }
  const loop: TurnLoop = new TurnLoop(turns)
  const stopper = new TurnStopper({ loop, peers: storage.peers, clock })
  const starter = new ChildStarter({ onChildLeft: null, ...dependencies, ...storage, ...shared, loop })
  const mailStarter = new MailStarter({ ...dependencies, ...storage, hub, tree, treeLimits, loop: () => loop })
  const summaries = new SummaryWriter(turns, loop)
  const acting = { hooks, treeLimits, loop, stopper, starter, mailStarter, summaries, budgets, plugins, terminals }
  const typed = { ...dependencies, ...storage, ...shared, ...history, ...acting, folderOf }
  const commands: CommandRunner = new CommandRunner(typed)
  const order = new KeyedQueue()
  const onFree = (agentId: AgentId): void => void sender.sendNext(agentId)
  const inputs = new InputRunner({ ...typed, ...answers, folders, sandboxes, order, queues, onFree }, commands)
  const sender: QueueSender = new QueueSender({ ...typed, tree, inputs, order, queues, stays: staysOpen(dependencies) })
  const continueAgent = afterTurns({ ...shared, forks: known.forkFacts, hooks, sender, mailStarter })

  const deciding = { folders, sandboxes, tools, questions, approvals, trusts, instructions, nextPrice }
  const several = createSeveral({ ...typed, ...answers, ...deciding, rights, limits, testCommands, commands })

  /** Applies every commit, of this and other engines, before the subscribers get it. */
  async function committed({ agents, events }: Committed): Promise<void> {
    const each = new EachOfAll()
    for (const event of events) await each.run(() => registry.addEvent(event), UntrustedState)
    for (const agent of agents) {
      const before = tree.get(agent.id)
      await each.run(() => registry.put(agent), UntrustedState)
      // Another engine may have killed it: its turn here ends now.
      // Or taken it over for another home.
      const isGone = agent.status === 'killed' || (homes.isHere(before) && !homes.isHere(agent))
      if (isGone) void loop.cancel(agent.id)
      if (isGone) await each.run(() => endPrograms(agent.id))
      await each.run(() => queues.show(before, agent))
    }
    for (const event of events) await each.run(() => contexts.extend(event))
    for (const event of events) await each.run(() => several.races.onEvent(event))
    each.throwFirst()
  }

  return {
    dependencies,
    ...shared,
    committed,
    ...deciding,
    ...warming,
    ...acting,
    elsewhere: new RunningElsewhere({ ...storage, registry, hub, clock }),
    ...several,
    inputs,
    queues,
    sender,
    subscriptions: new AgentSubscriptions({ ...storage, clock }, hub, tree),
    ...createModelServices({ ...dependencies, ...shared }),
    ...createPersonalOperations({ ...dependencies, ...storage, ...shared, tree, loop, order }),
    folderOperations: new FolderOperations({ ...dependencies, ...history, tree, folders, loop, wideFolder }),
    ...history,
    ...createLogServices(dependencies, known, committed),
  }
}

/** Runs all of several steps, whatever one of them throws. */
class EachOfAll {
  #first: { readonly error: unknown } | null = null

  /** `Failure`: what an exception of the step means; it is thrown before others. */
  async run(step: () => unknown, Failure?: new (cause: unknown) => Error): Promise<void> {
    try {
      await step()
    } catch (error) {
      if (Failure !== undefined) this.#first = { error: new Failure(error) }
      else this.#first ??= { error }
    }
  }

  /** Throws what the first step that failed has thrown. */
  throwFirst(): void {
    if (this.#first !== null) throw this.#first.error
  }
}

/** What runs several agents on the same prompts. */
function createSeveral(given: SeveralParts) {
  const parts = { ...given, unconfinedRuns: new UnconfinedRuns(given.settings) }
  return {
    races: new Races(parts),
    evaluations: new Evaluations(parts),
    reruns: new Reruns({ ...parts, canAnswer: canAnswer(parts) }),
  }
}

type SeveralParts = Omit<
  RaceDependencies & EvaluationDependencies & RerunDependencies,
  'canAnswer' | 'unconfinedRuns'
> &
  Answering & { readonly settings: SettingsStore }

/** What people do on contexts, answers and the log other than by typing. */
function createPersonalOperations(parts: ContextDependencies & RedactionDependencies) {
  return {
    contextOperations: new ContextOperations(parts),
    comparisons: createComparisonOperations(parts),
    redactions: new Redactions(parts),
  }
}

/** What records and undoes changes to files. */
function createFileHistory({ registry, loop, ...parts }: HistoryParts) {
  const callRecorder = new CallRecorder(parts)
  const isBusy = (agentId: AgentId): boolean => registry.isBusy(agentId) || loop().isBusy(agentId)
  const changes = new Changes({ ...parts, tree: registry.tree, recorder: callRecorder, isBusy })
  const worktreeSetups = new WorktreeSetups(parts)
  const { worktrees } = worktreeSetups
  const agentWorktrees = new AgentWorktrees({ ...parts, worktrees, registry, isBusy })
  const { tree } = registry
  const applying = new ApplyChanges({ ...parts, tree, agentWorktrees, recorder: callRecorder, isBusy })
  const reviews = new ReviewChanges(parts)
  const publishing = new Publishing({ ...parts, tree, agentWorktrees, isBusy })
  return {
    callRecorder,
    changes,
    reviews,
    publishing,
    worktreeSetups,
    worktrees,
    agentWorktrees,
    applying,
    blame: new Blame(parts),
  }
}

interface HistoryParts
  extends
    Omit<RecorderDependencies, 'search'>,
    Omit<ChangesDependencies, 'recorder' | 'isBusy' | 'search' | 'tree'>,
    BlameDependencies,
    Omit<ReviewDependencies, 'search'>,
    Pick<PublishingDependencies, 'pushing' | 'codeHosts'>,
    SetupDependencies,
    Omit<WorktreeDependencies, 'isBusy' | 'registry' | 'search'>,
    Pick<ApplyDependencies, 'mergeTexts' | 'commits'> {
  readonly registry: AgentRegistry
  readonly loop: () => Pick<TurnLoop, 'isBusy'>
}

/** What keeps the beginnings of agents in their providers' caches. */
function createWarming({ registry, loop, ...others }: WarmingParts) {
  const isBusy = (agentId: AgentId): boolean => registry.isBusy(agentId) || loop().isBusy(agentId)
  const parts = { ...others, tree: registry.tree, isBusy }
  const warmOrders = new WarmOrders(parts)
  return { warmOrders, warmer: new CacheWarmer({ ...parts, orders: warmOrders }) }
}

interface WarmingParts extends Omit<OrderDependencies, 'tree'>, Omit<WarmerDependencies, 'orders' | 'tree' | 'isBusy'> {
  readonly registry: AgentRegistry
  readonly loop: () => Pick<TurnLoop, 'isBusy'>
}

/** The stored answers and policies, and the definitions of servers' tools that they hold for. */
function createRules({ storage: { settings }, toolServers, ...others }: EngineDependencies) {
  return {
    rules: new ApprovalRules({ ...others, settings }),
    definitions: new ToolDefinitions(settings, toolServers),
  }
}

function fileKnowledge({ shared, tree }: ReturnType<typeof createAgentServices>): FileKnowledge {
  return {
    seenVersions: (id, path) => shared.contexts.seenVersions(id, path),
    beganAt: (id) => tree.beganAt(id),
  }
}
