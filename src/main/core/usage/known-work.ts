import type { AgentId } from '../../../shared/ids.ts'
import type { StandingRow } from '../../../shared/standing.ts'
import type { KnownWork } from '../models/pool-order.ts'
import type { Clock } from '../ports/system-ports.ts'
import type { WorkRecords } from '../ports/usage-ports.ts'

/** How long a standing is used before it is read again, ms: reading it goes through all decisions. */
const KEPT_MS = 60_000

/** What pools know about the work of an agent and about who wins at it. */
export class WorkFacts {
  readonly #usage: WorkRecords
  readonly #clock: Clock
  #standing: { readonly rows: readonly StandingRow[]; readonly readAt: number } | null = null

  constructor(usage: WorkRecords, clock: Clock) {
    this.#usage = usage
    this.#clock = clock
  }

  /** While the database is unavailable, the last known standing counts, and nothing is known about the agent. */
  async workOf(agentId: AgentId): Promise<KnownWork> {
    const [work, standing] = [await this.#usage.workOf(agentId), await this.#newStanding()]
    return { work: work.ok ? work.value : {}, standing }
  }

  async #newStanding(): Promise<readonly StandingRow[]> {
    const now = this.#clock.now()
    if (this.#standing !== null && now - this.#standing.readAt < KEPT_MS) return this.#standing.rows
    const read = await this.#usage.standing()
    if (read.ok) this.#standing = { rows: read.value, readAt: now }
    return this.#standing?.rows ?? []
  }
}
