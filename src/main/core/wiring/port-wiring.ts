import { homeSettings } from '../agents/agent-homes.ts'
import { KeptLeases } from '../agents/kept-leases.ts'
import type { EngineDependencies } from '../engine-dependencies.ts'
import type { SettingsStore, TurnLeases } from '../ports/log-ports.ts'
import { Wiring } from './wiring.ts'

/**
 * The ports of one engine by name. Those of the composition root that need facts about agents first are created
 * where these facts are: `testCommands`, `folderFiles`, `providers` and `wideFolder`.
 */
export abstract class PortWiring extends Wiring<EngineDependencies> {
  readonly storage = this.given.storage
  readonly store = this.storage.store
  readonly journal = this.storage.journal
  readonly peers = this.storage.peers
  readonly mail = this.storage.mail
  readonly promptQueue = this.storage.promptQueue
  readonly content = this.storage.content
  readonly transfer = this.storage.transfer
  readonly redaction = this.storage.redaction
  readonly room = this.storage.room
  readonly health = this.storage.health
  readonly search = this.storage.search
  readonly usage = this.storage.usage
  readonly sql = this.storage.sql

  readonly config = this.given.config
  readonly configStore = this.given.configStore
  readonly credentials = this.given.credentials
  readonly testDatabase = this.given.testDatabase
  readonly catalog = this.given.catalog
  readonly catalogSource = this.given.catalogSource
  readonly learnedParts = this.given.learnedParts
  readonly findLocalServers = this.given.findLocalServers
  readonly endpoints = this.given.endpoints
  readonly defaultModel = this.given.defaultModel

  readonly clock = this.given.clock
  readonly ids = this.given.ids
  readonly logger = this.given.logger
  readonly turnScopes = this.given.turnScopes
  readonly sha256 = this.given.sha256

  readonly projectFiles = this.given.projectFiles
  readonly checkpoints = this.given.checkpoints
  readonly textChanges = this.given.textChanges
  readonly mergeTexts = this.given.mergeTexts
  readonly commits = this.given.commits
  readonly revisions = this.given.revisions
  readonly pushing = this.given.pushing
  readonly codeHosts = this.given.codeHosts
  readonly resolveFolder = this.given.resolveFolder
  readonly folderSizes = this.given.folderSizes
  readonly machine = this.given.machine
  readonly version = this.given.version
  readonly openInEditor = this.given.openInEditor

  readonly toolServers = this.given.toolServers
  readonly pluginServers = this.given.pluginServers
  readonly hookPrograms = this.given.hookPrograms
  readonly backgroundWork = this.given.backgroundWork
  readonly listBackground = this.given.listBackground
  readonly portPreviews = this.given.portPreviews
  readonly startTerminal = this.given.startTerminal
  readonly removeOutputs = this.given.removeOutputs
  readonly oldOutputs = this.given.oldOutputs
  readonly rankTools = this.given.rankTools
  readonly checkAnswer = this.given.checkAnswer
  readonly matchPattern = this.given.matchPattern
  readonly inspectFile = this.given.inspectFile
  readonly evaluationFiles = this.given.evaluationFiles
  readonly foreignFiles = this.given.foreignFiles
  readonly helpFiles = this.given.helpFiles
  readonly markdownHtml = this.given.markdownHtml
  readonly keepRefusedRequest = this.given.keepRefusedRequest
  readonly backups = this.given.backups
  readonly headSigner = this.given.headSigner
  readonly updates = this.given.updates

  readonly workspace = this.given.workspace
  readonly startedIn = this.given.startedIn
  readonly platform = this.given.platform
  readonly noteAgentFolder = this.given.noteAgentFolder
  readonly attended = this.given.attended
  readonly runRules = this.given.runRules
  readonly maxToolRounds = this.given.maxToolRounds
  readonly onChildLeft = this.given.onChildLeft ?? null
  /** Whether this engine takes over what others on the database leave. */
  readonly staysOpen = this.given.staysOpen ?? this.given.attended
  /** Whether a user can answer questions. */
  readonly canAnswer = this.given.attended || this.given.answersQuestions === true

  /** Every home has its own values of some settings. */
  get settings(): SettingsStore<string> {
    return homeSettings(this.storage.settings, this.storage.homes.own.id)
  }

  get leases(): TurnLeases {
    return new KeptLeases(this.storage.leases, this)
  }
}
