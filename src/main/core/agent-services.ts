import { BackupSchedule } from './backup/backup-schedule.ts'
import { HeadSchedule } from './backup/head-schedule.ts'
import { HealthWatch } from './health/health-watch.ts'
import type { EngineStatus } from '../../shared/engine-state.ts'
import { OUTSIDE } from '../../shared/providers.ts'
import { mapOk, ok, stackOf } from '../../shared/result.ts'
import { AgentIdentities } from './agents/agent-identity.ts'
import { AgentHomes } from './agents/agent-homes.ts'
import { AgentFolders } from './agents/agent-folders.ts'
import { ShownFolders } from './agents/shown-folders.ts'
import { AgentSandboxes } from './agents/agent-sandboxes.ts'
import { OutsideOptions } from './agents/outside-options.ts'
import { FolderTrusts } from './instructions/folder-trust.ts'
import { Skills } from './instructions/skills.ts'
import { Templates } from './instructions/templates.ts'
import { EstimatedUse } from './agents/estimated-use.ts'
import { RoundLimits } from './budgets/round-limits.ts'
import { Flight } from './flight.ts'
import { ForkFacts } from './agents/fork-facts.ts'
import { AgentRegistry } from './agents/agent-registry.ts'
import { TreeArrangement } from './agents/tree-arrangement.ts'
import { TurnRights } from './agents/turn-rights.ts'
import { ContentFiles } from './content/content-files.ts'
import { Uploads } from './content/uploads.ts'
import { AgentContexts } from './context/agent-contexts.ts'
import { withoutRestoredTools } from './context/restored-options.ts'
import type { EngineDependencies } from './engine-dependencies.ts'
import { EventHub, UntrustedState } from './events/event-hub.ts'
import { CatalogRenewer, type RenewerDependencies } from './models/catalog-renewer.ts'
import { type ModelListDependencies, ModelLister } from './models/model-lister.ts'
import { PriceList } from './models/price-list.ts'
import type { Committed } from './ports/log-ports.ts'
import type { SignExport } from './ports/verify-ports.ts'
import type { OutsideFacts, ProviderFactory } from './ports/provider-ports.ts'
import type { FindWideFolder, FolderOf, RootOf } from './ports/tool-ports.ts'
import { LogSearcher } from './search/log-searcher.ts'
import { LogExporter } from './transfer/log-exporter.ts'
import { ForeignSessions } from './transfer/foreign/foreign-sessions.ts'
import { LogImporter } from './transfer/log-importer.ts'
import { PieceImports } from './transfer/piece-imports.ts'
import { UsageReports } from './usage/usage-reports.ts'

/**
 * Creates what holds the state of the agents: tree, contexts, folders, rights. `onCommit` is called for every commit,
 * before the subscribers get it.
 */
export function createAgentServices(
  dependencies: EngineDependencies,
  onCommit: (committed: Committed) => Promise<void>,
) {
  const { storage, workspace, platform, wholeOutputs } = dependencies
  const { settings } = storage
  const forkFacts = new ForkFacts(storage.search)
  const homes = new AgentHomes({ ...storage, ...dependencies })
  const onChange = (): void => registry.statusChanged()
  const safety = createDataSafety(dependencies, onChange)
  const registry: AgentRegistry = new AgentRegistry(() => engineStatus(dependencies, safety), {
    estimates: new EstimatedUse(storage.search),
    forks: forkFacts,
    arrangement: new TreeArrangement(settings),
    homes,
  })
  const { tree } = registry
  const contexts = new AgentContexts(withoutRestoredTools(storage.store, settings), (id) => tree.get(id))
  const flight = new Flight(dependencies.performance)
  const hub: EventHub = createHub(dependencies, { holders: () => shared, onCommit, flight })
  const folders: AgentFolders = new AgentFolders(settings, tree, workspace, () => shownFolders.onChange())
  const shownFolders: ShownFolders = new ShownFolders({ ...dependencies, folders, registry })
  const folderOf: FolderOf = async (agentId) => {
    const found = await folders.folderOf(agentId)
    return mapOk(found, ({ folder }) => folder)
  }
  const rootOf: RootOf = (agentId) => tree.rootOf(agentId)
  const trusts = new FolderTrusts(settings, dependencies.projectFiles)
  const skills = new Skills({ ...dependencies, settings, trusts })
  const templates = new Templates({ ...dependencies, trusts })
  const wideFolder: FindWideFolder = async (folder) =>
    (await dependencies.wideFolder(folder)) ?? ((await trusts.isOpen(folder)) ? null : 'untrusted')
  const identities = new AgentIdentities({ settings, tree, folderOf, platform })
  const contentFiles = new ContentFiles(storage.content, wholeOutputs)
  const folderFiles = dependencies.folderFiles({ folderOf, rootOf })
  const uploads = new Uploads({ ...dependencies, content: storage.content, inspect: dependencies.inspectFile })
  const prices = new PriceList(dependencies)
  const outsideOptions = new OutsideOptions(settings, tree)
  const shared = {
    registry,
    homes,
    flight,
    shownFolders,
    outsideOptions,
    contentFiles,
    folderFiles,
    uploads,
    contexts,
    hub,
    identities,
    prices,
    roundLimits: new RoundLimits({ ...dependencies, tree }),
    skills,
    templates,
    ...safety,
  }
  const rights = new TurnRights(settings)
  const sandboxes = new AgentSandboxes({ ...dependencies, settings, tree, rights })
  const asking = withOutsideAgents(dependencies, {
    folderOf,
    rootOf,
    wideFolder,
    chosenOptions: (agentId, program) => outsideOptions.valuesOf(agentId, program),
    onOffer: (agentId, offer) => registry.setOutside(agentId, offer),
  })
  return {
    dependencies: asking,
    tree,
    shared,
    forkFacts,
    folders,
    folderOf,
    rootOf,
    wideFolder,
    trusts,
    sandboxes,
    rights,
  }
}

/** Drops all copies of events and files: some of them were redacted, here or by another engine. */
function forgetContent({ contexts, contentFiles, identities, hub }: ContentHolders): void {
  contexts.forget()
  contentFiles.forget()
  identities.forget()
  hub.renewFeeds()
}

interface HubParts {
  readonly holders: () => ContentHolders
  readonly onCommit: (committed: Committed) => Promise<void>
  readonly flight: Flight
}

function createHub(
  { storage, logger, onUntrusted }: EngineDependencies,
  { holders, onCommit, flight }: HubParts,
): EventHub {
  return new EventHub(storage.store, {
    onCommitted(committed) {
      if (committed.events.some(({ kind }) => kind === 'redacted')) forgetContent(holders())
      return onCommit(committed)
    },
    // What is held of the log in memory may lack a commit after that.
    onFailure(error) {
      logger.error('A listener to the log failed; what is held in memory is read again', { error: stackOf(error) })
      forgetContent(holders())
      if (error instanceof UntrustedState) onUntrusted?.(error.cause)
    },
    recorder: flight.recorder,
  })
}

interface ContentHolders {
  readonly contexts: AgentContexts
  readonly contentFiles: ContentFiles
  readonly identities: AgentIdentities
  readonly hub: EventHub
}

/** Asks outside agents where one answers in place of a model. */
function withOutsideAgents(given: EngineDependencies, facts: OutsideFacts) {
  const outside = given.outsideAgents?.(facts) ?? null
  const providers: ProviderFactory = {
    async create(name, wish = {}) {
      const { agentId } = wish
      if (name !== OUTSIDE || outside === null || agentId === undefined) return given.providers.create(name, wish)
      return ok(outside.providerOf(agentId))
    },
  }
  return { ...given, providers, outside }
}

/** What protects the log while the engine runs. `onChange` is called when the status of a part has changed. */
function createDataSafety(dependencies: EngineDependencies, onChange: () => void) {
  return {
    backupSchedule: new BackupSchedule({ ...dependencies, onChange }),
    headSchedule: new HeadSchedule({ ...dependencies, onChange }),
    healthWatch: new HealthWatch({ ...dependencies, health: dependencies.storage.health, onChange }),
  }
}

function engineStatus(
  dependencies: EngineDependencies,
  { backupSchedule, headSchedule, healthWatch }: ReturnType<typeof createDataSafety>,
): Omit<EngineStatus, 'strayError'> {
  const { version, demo, dataDirectory, configDirectory, storage, credentials, toolServers } = dependencies
  const ofPlugins = dependencies.pluginServers?.states() ?? []
  return {
    version,
    demo,
    dataDirectory,
    configDirectory,
    database: storage.state(),
    keychain: credentials.keychainState(),
    backup: backupSchedule.status(),
    signing: headSchedule.status(),
    health: healthWatch.status(),
    toolServers: [...toolServers.states(), ...ofPlugins],
  }
}

/** Creates what reads the whole log: sums, search, export and import. */
export function createLogServices(
  dependencies: EngineDependencies,
  { tree, folders, forkFacts, shared: { registry, shownFolders, hub } }: ReturnType<typeof createAgentServices>,
  onCommit: (committed: Committed) => Promise<void>,
) {
  const { storage } = dependencies
  const onImported = async (agents: Committed['agents']): Promise<void> => {
    await onCommit({ agents, events: [] })
    await registry.readForks({ again: true })
    await shownFolders.update()
  }
  const importer = new LogImporter({ ...storage, ...dependencies, onImported })
  return {
    usage: new UsageReports(storage.usage, tree, folders, forkFacts),
    searcher: new LogSearcher(storage.search, tree),
    exporter: new LogExporter(tree, {
      ...storage,
      sha256: dependencies.sha256,
      signer: () => exportSigner(dependencies),
    }),
    importer,
    pieceImports: new PieceImports(importer, dependencies.ids),
    sessions: new ForeignSessions({ ...storage, ...dependencies, tree, hub, onImported }),
  }
}

/** Null: exports are not signed. */
async function exportSigner({ exportSigner: signer, logger }: EngineDependencies): Promise<SignExport | null> {
  const begun = await signer?.begin()
  if (begun?.ok === false) logger.warn('The export is not signed', { reason: begun.error.message })
  return begun?.ok === true ? begun.value : null
}

/** Creates the models to choose from, and the renewal of their catalogue. */
export function createModelServices(dependencies: ModelListDependencies & RenewerDependencies) {
  return { models: new ModelLister(dependencies), renewer: new CatalogRenewer(dependencies) }
}
