import { ok, type Result } from '../../shared/result.ts'
import { EngineParts } from './facade/engine-parts.ts'
import { serveAgents } from './facade/serve-agents.ts'
import { serveLog } from './facade/serve-log.ts'
import { serveModels } from './facade/serve-models.ts'
import { serveSettings } from './facade/serve-settings.ts'
import { serveTools } from './facade/serve-tools.ts'
import { recoverTurns, takeOverTurns } from './conversation/recover-turns.ts'
import type { EngineDependencies } from './engine-dependencies.ts'
import type { Engine } from './engine.ts'
import type { Committed, Logger, PeerMessage, Peers } from './ports.ts'

/**
 * Opens the tree, closes what a crash left open, and starts serving. The storage, once handed over, is the engine's:
 * `close` closes it.
 */
export async function startEngine(dependencies: EngineDependencies): Promise<Result<Engine>> {
  const agents = await dependencies.storage.store.agents()
  if (!agents.ok) return agents
  const parts = new EngineParts(dependencies)
  const stops = await open(parts, { events: [], agents: agents.value })
  const engine = {
    subscribe: (signal) => parts.registry.subscribe(signal),
    ...serveAgents(parts),
    ...serveLog(parts),
    ...serveModels(parts),
    ...serveTools(parts),
    ...serveSettings(parts),
    close: () => close(parts, stops),
  } satisfies Engine
  return ok(engine)
}

type Stop = () => void

/** What another engine asks for. */
async function followPeer({ loop, starter, dependencies }: EngineParts, message: PeerMessage): Promise<void> {
  if (message.type === 'stop') await loop.stop(message.agentId)
  if (message.type === 'cancel') await loop.cancel(message.agentId)
  if (message.type === 'start' && dependencies.attended) await starter.take(message.agentId)
}

async function open(parts: EngineParts, known: Committed): Promise<readonly Stop[]> {
  const { storage, credentials, toolServers, clock, logger, attended } = parts.dependencies
  await parts.committed(known)
  const closing = new AbortController()
  const stops = [
    () => closing.abort(),
    storage.store.onForeignCommit((committed) => {
      void parts.hub.published(committed).then(() => parts.sender.heard(committed))
    }),
    storage.peers.onMessage((message) => void followPeer(parts, message)),
    storage.onStateChange(() => parts.registry.statusChanged()),
    credentials.onKeychainStateChange(() => parts.registry.statusChanged()),
    toolServers.onStateChange(() => parts.registry.statusChanged()),
  ]
  // A window stays open for long: its servers are up before they are needed. A single command starts none in vain.
  if (attended) toolServers.start()
  await recoverTurns(storage.journal, parts.hub, logger)
  if (attended) parts.sender.sendLeftOver()
  if (attended) await announceStaying(storage.peers, logger)
  void takeOverTurns(closing.signal, { journal: storage.journal, hub: parts.hub, clock, logger })
  return stops
}

/** Without the mark, children that a command would leave to this engine run in the command's own process. */
async function announceStaying(peers: Peers, logger: Logger): Promise<void> {
  const announced = await peers.announceStaying()
  if (!announced.ok) logger.warn('This engine takes over no children', { reason: announced.error.message })
}

async function close(parts: EngineParts, stops: readonly Stop[]): Promise<void> {
  parts.sender.close()
  await parts.loop.close()
  for (const stop of stops) stop()
  parts.hub.close()
  parts.registry.close()
  parts.questions.close()
  await parts.dependencies.toolServers.close()
  await parts.dependencies.storage.close()
}
