import type { EngineApi } from '../../shared/engine-api.ts'
import type { FlightRecorder } from '../../shared/flight-recorder.ts'
import { renewalAtStart } from '../../shared/model-catalog-file.ts'
import { ok, type Result } from '../../shared/result.ts'
import { createAgentsApi, createQueueApi } from './api/agents.ts'
import {
  createBackupsApi,
  createHealthApi,
  createHelpApi,
  createRecorderApi,
  createRedactionApi,
  createRoomApi,
  createUpdatesApi,
} from './api/upkeep.ts'
import { applyOperationRules } from './api/apply-operation-rules.ts'
import { CLOSE_LIMIT_MS, type CloseStep, closeSteps } from './close-steps.ts'
import { hideInFailures } from './api/hide-in-failures.ts'
import { createInstructionsApi, createSkillsApi, createTemplatesApi } from './api/instructions.ts'
import {
  createCredentialsApi,
  createEndpointsApi,
  createKeepWarmApi,
  createLimitReturnApi,
  createModelsApi,
  createPriceApi,
  createUsageApi,
} from './api/models.ts'
import { createLocalApi, type LocalApi } from './api/local.ts'
import { createChangesApi, createPublishingApi } from './api/changes.ts'
import { createContentApi } from './api/content.ts'
import { createFolderApi, createTerminalsApi } from './api/folder.ts'
import { createLogApi } from './api/log.ts'
import { createConfigApi, createDraftsApi, createSettingsApi } from './api/settings.ts'
import { createApprovalsApi, createBudgetsApi, createToolsApi } from './api/tools.ts'
import { createEvaluationsApi, createRacesApi, createRerunsApi } from './api/runs.ts'
import { freeSpace, keepRoom } from './content/keep-room.ts'
import { recoverFromDeadEngines, recoverTurns } from './conversation/recover-turns.ts'
import type { EngineDependencies } from './engine-dependencies.ts'
import { guardPorts } from './guard-ports.ts'
import { EngineWiring } from './wiring/engine-wiring.ts'
import type { CaughtError } from './conversation/stray-errors.ts'
import type { Committed } from './ports/log-ports.ts'
import type { Logger } from './ports/system-ports.ts'
import type { PeerMessage, Peers } from './ports/peer-ports.ts'

/** The contract's operations, and what only callers in the same process can do. */
export interface Engine extends EngineApi {
  readonly local: LocalApi
  /**
   * Ends the turn for which the caller runs, after an exception that nothing has caught, and shows it to the user if it
   * is a new one. Returns the name of the turn's agent; null: no running turn can be named.
   */
  onStrayError(error: CaughtError): string | null
  /** Shows that this engine has replaced one after an internal error. */
  showReopened(message: string): void
  /** What the host adds to: calls and batches. */
  readonly flight: FlightRecorder
  /**
   * Cancels running turns (each is recorded as interrupted), then closes the storage. Returns the names of the parts that
   * failed or did not end in time.
   */
  close(): Promise<readonly string[]>
}

/**
 * Opens the tree, settles what a crash left open, and starts serving. The storage belongs to the engine from here on:
 * `close` closes it.
 */
export async function startEngine(given: EngineDependencies): Promise<Result<Engine>> {
  const services = new EngineWiring(guardPorts(given))
  const agents = await services.store.agents()
  if (!agents.ok) return agents
  await services.homes.update()
  const stops = await open(services, { events: [], agents: agents.value })
  const { strayErrors } = services
  return ok({
    ...hideInFailures(applyOperationRules(createApi(services), services)),
    local: hideInFailures(createLocalApi(services)),
    flight: services.flight.recorder,
    onStrayError: (error) => strayErrors.onError(error),
    showReopened: (message) => strayErrors.showReopened(message),
    close: () => close(services, stops),
  })
}

function createApi(services: EngineWiring): EngineApi {
  return {
    engine: {
      subscribe(_input, signal) {
        // Another engine may have changed it.
        void readArrangement(services)
        void services.shownFolders.update()
        void services.registry.updateHomes()
        return services.registry.subscribe(signal)
      },
    },
    agents: createAgentsApi(services),
    comparisons: services.comparisons,
    races: createRacesApi(services),
    reruns: createRerunsApi(services),
    evaluations: createEvaluationsApi(services),
    queue: createQueueApi(services),
    log: createLogApi(services),
    content: createContentApi(services),
    folder: createFolderApi(services),
    models: createModelsApi(services),
    endpoints: createEndpointsApi(services),
    price: createPriceApi(services),
    keepWarm: createKeepWarmApi(services),
    limitReturn: createLimitReturnApi(services),
    backups: createBackupsApi(services),
    redaction: createRedactionApi(services),
    room: createRoomApi(services),
    health: createHealthApi(services),
    updates: createUpdatesApi(services),
    credentials: createCredentialsApi(services),
    approvals: createApprovalsApi(services),
    budgets: createBudgetsApi(services),
    usage: createUsageApi(services),
    changes: createChangesApi(services),
    publishing: createPublishingApi(services),
    tools: createToolsApi(services),
    instructions: createInstructionsApi(services),
    skills: createSkillsApi(services),
    templates: createTemplatesApi(services),
    terminals: createTerminalsApi(services),
    config: createConfigApi(services),
    settings: createSettingsApi(services),
    recorder: createRecorderApi(services),
    help: createHelpApi(services),
    drafts: createDraftsApi(services),
  }
}

type Stop = () => void

/** Does what another engine on the database asks for. */
async function followPeer({ loop, starter, staysOpen }: EngineWiring, message: PeerMessage): Promise<void> {
  if (message.type === 'stop') await loop.stop(message.agentId)
  if (message.type === 'cancel') await loop.cancel(message.agentId)
  if (message.type === 'start' && staysOpen) await starter.take(message.agentId)
}

async function open(services: EngineWiring, known: Committed): Promise<readonly Stop[]> {
  const { storage, credentials, toolServers, pluginServers, logger, attended, staysOpen } = services
  const { hub, registry, shownFolders, sender, elsewhere, warmer, healthWatch } = services
  await services.commitEffects.apply(known)
  await shownFolders.note()
  void readArrangement(services)
  // Only windows and editors show it; a single command need not wait for it.
  if (attended) void readForks(services)
  const closing = new AbortController()
  const stops = [
    () => closing.abort(),
    () => elsewhere.close(),
    storage.store.onRemoteCommit((committed) => {
      elsewhere.onCommit(committed.events)
      void hub.publishRemote(committed).then(() => sender.onRemoteCommit(committed))
      void shownFolders.onRemoteCommit(committed)
    }),
    storage.peers.onMessage((message) => void followPeer(services, message)),
    storage.onStateChange((state) => {
      registry.statusChanged()
      if (staysOpen) void healthWatch.look()
      // Its server may have been killed during an import.
      if (staysOpen && state.state === 'ok') void freeSpace(storage.room, closing.signal)
    }),
    credentials.onKeychainStateChange(() => registry.statusChanged()),
    toolServers.onStateChange(() => registry.statusChanged()),
    pluginServers?.onStateChange(() => registry.statusChanged()) ?? (() => undefined),
    showBackground(services),
  ]
  const shown = await services.agentWorktrees.show()
  if (!shown.ok) logger.warn('The worktrees of agents are not known', { reason: shown.error.message })
  if (attended) await shownFolders.show()
  // Start MCP servers ahead of time when there is a window. A one-off command starts them on first use.
  if (!staysOpen) void storage.content.sweep()
  if (attended) toolServers.start()
  await recoverTurns(services)
  if (staysOpen) sender.sendLeftOver()
  if (staysOpen) await announceStaying(storage.peers, logger)
  // A single command ends long before a cache does.
  if (staysOpen) void warmer.run()
  if (staysOpen) void services.limitReturns.run()
  if (staysOpen && renewalAtStart(services.config) === 'renew') void renewModels(closing.signal, services)
  if (staysOpen) void services.backupSchedule.run()
  if (staysOpen) void keepRoom(closing.signal, services)
  if (staysOpen) void services.headSchedule.run()
  if (staysOpen) void healthWatch.look()
  if (staysOpen) void finishPurge(services)
  elsewhere.look()
  void recoverFromDeadEngines(closing.signal, services)
  return stops
}

/** Shows the commands that run in the background. */
function showBackground({ registry, backgroundWork: work }: EngineWiring): Stop {
  return work?.onChange((agentId) => registry.setBackground(agentId, work.running(agentId))) ?? (() => undefined)
}

/** The tree is complete without it; what groups forks appears as soon as it was read. */
async function readForks({ registry, logger }: EngineWiring): Promise<void> {
  const read = await registry.readForks()
  if (!read.ok) logger.warn('The forks in the log could not be read', { reason: read.error.message })
}

/** Until it is done, files of the database can contain what was redacted. */
async function finishPurge({ redactions, logger }: EngineWiring): Promise<void> {
  const finished = await redactions.finishPurge()
  if (!finished.ok)
    logger.warn('The files of the database may contain what was redacted', {
      reason: finished.error.message,
    })
}

/** Without it the catalogue stays as it was. */
async function renewModels(signal: AbortSignal, { renewer, logger }: EngineWiring): Promise<void> {
  const renewed = await renewer.renew(signal)
  const problems = renewed.ok ? renewed.value.problems : [renewed.error.message]
  if (problems.length > 0) logger.warn('The catalogue of models was not renewed completely', { problems })
}

/** The tree is complete without it. */
async function readArrangement({ registry, logger }: EngineWiring): Promise<void> {
  const read = await registry.readArrangement()
  if (!read.ok) logger.warn('The archived and pinned agents could not be read', { reason: read.error.message })
}

/** Without the announcement, children that a command would leave to this engine run in the command's own process. */
async function announceStaying(peers: Peers, logger: Logger): Promise<void> {
  const announced = await peers.announceStaying()
  if (!announced.ok) logger.warn('This engine takes over no children', { reason: announced.error.message })
}

async function close(services: EngineWiring, stops: readonly Stop[]): Promise<readonly string[]> {
  const steps: readonly CloseStep[] = [
    { name: 'queue of prompts', close: () => services.sender.close() },
    { name: 'cache warming', close: () => services.warmer.close() },
    { name: 'waits for limits', close: () => services.limitReturns.close() },
    { name: 'schedule of backups', close: () => services.backupSchedule.close() },
    { name: 'running turns', close: () => services.loop.close() },
    { name: 'hooks', close: () => services.hooks.close() },
    { name: 'outside agents', close: () => services.outside?.close() },
    { name: 'previews of ports', close: () => services.portPreviews?.close() },
    { name: 'background commands', close: () => services.backgroundWork?.close() },
    { name: 'recorder', close: () => services.flight.close() },
    { name: 'terminals', close: () => services.terminals.closeAll() },
    ...stops.map((stop) => ({ name: 'subscriptions', close: stop })),
    { name: 'feeds', close: () => services.hub.close() },
    { name: 'tree of agents', close: () => services.registry.close() },
    { name: 'open questions', close: () => services.questions.close() },
    { name: 'tool servers', close: () => services.toolServers.close() },
    { name: 'tool servers of plugins', close: () => services.pluginServers?.close() },
    { name: 'checkpoints', close: () => services.checkpoints.close() },
    { name: 'health checks', close: () => services.healthWatch.close() },
    { name: 'schedule of signatures', close: () => services.headSchedule.close() },
  ]
  const left = await closeSteps(steps, services, CLOSE_LIMIT_MS)
  // Its steps have limits of their own.
  await services.storage.close()
  return left
}
