import { hash } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

import { createCheckpoints } from '../../src/main/adapters/checkpoints/create-file-history.ts'
import { createWorktrees } from '../../src/main/adapters/checkpoints/create-worktrees.ts'
import { FolderStores } from '../../src/main/adapters/checkpoints/folder-stores.ts'
import { createCommits } from '../../src/main/adapters/checkpoints/create-commits.ts'
import { createCodeHosts } from '../../src/main/adapters/checkpoints/code-hosts.ts'
import { createPushing } from '../../src/main/adapters/checkpoints/push-commits.ts'
import { createRevisions } from '../../src/main/adapters/checkpoints/read-revisions.ts'
import { createEditor } from '../../src/main/adapters/open-in-editor.ts'
import { createMerge } from '../../src/main/adapters/checkpoints/merge-texts.ts'
import { textChanges } from '../../src/main/adapters/checkpoints/text-changes.ts'
import { openConfig } from '../../src/main/adapters/config/config-store.ts'
import { createProviderFactory } from '../../src/main/adapters/providers/create-provider-factory.ts'
import { createAnswerCheck, createPatternMatch } from '../../src/main/adapters/tools/foreign-patterns/pattern-thread.ts'
import { inspectFile } from '../../src/main/adapters/content/inspect-file.ts'
import { createHelpFiles } from '../../src/main/adapters/help/help-files.ts'
import { markdownHtml } from '../../src/main/adapters/export/markdown-page.ts'
import { createEvaluationFiles } from '../../src/main/adapters/evaluations/create-evaluation-files.ts'
import { createFolderSizes } from '../../src/main/adapters/folder-sizes.ts'
import { createMachineProbe } from '../../src/main/adapters/machine/machine-probe.ts'
import { createForeignFiles } from '../../src/main/adapters/foreign-sessions/open-source.ts'
import { createCatalogSource } from '../../src/main/adapters/providers/catalog-store.ts'
import { createModelCatalog } from '../../src/main/adapters/providers/model-catalog.ts'
import { enginePerformance } from '../../src/main/adapters/performance/engine-performance.ts'
import { createProjectFiles } from '../../src/main/adapters/project/project-files.ts'
import { createRefusedRequests } from '../../src/main/adapters/refused-requests.ts'
import { openStorage } from '../../src/main/adapters/storage/open-storage.ts'
import { testDatabase } from '../../src/main/adapters/storage/check-database.ts'
import { createFolderFiles } from '../../src/main/adapters/tools/folder-files.ts'
import { createHookPrograms } from '../../src/main/adapters/tools/hook-program.ts'
import { resolveFolder } from '../../src/main/adapters/real-folder.ts'
import { createWholeOutputs } from '../../src/main/adapters/tools/output-files.ts'
import { createToolRanking } from '../../src/main/adapters/tools/tool-ranking.ts'
import { HiddenFiles, isHiddenInside } from '../../src/main/adapters/tools/sandbox/hidden-files.ts'
import { wideFolder } from '../../src/main/adapters/tools/tool-context.ts'
import { keyAtHome } from '../../src/shared/home-settings.ts'
import { type Engine, startEngine } from '../../src/main/core/engine.ts'
import type { EngineDependencies } from '../../src/main/core/engine-dependencies.ts'
import type { Clock } from '../../src/main/core/ports/system-ports.ts'
import type { BackgroundWork } from '../../src/main/core/ports/background-ports.ts'
import type { Config } from '../../src/main/core/ports/config-ports.ts'
import type { ModelCatalog } from '../../src/main/core/ports/provider-ports.ts'
import type { AgentFacts, Tool } from '../../src/main/core/ports/tool-ports.ts'
import type { ToolServers } from '../../src/main/core/ports/tool-server-ports.ts'
import type { PluginServers } from '../../src/main/core/ports/plugin-ports.ts'
import type { Storage } from '../../src/main/core/ports/storage-ports.ts'
import { noServers } from './no-servers.ts'
import { NO_UPDATES } from './no-updates.ts'
import type { AgentRecord } from '../../src/shared/agent-summary.ts'
import type { Home } from '../../src/shared/home.ts'
import type { ApprovalRule } from '../../src/shared/approval.ts'
import { fakeCredentials } from './fake-credentials.ts'
import { copyDatabaseTemplate } from './database-template.ts'
import { refuse } from '../../src/shared/result.ts'
import { dropDatabase, newDatabase } from './shared-database.ts'
import { urlOf } from '../adapters/storage/support/test-storage.ts'
import { createRecordingLogger } from './recording-logger.ts'
import { createOutsideAgents } from '../../src/main/adapters/tools/outside-agents/create-outside-agents.ts'
import { systemClock, systemIds, systemTurnScopes } from '../../src/main/system-ports.ts'

export interface RealEngine {
  readonly engine: Engine
  readonly storage: Storage
  /** By which other engines and programs reach its database. */
  readonly databaseUrl: string
  /** Data directory of this engine's embedded server, if it has one. */
  readonly dataDirectory: string
  /** Closes the engine and opens another one on the same database; `engine` and `storage` then refer to the new one. */
  reopen(): Promise<void>
  close(): Promise<void>
}

export interface RealEngineOptions {
  /** The engine's only tools. */
  readonly tools?: readonly Tool[] | ((agents: AgentFacts) => readonly Tool[])
  readonly backgroundWork?: BackgroundWork
  readonly toolServers?: ToolServers
  readonly pluginServers?: PluginServers
  /** Whether a user can be asked; otherwise calls that no rule allows are refused. */
  readonly attended?: boolean
  /** New children are left to another engine; called for each. */
  readonly onChildLeft?: (child: AgentRecord) => void
  /** Tools that run without approval. */
  readonly allowed?: readonly string[]
  readonly config?: Partial<Config>
  readonly clock?: Clock
  /** Returns the storage that the engine uses. */
  readonly wrapStorage?: (storage: Storage) => Storage
  /** Returns the ports that the engine uses. */
  readonly wrapPorts?: (ports: EngineDependencies) => EngineDependencies
  /** Missing: the built-in one. */
  readonly catalog?: ModelCatalog
  /** The directory that counts as the home directory; missing: this user's. */
  readonly homeDirectory?: string
  /** The database of another engine; missing: the engine has one of its own. */
  readonly databaseUrl?: string
  /** Missing: all engines have the same one. */
  readonly home?: Home
  /** Parent of the engine's own directory; missing: the system's temporary directory. */
  readonly parentDirectory?: string
}

/**
 * Opens the real engine on a database of its own, on the server that the tests share, else on an embedded one. Only the
 * credentials are fake: a key for every provider.
 */
export async function openRealEngine(
  environment: Readonly<Record<string, string>>,
  options: RealEngineOptions = {},
): Promise<RealEngine> {
  const directory = await mkdtemp(join(options.parentDirectory ?? tmpdir(), 'ikigai-engine-'))
  // As root, the database runs under its own user, who needs access to the directory.
  await chmod(directory, 0o711)
  const ownUrl = options.databaseUrl === undefined ? await newDatabase() : null
  const databaseUrl = options.databaseUrl ?? ownUrl
  if (databaseUrl === null) await copyDatabaseTemplate(join(directory, 'data'))
  const place = { directory, databaseUrl }
  let current = await open(place, environment, options)
  return {
    dataDirectory: join(directory, 'data'),
    get databaseUrl() {
      return databaseUrl ?? urlOf(join(directory, 'data'))
    },
    get engine() {
      return current.engine
    },
    get storage() {
      return current.storage
    },
    async reopen() {
      await current.engine.close()
      current = await open(place, environment, options)
    },
    async close() {
      await current.engine.close()
      if (ownUrl !== null) await dropDatabase(ownUrl)
      // A database server that ends after a failed test may still write.
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** The key under which the engine's home keeps a setting of its own. */
export function ownKey({ storage }: Pick<RealEngine, 'storage'>, key: string): string {
  return keyAtHome(key, storage.homes.own.id)
}

async function open(
  { directory, databaseUrl }: { readonly directory: string; readonly databaseUrl: string | null },
  environment: Readonly<Record<string, string>>,
  options: RealEngineOptions,
): Promise<{ engine: Engine; storage: Storage }> {
  const { tools = [], toolServers = noServers, attended = false, allowed = [], config: changes = {} } = options
  const { clock = systemClock, homeDirectory = homedir(), wrapPorts: withPorts = (ports) => ports } = options
  const logger = createRecordingLogger()
  const shared = { host: 'cli', version: '0.0.0', logger }
  const { home } = options
  const place = { dataDirectory: join(directory, 'data'), databaseUrl, ...(home !== undefined && { home }) }
  const opened = await openStorage({ ...shared, ...place })
  if (!opened.ok) throw new Error(opened.error.message)
  const credentials = fakeCredentials()
  const configStore = await openConfig(directory, {})
  const config = Object.assign(configStore.config, changes)
  const history = {
    dataDirectory: join(directory, 'data'),
    environment: { PATH: process.env['PATH'] ?? '', HOME: homeDirectory },
  }
  const stores = new FolderStores({
    ...history,
    wideFolder: (folder) => wideFolder(folder, homeDirectory),
    isHidden: (path) => isHiddenInside(path, new HiddenFiles(null)),
    maxFileBytes: () => config.maxCheckpointFileBytes,
  })
  const started = await startEngine(
    withPorts({
      ...shared,
      storage: options.wrapStorage?.(opened.value) ?? opened.value,
      providers: createProviderFactory({ credentials, config, environment }),
      catalog: options.catalog ?? createModelCatalog(),
      catalogSource: createCatalogSource(directory),
      credentials,
      findLocalServers: () => Promise.resolve([]),
      config,
      configStore,
      sha256: (text) => hash('sha256', text),
      testDatabase,
      ...(options.backgroundWork !== undefined && { backgroundWork: options.backgroundWork }),
      updates: NO_UPDATES,
      projectFiles: createProjectFiles({
        homeDirectory: options.homeDirectory ?? join(directory, 'home'),
        configDirectory: directory,
      }),
      builtInTools: typeof tools === 'function' ? tools : () => tools,
      hookPrograms: createHookPrograms(history.environment),
      testCommands: () => ({
        problem: async () => refuse('No test commands here.'),
        run: async () => refuse('No test commands here.'),
      }),
      toolServers,
      outsideAgents: (facts) =>
        createOutsideAgents({
          ...facts,
          config,
          environment: history.environment,
          places: { homeDirectory, ownFolders: [join(directory, 'data')], openFolder: join(directory, 'output') },
          maxOutputSize: 100_000,
          outputDirectory: join(directory, 'output'),
          clientVersion: shared.version,
          dataDirectory: directory,
        }),
      ...(options.pluginServers !== undefined && { pluginServers: options.pluginServers }),
      checkAnswer: createAnswerCheck(),
      matchPattern: createPatternMatch(),
      rankTools: createToolRanking(),
      inspectFile,
      markdownHtml,
      helpFiles: createHelpFiles(),
      evaluationFiles: createEvaluationFiles(homeDirectory),
      foreignFiles: createForeignFiles({
        platform: 'linux',
        homeDirectory: options.homeDirectory ?? directory,
        environment: {},
      }),
      folderFiles: (agents) =>
        createFolderFiles({
          ...agents,
          environment: {},
          places: { homeDirectory, ownFolders: [], openFolder: join(directory, 'output') },
        }),
      checkpoints: createCheckpoints(stores),
      worktrees: createWorktrees({ ...history, stores }),
      textChanges,
      mergeTexts: createMerge(history.environment),
      commits: createCommits(history.environment),
      revisions: createRevisions(history.environment),
      pushing: createPushing(directory, history.environment),
      codeHosts: createCodeHosts(directory, history.environment),
      openInEditor: createEditor(history.environment),
      folderSizes: createFolderSizes(directory),
      machine: createMachineProbe({
        dataDirectory: directory,
        sandbox: { problem: async () => null, confine: async () => refuse('Nothing is confined here.') },
      }),
      keepRefusedRequest: createRefusedRequests(join(directory, 'refused-requests'), logger),
      wholeOutputs: createWholeOutputs(join(directory, 'output')),
      workspace: directory,
      platform: 'Linux',
      resolveFolder,
      wideFolder: (folder) => wideFolder(folder, homeDirectory),
      attended,
      runRules: allowed.map(allowRule),
      ...(options.onChildLeft !== undefined && { onChildLeft: options.onChildLeft }),
      clock,
      performance: enginePerformance,
      ids: systemIds,
      turnScopes: systemTurnScopes,
      demo: false,
      dataDirectory: directory,
      configDirectory: directory,
      defaultModel: () => null,
    }),
  )
  if (!started.ok) throw new Error(started.error.message)
  return { engine: started.value, storage: opened.value }
}

/** `TOOL` or `TOOL:PATTERN`. */
function allowRule(text: string): ApprovalRule {
  const [tool = '', pattern = null] = text.split(':')
  return { id: text, tool, pattern, action: 'allow', scope: { type: 'everywhere' }, createdAt: 0 }
}
