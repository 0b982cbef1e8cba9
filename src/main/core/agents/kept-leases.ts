import type { AgentId } from '../../../shared/ids.ts'
import { err, ok, type Result, stackOf } from '../../../shared/result.ts'
import { PortTimeout, withinLimit } from '../ports/port-timeout.ts'
import type { TurnLease, TurnLeases } from '../ports/log-ports.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'

/** How long a release may take, ms; a connection that is lost is noticed earlier. */
const RELEASE_MS = 20_000

interface Dependencies {
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * The leases of a store, of which those that could not be released are used again: this engine still holds them, so that
 * no other attempt to acquire them would succeed. One that arrives when nothing waits for it any more is released.
 */
export class KeptLeases implements TurnLeases {
  readonly #leases: TurnLeases
  readonly #dependencies: Dependencies
  readonly #kept = new Map<AgentId, TurnLease>()

  constructor(leases: TurnLeases, dependencies: Dependencies) {
    this.#leases = leases
    this.#dependencies = dependencies
  }

  async acquire(agentId: AgentId): Promise<Result<TurnLease | null>> {
    const acquired = await this.#acquire(agentId)
    if (!acquired.ok) return acquired
    const kept = this.#kept.get(agentId)
    this.#kept.delete(agentId)
    const lease = acquired.value ?? kept ?? null
    return ok(lease === null ? null : { release: () => this.#release(agentId, lease) })
  }

  async #acquire(agentId: AgentId): Promise<Result<TurnLease | null>> {
    const acquiring = this.#leases.acquire(agentId)
    try {
      return await withinLimit(acquiring, 'The database', this.#dependencies.clock)
    } catch (error) {
      if (!(error instanceof PortTimeout)) throw error
      void this.#releaseLate(agentId, acquiring)
      return err(error.error)
    }
  }

  async #releaseLate(agentId: AgentId, acquiring: Promise<Result<TurnLease | null>>): Promise<void> {
    const acquired = await acquiring.catch(() => null)
    if (acquired?.ok === true && acquired.value !== null) await this.#release(agentId, acquired.value)
  }

  /** Never rejects. */
  async #release(agentId: AgentId, lease: TurnLease): Promise<void> {
    const { clock } = this.#dependencies
    const ended = new AbortController()
    try {
      const released = lease.release().then(() => true)
      const isReleased = await Promise.race([released, clock.sleep(RELEASE_MS, ended.signal).then(() => false)])
      if (isReleased) return
      this.#keep(agentId, lease, 'The lease of an agent was not released in time')
    } catch (error) {
      this.#keep(agentId, lease, 'The lease of an agent was not released', { error: stackOf(error) })
    } finally {
      ended.abort()
    }
  }

  #keep(agentId: AgentId, lease: TurnLease, message: string, details: { readonly error?: string } = {}): void {
    this.#kept.set(agentId, lease)
    try {
      this.#dependencies.logger.error(message, { agent: agentId, ...details })
    } catch {
      // A log that cannot be written must not end the turn, whose work is done.
    }
  }
}
