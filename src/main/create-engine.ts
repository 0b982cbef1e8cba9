import { hash } from 'node:crypto'
import { homedir } from 'node:os'
import { join } from 'node:path'

import packageJson from '../../package.json' with { type: 'json' }
import type { AgentRecord } from '../shared/agent-summary.ts'
import type { ApprovalRule } from '../shared/approval.ts'
import { err, ok, type Result } from '../shared/result.ts'
import { scheduledFolder } from './adapters/backup/scheduled-folder.ts'
import { browserOpener } from './adapters/browser/open-window.ts'
import { openConfig } from './adapters/config/config-store.ts'
import { configDirectory, dataDirectory } from './adapters/config/directories.ts'
import { warningsToShow } from './adapters/config/shown-warnings.ts'
import { openHome } from './adapters/config/open-home.ts'
import { createCredentialStore } from './adapters/credentials/credential-store.ts'
import { createKeychain } from './adapters/credentials/keychain.ts'
import { type Keychain, keychainOff } from './adapters/credentials/keychain-port.ts'
import { createSecretStore } from './adapters/credentials/secret-store.ts'
import { takeEnvironment } from './adapters/environment/take-environment.ts'
import { type Environment, programEnvironment, toolEnvironment } from './adapters/environment/tool-environment.ts'
import { trustCertificates } from './adapters/network/use-proxy.ts'
import { demoEnvironment } from './adapters/providers/demo/demo-provider.ts'
import { createHeadSigner } from './adapters/proof/head-signer.ts'
import { createExportSigner, signedHeadPath } from './adapters/proof/log-signer.ts'
import { enginePerformance } from './adapters/performance/engine-performance.ts'
import { createProjectFiles } from './adapters/project/project-files.ts'
import { withDatabasePassword } from './adapters/storage/database-url.ts'
import { openStorage } from './adapters/storage/open-storage.ts'
import { testDatabase } from './adapters/storage/check-database.ts'
import { settlePrograms } from './adapters/program-table.ts'
import { userPrograms } from './adapters/start-terminal.ts'
import { workspaceFolder } from './adapters/tools/agent-workspace.ts'
import { type ProtectedPlaces, protectedPlaces } from './adapters/tools/protected-paths.ts'
import { createRefusedRequests } from './adapters/refused-requests.ts'
import { wideFolder } from './adapters/tools/tool-context.ts'
import { type Engine, startEngine } from './core/engine.ts'
import { openReopening } from './core/reopening-engine.ts'
import type { Config } from './core/ports/config-ports.ts'
import type { Logger } from './core/ports/system-ports.ts'
import type { ReplaceApp } from './core/ports/update-ports.ts'
import type { HeadReader } from './core/ports/verify-ports.ts'
import { updatesHere } from './app-updates.ts'
import { createBackupRunner } from './backup-runner.ts'
import { createToolParts, userFileParts, outputParts } from './create-tool-parts.ts'
import { folderProblem } from './make-folder.ts'
import { platformName, startFolder, stderrLogger, systemClock, systemIds, systemTurnScopes } from './system-ports.ts'
import { copyParts } from './upgrade-copy.ts'
import { defined } from '../shared/defined.ts'
import {
  type DemoPlace,
  proxyFollower,
  createModelParts,
  providerParts,
  defaultModel,
  replacedModel,
} from './create-model-parts.ts'

export interface OpenedEngine {
  readonly engine: Engine
  readonly config: Config
  /** For the user: an invalid config.json, or a default model whose end date has passed. */
  readonly warnings: readonly string[]
  readonly dataDirectory: string
  readonly logger: Logger
}

/** What serves the engine: the app, the web host, or a single command. */
export type HostName = 'electron' | 'web' | 'cli'

export interface EngineOptions {
  readonly host: HostName
  /** Rules for this run that allow tool calls without asking. */
  readonly runRules?: readonly ApprovalRule[]
  /** The user can be asked to approve calls, though the engine is open for one command only. */
  readonly approvesCalls?: boolean
  /** As `EngineDependencies.answersQuestions`. */
  readonly answersQuestions?: boolean
  /** As `EngineDependencies.maxToolRounds`. Missing: the setting where a user is there to continue, otherwise no limit. */
  readonly maxToolRounds?: number
  /** As `EngineDependencies.onChildLeft`. */
  readonly onChildLeft?: (child: AgentRecord) => void
  /** As `EngineDependencies.onUntrusted`. */
  readonly onUntrusted?: (error: unknown) => void
  /** Called as soon as config.json is read. Opening the database may take a while at the first start. */
  readonly onConfigured?: (configured: Configured) => void
  /** Replaces the app with a newer version. Missing: this is not the app. */
  readonly replaceApp?: ReplaceApp
  /** An engine for the demo: it sees these directories, scripted providers, and none of the user's keys. */
  readonly demo?: DemoPlace
}

/** The folder of this user's data, the same that an engine would use. */
export function currentDataDirectory(): string {
  return dataDirectory()
}

export interface Configured {
  readonly config: Config
  readonly dataDirectory: string
  readonly logger: Logger
}

const { version } = packageJson

const SYSTEM = {
  clock: systemClock,
  performance: enginePerformance,
  ids: systemIds,
  turnScopes: systemTurnScopes,
  sha256: (text: string) => hash('sha256', text),
}

/** Creates an engine. */
export async function createEngine(options: EngineOptions): Promise<Result<OpenedEngine>> {
  const directories = directoriesOf(options.demo)
  // Before anything writes there, and before a window is served that would wait for it.
  const unusable = folderProblem(directories.dataDirectory, 'IKIGAI_DATA_DIR')
  if (unusable !== null) return err({ category: 'STORAGE', message: unusable, retryable: false })
  // A single command ends with its engine.
  if (options.host === 'cli') return openEngine(options, directories)
  return openReopening(
    (onUntrusted) => openEngine({ ...options, onUntrusted }, directories),
    ({ logger }) => ({ clock: systemClock, logger }),
  )
}

/** The composition root: the only place that imports both core and the adapters. */
async function openEngine(
  options: EngineOptions,
  directories: ReturnType<typeof directoriesOf>,
): Promise<Result<OpenedEngine>> {
  const { demo } = options
  const environment = engineEnvironment(demo)
  const logger = stderrLogger()
  const followProxy = proxyFollower(environment, demo)
  const configStore = await openConfig(directories.configDirectory, environment, (changed) => {
    const problem = followProxy(changed)
    if (problem !== null) logger.warn(problem.message)
  })
  const { config, warnings } = configStore
  const badProxy = followProxy(config)
  if (demo === undefined) await useCertificates(environment, logger)
  options.onConfigured?.({ config, dataDirectory: directories.dataDirectory, logger })
  // Without a valid proxy, requests would bypass it.
  if (badProxy !== null) return err(badProxy)
  const withPassword = (url: string): string => withDatabasePassword(url, environment['PGPASSWORD'])
  const keychain =
    demo !== undefined || environment['IKIGAI_KEYCHAIN'] === 'off' ? keychainOff : createKeychain({ logger })
  const opened = await openStorage({
    dataDirectory: directories.dataDirectory,
    databaseUrl: config.databaseUrl === null ? null : withPassword(config.databaseUrl),
    host: options.host,
    home: await openHome({ ...directories, logger }),
    version,
    logger,
    ...copyParts({ ...directories, keychain }, version, demo !== undefined),
  })
  if (!opened.ok) return opened
  const isNewWarning = warningsToShow(options.host === 'cli', directories.dataDirectory)
  const credentials = createCredentialStore({
    configDirectory: directories.configDirectory,
    environment,
    keychain,
    logger,
    isNewWarning,
  })
  const models = await createModelParts(directories.dataDirectory, logger, config)
  const findDefault = defaultModel(config, models.catalog)
  const workspace = workspaceFolder(config.workspace, homedir())
  const toolPrograms = toolProgramsOf(environment, config, directories.dataDirectory)
  const places = placesOf(directories, toolPrograms.outputDirectory, config)
  const started = await startEngine({
    ...directories,
    storage: opened.value,
    ...providerParts({ credentials, config, environment, catalog: models.catalog, demo, ...directories }),
    ...models,
    credentials,
    ...userPrograms({ environment, named: config.toolEnvironment, workspace, hasWindow: options.host !== 'cli' }),
    config,
    configStore,
    testDatabase: (url) => testDatabase(withPassword(url)),
    ...createToolParts({ workspace, environment, toolPrograms, places, directories, config, version, keychain }),
    updates: updatesHere({ config, logger, ...directories, ...defined({ replace: options.replaceApp }) }),
    projectFiles: createProjectFiles({ ...places, ...directories }),
    ...outputParts(toolPrograms.outputDirectory, directories.dataDirectory),
    keepRefusedRequest: createRefusedRequests(join(directories.dataDirectory, 'refused-requests'), logger),
    ...backupParts({ environment, config, demo, keychain, heads: opened.value.heads, ...directories }),
    workspace,
    platform: platformName,
    ...userFileParts(environment, demo),
    wideFolder: (folder) => wideFolder(folder, places.homeDirectory),
    ...runOptions(options, environment),
    ...SYSTEM,
    logger,
    version,
    demo: demo !== undefined,
    defaultModel: findDefault,
  })
  if (!started.ok) {
    await opened.value.close()
    return started
  }
  const allWarnings = [...warnings, ...replacedModel(findDefault([]), isNewWarning)]
  return ok({ engine: started.value, config, warnings: allWarnings, dataDirectory: directories.dataDirectory, logger })
}

/** What programs of tools get, and where their output goes. */
function toolProgramsOf(environment: Environment, config: Config, dataDirectory: string) {
  return {
    environment: toolEnvironment(environment, config.toolEnvironment),
    maxOutputSize: config.maxOutputSize,
    outputDirectory: join(dataDirectory, 'tool-output'),
  }
}

/** Returns what opens the address of the window. Called before an engine, which takes the environment of the process. */
export function createWindowOpener(): ReturnType<typeof browserOpener> {
  return browserOpener(programEnvironment(process.env))
}

/** Takes the environment, and looks up the programs that ikigai starts before anything of an agent is read. */
function engineEnvironment(demo: DemoPlace | undefined): Environment {
  const taken = takeEnvironment()
  const environment = demo === undefined ? taken : demoEnvironment(programEnvironment(taken))
  settlePrograms(environment['PATH'])
  return environment
}

async function useCertificates(environment: Environment, logger: Logger): Promise<void> {
  const problem = await trustCertificates(environment['SSL_CERT_FILE'])
  if (problem !== null) logger.warn(problem)
}

/** Backups and signed heads. */
function backupParts({
  demo,
  heads,
  ...options
}: Parameters<typeof createBackupRunner>[0] & {
  readonly demo: DemoPlace | undefined
  readonly keychain: Keychain
  readonly configDirectory: string
  readonly heads: HeadReader
}) {
  if (demo !== undefined) return {}
  const path = signedHeadPath(options.dataDirectory)
  const secrets = createSecretStore(options)
  return {
    backups: createBackupRunner(options),
    headSigner: createHeadSigner({ path, secrets, heads }),
    exportSigner: createExportSigner(secrets, () => heads.logId()),
  }
}

function directoriesOf(demo: DemoPlace | undefined) {
  if (demo === undefined) return { dataDirectory: dataDirectory(), configDirectory: configDirectory() }
  return { dataDirectory: demo.dataDirectory, configDirectory: demo.configDirectory }
}

/** The places that are protected here; the folder for backups may be another one later. */
function placesOf(
  directories: ReturnType<typeof directoriesOf>,
  outputDirectory: string,
  config: Config,
): ProtectedPlaces {
  return protectedPlaces(directories, outputDirectory, () => scheduledFolder(config, directories.dataDirectory))
}

/** What a command says about its run. */
function runOptions(options: EngineOptions, environment: Environment) {
  const { host, approvesCalls, runRules = [], answersQuestions = false, onChildLeft, onUntrusted } = options
  const staysOpen = host !== 'cli'
  // Most commands cannot ask the user: a call that needs approval gets an error result.
  const attended = staysOpen || approvesCalls === true
  const startedIn = staysOpen && options.demo === undefined ? startFolder(environment) : undefined
  const maxToolRounds = options.maxToolRounds ?? (attended ? null : Number.POSITIVE_INFINITY)
  return {
    staysOpen,
    attended,
    runRules,
    answersQuestions,
    ...defined({ maxToolRounds: maxToolRounds ?? undefined, onChildLeft, onUntrusted, startedIn }),
  }
}
