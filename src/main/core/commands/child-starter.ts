import type { AgentRecord } from '../../../shared/agent-summary.ts'
import type { AgentId } from '../../../shared/ids.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { newestTurn } from '../agents/newest-turn.ts'
import { errorEvent } from '../conversation/response-events.ts'
import type { CommandServices } from './command-services.ts'

/** Interval between checks whether another engine has started the turn, ms. */
const LOOK_MS = 100
/** Longest wait for an engine that stays open to start the turn, ms. After that this engine starts the child itself. */
const MAX_WAIT_MS = 10_000

/**
 * Starts the first turns of new children. The engine that holds a child's lease checks whether the child has had a
 * turn, so that exactly one engine runs it, even if several are asked repeatedly.
 */
export class ChildStarter {
  readonly #services: CommandServices

  constructor(services: CommandServices) {
    this.#services = services
  }

  /**
   * Starts the child's first turn. `elsewhere`: another engine runs it. A failure is recorded in the child's log, so
   * that its pane shows it.
   */
  async start(child: AgentRecord): Promise<Result<'here' | 'elsewhere'>> {
    const { loop, homes, onChildLeft } = this.#services
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
    const { registry, loop, logger } = this.#services
    const child = registry.tree.get(agentId)
    if (child === undefined) return
    const started = await loop.start(child, { isFirst: true })
    if (started.ok || started.busy === true) return
    logger.warn('A child of another engine could not be started', { agent: agentId, reason: started.error.message })
  }

  async #isTaken(agentId: AgentId): Promise<boolean> {
    const { peers, clock } = this.#services
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
    const { peers, store } = this.#services
    const running = await peers.runningElsewhere(agentId)
    if (running.ok && running.value.includes(agentId)) return true
    const turn = await newestTurn(agentId, store)
    return turn.ok && turn.value !== 'none'
  }

  async #recordFailure({ id: agentId, choice }: AgentRecord, { error }: Extract<Result<never>, { ok: false }>) {
    const { hub, ids, registry, logger } = this.#services
    if (registry.tree.get(agentId)?.status === 'killed') return
    const recorded = await hub.record({ events: [errorEvent({ agentId, turnId: ids.uuid() }, error, choice)] })
    if (!recorded.ok) logger.error('A child did not start', { agent: agentId, reason: error.message })
  }
}
