import type { AgentEvent } from '../../../shared/agent-event.ts'
import {
  type AgentActivity,
  type AgentRecord,
  type AgentSummary,
  type BackgroundCommand,
  isBusy,
  unreadableText,
} from '../../../shared/agent-summary.ts'
import type { EngineFeedItem, EngineStatus, StrayError } from '../../../shared/engine-state.ts'
import type { AppError } from '../../../shared/app-error.ts'
import type { AgentId } from '../../../shared/ids.ts'
import type { OutsideSession } from '../../../shared/outside-session.ts'
import { OUTSIDE } from '../../../shared/providers.ts'
import { mapOk, type Result } from '../../../shared/result.ts'
import { plainName } from '../../../shared/model-info.ts'
import type { ModelDirectory } from '../ports/provider-ports.ts'
import type { AgentHomes } from './agent-homes.ts'
import type { EstimatedUse } from './estimated-use.ts'
import { EngineFeed } from '../events/engine-feed.ts'
import { AgentTree } from './agent-tree.ts'
import type { ForkFacts } from './fork-facts.ts'
import type { ArrangementList, TreeArrangement } from './tree-arrangement.ts'
import { defined } from '../../../shared/defined.ts'

const IDLE: AgentActivity = { type: 'idle' }
const ELSEWHERE: AgentActivity = { type: 'streaming', elsewhere: true }

/** What an agent shows that has no turn. */
function resting(agent: AgentRecord, failure: AppError | null): AgentActivity {
  const message = unreadableText(agent)
  if (message !== null) return { type: 'failed', error: { category: 'STORAGE', message, retryable: false } }
  return failure === null ? IDLE : { type: 'failed', error: failure, earlier: true }
}

/** The agents as the tree shows them: stored records, the activity of each agent, and the subscribers. */
export class AgentRegistry {
  readonly tree = new AgentTree()
  readonly #activities = new Map<AgentId, AgentActivity>()
  readonly #background = new Map<AgentId, readonly BackgroundCommand[]>()
  readonly #outside = new Map<AgentId, OutsideSession>()
  readonly #terminals = new Set<AgentId>()
  #elsewhere: ReadonlySet<AgentId> = new Set()
  /** Branches of the worktrees that agents have of their own. */
  readonly #worktrees = new Map<AgentId, string>()
  /** Folders that agents work in. */
  readonly #folders = new Map<AgentId, string>()
  /** The folder of agents without another one; null: folders are not shown. */
  #workspace: string | null = null
  readonly #feeds = new Set<EngineFeed>()
  readonly #status: () => Omit<EngineStatus, 'strayError'>
  #strayError: StrayError | null = null
  readonly #estimates: EstimatedUse
  readonly #forks: ForkFacts
  readonly #arrangement: TreeArrangement
  readonly #homes: AgentHomes
  readonly #models: ModelDirectory

  constructor(
    status: () => Omit<EngineStatus, 'strayError'>,
    {
      estimates,
      forks,
      arrangement,
      homes,
      models,
    }: {
      readonly estimates: EstimatedUse
      readonly forks: ForkFacts
      readonly arrangement: TreeArrangement
      readonly homes: AgentHomes
      readonly models: ModelDirectory
    },
  ) {
    this.#status = status
    this.#estimates = estimates
    this.#forks = forks
    this.#arrangement = arrangement
    this.#homes = homes
    this.#models = models
  }

  put(agent: AgentRecord): void {
    const unreadBefore = this.tree.get(agent.id)?.unreadMail ?? agent.unreadMail
    this.tree.put(agent)
    if (this.#workspace !== null && !this.#folders.has(agent.id))
      this.#folders.set(agent.id, this.#folders.get(agent.parentId ?? '') ?? this.#workspace)
    if (this.#homes.isUnknown(agent)) void this.updateHomes()
    if (agent.unreadMail > unreadBefore) void this.#bringBack(agent.id)
    this.#publish(agent.id)
  }

  setActivity(id: AgentId, activity: AgentActivity): void {
    if (activity.type === 'idle' && activity.stopped !== true) this.#activities.delete(id)
    else this.#activities.set(id, activity)
    this.#publish(id)
  }

  /** Sets the commands of the agent that run in the background. */
  setBackground(id: AgentId, commands: readonly BackgroundCommand[]): void {
    if (commands.length === 0) this.#background.delete(id)
    else this.#background.set(id, commands)
    this.#publish(id)
  }

  /** Sets what the program of an outside agent offers. */
  setOutside(id: AgentId, offer: OutsideSession): void {
    this.#outside.set(id, offer)
    this.#publish(id)
  }

  /** Sets whether the user has a terminal open in the agent's folder. */
  setTerminal(id: AgentId, isOpen: boolean): void {
    if (isOpen) this.#terminals.add(id)
    else this.#terminals.delete(id)
    this.#publish(id)
  }

  /** Sets the branch of the worktree that the agent has of its own; null: it has none. */
  setWorktree(id: AgentId, branch: string | null): void {
    if (branch === null) this.#worktrees.delete(id)
    else this.#worktrees.set(id, branch)
    this.#publish(id)
  }

  /** Sets the folders that all agents work in, and the one of new roots. */
  setFolders(folderOf: (id: AgentId) => string, workspace: string): void {
    this.#workspace = workspace
    for (const { id } of this.tree.all()) {
      const folder = folderOf(id)
      if (this.#folders.get(id) === folder) continue
      this.#folders.set(id, folder)
      this.#publish(id)
    }
  }

  /** Sets the agents whose turns other engines run. */
  setElsewhere(ids: ReadonlySet<AgentId>): void {
    const before = this.#elsewhere
    this.#elsewhere = ids
    for (const id of new Set([...before, ...ids])) if (ids.has(id) !== before.has(id)) this.#publish(id)
  }

  summary(agent: AgentRecord): AgentSummary {
    const estimatedTokens = this.#estimates.useOf(agent.id)
    const own = this.#activities.get(agent.id) ?? resting(agent, this.#forks.failureOf(agent.id))
    const activity = this.#elsewhere.has(agent.id) && !isBusy(own.type) ? ELSEWHERE : own
    const background = this.#background.get(agent.id)
    const worktree = this.#worktrees.get(agent.id)
    const otherHome = this.#homes.other(agent)
    const folder = otherHome === null ? this.#folders.get(agent.id) : undefined
    const { choice } = agent
    const model = choice === null ? null : this.#models.find(choice.provider, choice.model)
    const outside = choice?.provider === OUTSIDE ? this.#outside.get(agent.id) : undefined
    return {
      ...agent,
      ...this.#forks.factsOf(agent.id),
      ...this.#arrangement.arrangementOf(agent.id),
      activity,
      ...defined({
        modelName: model === null ? undefined : plainName(model),
        estimatedTokens: estimatedTokens > 0 ? estimatedTokens : undefined,
        background,
        outside,
        worktree,
        folder,
        hasTerminal: this.#terminals.has(agent.id) ? true : undefined,
        otherHome: otherHome ?? undefined,
      }),
    }
  }

  /** Whether a turn of the agent runs in any engine, as far as is known. */
  isBusy(id: AgentId): boolean {
    const agent = this.tree.get(id)
    return agent !== undefined && isBusy(this.summary(agent).activity.type)
  }

  /** Summaries of all agents, oldest first. */
  summaries(): readonly AgentSummary[] {
    return this.tree.all().map((agent) => this.summary(agent))
  }

  /** Reads the usage that was estimated before this engine started, so that summaries include it. */
  countEstimates(): Promise<Result<null>> {
    return this.#estimates.read((agentId) => this.#publish(agentId))
  }

  /** Reads what the log says of forks, so that summaries include it. `again`: agents were imported. */
  async readForks({ again = false } = {}): Promise<Result<null>> {
    const read = await (again ? this.#forks.readAgain() : this.#forks.read())
    return this.#publishAll(read)
  }

  /** Reads which agents are archived and pinned, so that summaries include it. */
  async readArrangement(): Promise<Result<null>> {
    return this.#publishAll(await this.#arrangement.read())
  }

  /** Reads the other homes again, so that summaries say which of them are in use. */
  async updateHomes(): Promise<void> {
    await this.#homes.update()
    for (const agent of this.tree.all()) if (!this.#homes.isHere(agent)) this.#publish(agent.id)
  }

  /** Whether the user archived the agent, or one above it. */
  isArchived(id: AgentId): boolean {
    return this.tree.lineage(id).some((each) => this.#arrangement.arrangementOf(each).archived === true)
  }

  /** Adds agents to the archived or the pinned ones, or removes them. */
  async arrange(list: ArrangementList, agentIds: readonly AgentId[], isIn: boolean): Promise<Result<null>> {
    return this.#publishAll(await this.#arrangement.set(list, agentIds, isIn))
  }

  /** Takes an agent that got a prompt or mail out of the archive. */
  async #bringBack(id: AgentId): Promise<Result<null>> {
    return this.#publishAll(await this.#arrangement.bringBack(this.tree.lineage(id)))
  }

  /** Adds what summaries contain from the log. */
  addEvent(event: AgentEvent): void {
    if (this.#estimates.add(event)) this.#publish(event.agentId)
    const changed = this.#forks.add(event)
    if (changed !== null) this.#publish(changed)
    if (event.kind === 'user' || event.kind === 'merge') void this.#bringBack(event.agentId)
  }

  statusChanged(): void {
    for (const feed of this.#feeds) feed.status(this.#fullStatus())
  }

  setStrayError(error: StrayError): void {
    this.#strayError = error
    this.statusChanged()
  }

  #fullStatus(): EngineStatus {
    return { ...this.#status(), strayError: this.#strayError }
  }

  /** Streams changes of the tree until the signal aborts or the registry closes. */
  async *subscribe(signal: AbortSignal): AsyncGenerator<readonly EngineFeedItem[]> {
    if (signal.aborted) return
    const feed = new EngineFeed()
    const stop = (): void => feed.close()
    signal.addEventListener('abort', stop, { once: true })
    this.#feeds.add(feed)
    const agents = this.summaries()
    try {
      yield* feed.batches({ type: 'snapshot', agents, status: this.#fullStatus() })
    } finally {
      this.#feeds.delete(feed)
      signal.removeEventListener('abort', stop)
    }
  }

  close(): void {
    for (const feed of this.#feeds) feed.close()
  }

  #publishAll(changed: Result<readonly AgentId[]>): Result<null> {
    if (changed.ok) for (const id of changed.value) this.#publish(id)
    return mapOk(changed, () => null)
  }

  #publish(id: AgentId): void {
    const agent = this.tree.get(id)
    if (agent === undefined) return
    for (const feed of this.#feeds) feed.agent(this.summary(agent))
  }
}
