import type { AgentId } from '../../../shared/ids.ts'
import { mapOk, ok, stackOf } from '../../../shared/result.ts'
import { OUTSIDE } from '../../../shared/providers.ts'
import { AgentFolders } from '../agents/agent-folders.ts'
import { AgentHomes } from '../agents/agent-homes.ts'
import { AgentIdentities } from '../agents/agent-identity.ts'
import { AgentRegistry } from '../agents/agent-registry.ts'
import { AgentSandboxes } from '../agents/agent-sandboxes.ts'
import { AgentSubscriptions } from '../agents/agent-subscription.ts'
import type { AgentTree } from '../agents/agent-tree.ts'
import { EstimatedUse } from '../agents/estimated-use.ts'
import { ForkFacts } from '../agents/fork-facts.ts'
import { OutsideOptions } from '../agents/outside-options.ts'
import { PromptQueues } from '../agents/prompt-queues.ts'
import { ShownFolders } from '../agents/shown-folders.ts'
import { Terminals } from '../agents/terminals.ts'
import { TreeArrangement } from '../agents/tree-arrangement.ts'
import { TurnRights } from '../agents/turn-rights.ts'
import { UnconfinedRuns } from '../agents/unconfined-runs.ts'
import type { CommitEffects } from '../commit-effects.ts'
import { ContentFiles } from '../content/content-files.ts'
import { Uploads } from '../content/uploads.ts'
import { AgentContexts } from '../context/agent-contexts.ts'
import { resultLimit } from '../context/output-limit.ts'
import { withoutRestoredTools } from '../context/restored-options.ts'
import { EventHub, UntrustedState } from '../events/event-hub.ts'
import { Flight } from '../flight.ts'
import { FolderTrusts } from '../instructions/folder-trust.ts'
import { Skills } from '../instructions/skills.ts'
import { Templates } from '../instructions/templates.ts'
import { KeyedQueue } from '../keyed-queue.ts'
import { PriceList } from '../models/price-list.ts'
import type { FolderFiles } from '../ports/content-ports.ts'
import type { OutsideAgents, OutsideFacts, ProviderFactory } from '../ports/provider-ports.ts'
import type { CacheMisses } from '../caching/cache-misses.ts'
import type { SandboxLevelOf, TurnLimitsOf } from '../ports/sandbox-ports.ts'
import type { TestCommands } from '../ports/test-command-ports.ts'
import type { AgentFacts, FindWideFolder, FolderOf, RootOf } from '../ports/tool-ports.ts'
import { SafetyWiring } from './safety-wiring.ts'

/** The state of agents: tree, contexts, folders, rights; and what of the world is asked about an agent. */
export abstract class AgentWiring extends SafetyWiring {
  abstract get commitEffects(): CommitEffects
  abstract get cacheMisses(): CacheMisses

  get registry(): AgentRegistry {
    return new AgentRegistry(() => this.statusNow(), {
      estimates: new EstimatedUse(this.search),
      forks: this.forks,
      arrangement: new TreeArrangement(this.settings),
      homes: this.homes,
      models: this.catalog,
    })
  }

  get tree(): AgentTree {
    return this.registry.tree
  }

  get homes(): AgentHomes {
    return new AgentHomes(this.storage.homes, this.logger)
  }

  get forks(): ForkFacts {
    return new ForkFacts(this.search)
  }

  /** What is done on one agent at a time. */
  get order(): KeyedQueue {
    return new KeyedQueue()
  }

  get contexts(): AgentContexts {
    return new AgentContexts(withoutRestoredTools(this.store, this.settings), (id) => this.tree.get(id))
  }

  get identities(): AgentIdentities {
    return new AgentIdentities(this)
  }

  get flight(): Flight {
    return new Flight(this.given.performance)
  }

  get hub(): EventHub {
    return new EventHub(this.store, {
      onCommitted: (committed) => {
        if (committed.events.some(({ kind }) => kind === 'redacted')) this.#forgetContent()
        return this.commitEffects.apply(committed)
      },
      // What is held of the log in memory may lack a commit after that.
      onFailure: (error) => {
        const details = { error: stackOf(error) }
        this.logger.error('A listener to the log failed; what is held in memory is read again', details)
        this.#forgetContent()
        if (error instanceof UntrustedState) this.given.onUntrusted?.(error.cause)
      },
      recorder: this.flight.recorder,
    })
  }

  /** Drops all copies of events and files: some of them were redacted, here or by another engine. */
  #forgetContent(): void {
    this.contexts.forget()
    this.contentFiles.forget()
    this.identities.forget()
    this.cacheMisses.forget()
    this.hub.renewFeeds()
  }

  get subscriptions(): AgentSubscriptions {
    return new AgentSubscriptions(this, this.hub, this.tree)
  }

  get queues(): PromptQueues {
    return new PromptQueues(this.promptQueue, this.hub, this.ids, this.logger)
  }

  get contentFiles(): ContentFiles {
    return new ContentFiles(this.content, this.given.wholeOutputs)
  }

  get uploads(): Uploads {
    return new Uploads(this.content, this.inspectFile, this.config, this.ids)
  }

  get prices(): PriceList {
    return new PriceList(this)
  }

  get folders(): AgentFolders {
    return new AgentFolders(this.settings, this.tree, this.workspace, () => this.shownFolders.onChange())
  }

  get shownFolders(): ShownFolders {
    return new ShownFolders(this.folders, this.registry, this.workspace, this.noteAgentFolder, this.logger)
  }

  get folderFiles(): FolderFiles {
    const { folderOf, rootOf } = this
    return this.given.folderFiles({ folderOf, rootOf })
  }

  get trusts(): FolderTrusts {
    return new FolderTrusts(this.settings, this.projectFiles)
  }

  get skills(): Skills {
    return new Skills(this.settings, this.projectFiles, this.trusts)
  }

  get templates(): Templates {
    return new Templates(this.projectFiles, this.trusts, this.toolServers)
  }

  get terminals(): Terminals {
    return new Terminals(this.startTerminal, this.folderOf, this.registry)
  }

  get rights(): TurnRights {
    return new TurnRights(this.settings)
  }

  get sandboxes(): AgentSandboxes {
    return new AgentSandboxes(this.settings, this.tree, this.rights, this.config)
  }

  get unconfinedRuns(): UnconfinedRuns {
    return new UnconfinedRuns(this.settings)
  }

  get outsideOptions(): OutsideOptions {
    return new OutsideOptions(this.settings, this.tree)
  }

  get folderOf(): FolderOf {
    return async (agentId) => mapOk(await this.folders.folderOf(agentId), ({ folder }) => folder)
  }

  get rootOf(): RootOf {
    return (agentId) => this.tree.rootOf(agentId)
  }

  get wideFolder(): FindWideFolder {
    return async (folder) =>
      (await this.given.wideFolder(folder)) ?? ((await this.trusts.isOpen(folder)) ? null : 'untrusted')
  }

  get sandboxLevelOf(): SandboxLevelOf {
    return (agentId) => this.sandboxes.ofTurn(agentId)
  }

  get turnLimitsOf(): TurnLimitsOf {
    return (agentId) => this.rights.chainOf(agentId)
  }

  #resultTokens(agentId: AgentId): number | undefined {
    const choice = this.tree.get(agentId)?.choice ?? null
    return choice === null ? undefined : resultLimit(choice, this).resultTokens
  }

  get agentFacts(): AgentFacts {
    const { folderOf, rootOf, wideFolder, sandboxLevelOf, turnLimitsOf } = this
    return {
      folderOf,
      rootOf,
      wideFolder,
      sandboxLevelOf,
      turnLimitsOf,
      seenVersions: (agentId, path) => this.contexts.seenVersions(agentId, path, this.#resultTokens(agentId)),
      beganAt: (agentId) => this.tree.beganAt(agentId),
    }
  }

  /** Runs the test commands of races. */
  get testCommands(): TestCommands {
    return this.given.testCommands(this.agentFacts)
  }

  /** Programs that answer in place of a model; null: there are none. */
  get outside(): OutsideAgents | null {
    const { folderOf, rootOf, wideFolder } = this
    const facts: OutsideFacts = {
      folderOf,
      rootOf,
      wideFolder,
      chosenOptions: (agentId, program) => this.outsideOptions.valuesOf(agentId, program),
      onOffer: (agentId, offer) => this.registry.setOutside(agentId, offer),
    }
    return this.given.outsideAgents?.(facts) ?? null
  }

  /** Asks outside agents where one answers in place of a model. */
  get providers(): ProviderFactory {
    const { given, outside } = this
    return {
      async create(name, wish = {}) {
        const { agentId } = wish
        if (name !== OUTSIDE || outside === null || agentId === undefined) return given.providers.create(name, wish)
        return ok(outside.providerOf(agentId))
      },
    }
  }
}
