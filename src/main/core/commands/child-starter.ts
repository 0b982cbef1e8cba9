import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { AgentHomes } from '../agents/agent-homes.ts'
import type { AgentRegistry } from '../agents/agent-registry.ts'
import { newestTurn } from '../agents/newest-turn.ts'
import type { TurnLoop } from '../conversation/turn-loop.ts'
import { errorEvent } from '../conversation/response-events.ts'
import type { EventHub } from '../events/event-hub.ts'
import type { Clock, IdSource, Logger } from '../ports/system-ports.ts'
import type { Peers } from '../ports/peer-ports.ts'
import type { Store } from '../ports/log-ports.ts'

/** Interval between checks whether another engine has started the turn, ms. */
const LOOK_MS = 100
/** Longest wait for an engine that stays open to start the turn, ms. After that this engine starts the child itself. */
const MAX_WAIT_MS = 10_000

export interface StarterDependencies {
  readonly registry: AgentRegistry
  readonly homes: AgentHomes
  readonly loop: TurnLoop
  readonly hub: EventHub
  readonly store: Store
  readonly peers: Peers
  readonly clock: Clock
  readonly ids: IdSource
  readonly logger: Logger
  /**
   * Called for a child that another engine runs. Null: this engine runs all its children. Otherwise the children are
   * offered to an engine that stays open, and run here only if there is none.
   */
  readonly onChildLeft: ((child: AgentRecord) => void) | null
}

/**
 * Starts the first turns of new children. The engine that holds a child's lease checks whether the child has had a
 * turn, so that exactly one engine runs it, even if several are asked repeatedly.
 */
export class ChildStarter {
  readonly #dependencies: StarterDependencies

  constructor(dependencies: StarterDependencies) {
    this.#dependencies = dependencies
  }

  /**
   * Starts the child's first turn. `elsewhere`: another engine runs it. A failure is recorded in the child's log, so
   * that its pane shows it.
   */
  async start(child: AgentRecord): Promise<Result<'here' | 'elsewhere'>> {
    const { loop, homes, onChildLeft } = this.#dependencies
    // A user of its home starts it there.
    const refused = homes.refusal(child)
    if (refused !== null) return refused
    if (onChildLeft !== null && (await this.#isTaken(child.id))) {
      onChildLeft(child)
      return ok('elsewhere')
    }
    const started = await loop.start(child, { isFirst: true })
    if (started.ok) return ok('here')
    if (started.busy === true) {
      onChildLeft?.(child)
      return ok('elsewhere')
    }
    await this.#recordFailure(child, started)
    return started
  }

  /** Runs the first turn of a child on request of another engine, which repeats the request until there is a turn. */
  async take(agentId: AgentId): Promise<void> {
    const { registry, loop, logger } = this.#dependencies
    const child = registry.tree.get(agentId)
    if (child === undefined) return
    const started = await loop.start(child, { isFirst: true })
    if (started.ok || started.busy === true) return
    logger.warn('A child of another engine could not be started', { agent: agentId, reason: started.error.message })
  }

  async #isTaken(agentId: AgentId): Promise<boolean> {
    const { peers, clock } = this.#dependencies
    for (let waitedMs = 0; waitedMs < MAX_WAIT_MS; waitedMs += LOOK_MS) {
      const staying = await peers.isAnyStaying()
      if (!staying.ok || !staying.value) return false
      await peers.send({ type: 'start', agentId })
      await clock.sleep(LOOK_MS, new AbortController().signal)
      if (await this.#hasBegun(agentId)) return true
    }
    return false
  }

  /**
   * Checks running turns first and the log second, so that a turn that ends between the two checks is found in the log.
   */
  async #hasBegun(agentId: AgentId): Promise<boolean> {
    const { peers, store } = this.#dependencies
    const running = await peers.runningElsewhere(agentId)
    if (running.ok && running.value.includes(agentId)) return true
    const turn = await newestTurn(agentId, store)
    return turn.ok && turn.value !== 'none'
  }

  async #recordFailure({ id: agentId, choice }: AgentRecord, { error }: Extract<Result<never>, { ok: false }>) {
    const { hub, ids, registry, logger } = this.#dependencies
    if (registry.tree.get(agentId)?.status === 'killed') return
    const recorded = await hub.record({ events: [errorEvent({ agentId, turnId: ids.uuid() }, error, choice)] })
    if (!recorded.ok) logger.error('A child did not start', { agent: agentId, reason: error.message })
  }
}
