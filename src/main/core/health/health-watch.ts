import { type HealthStatus, NOT_CHECKED } from '../../../shared/database-health.ts'
import { mapOk, type Result } from '../../../shared/result.ts'
import type { StorageHealth } from '../ports/health-ports.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'

/** A start has other work to do, ms. */
const AFTER_CRASH_MS = 15_000

/** Checks the files of the database after a crash of its server, and on request (docs/backup.md#a-damaged-database). */
export class HealthWatch {
  readonly #health: StorageHealth
  readonly #clock: Clock
  readonly #logger: Logger
  /** Called when the status has changed. */
  readonly #onChange: () => void
  readonly #closing = new AbortController()
  #status: HealthStatus = NOT_CHECKED
  #isWaiting = false
  #running: Promise<Result<null>> | null = null

  constructor(health: StorageHealth, clock: Clock, logger: Logger, onChange: () => void) {
    this.#health = health
    this.#clock = clock
    this.#logger = logger
    this.#onChange = onChange
  }

  /** Checks a little later if the server has crashed. To be called at a start, and when the database is back. */
  async look(): Promise<void> {
    const { signal } = this.#closing
    if (this.#isWaiting || signal.aborted || !this.#health.isDue()) return
    this.#isWaiting = true
    await this.#clock.sleep(AFTER_CRASH_MS, signal)
    this.#isWaiting = false
    if (!signal.aborted && this.#health.isDue()) await this.check()
  }

  /** Checks now; joins a check that is under way. What was found is in the status. */
  check(): Promise<Result<null>> {
    this.#running ??= this.#check()
    return this.#running
  }

  status(): HealthStatus {
    return this.#status
  }

  /** Ends a check that is under way. The storage must still be open. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  async #check(): Promise<Result<null>> {
    this.#change({ isRunning: true })
    const report = await this.#health.check(this.#closing.signal)
    this.#running = null
    if (!report.ok) {
      if (!this.#closing.signal.aborted)
        this.#logger.warn('The database was not checked', { reason: report.error.message })
      this.#change({ isRunning: false, problem: report.error.message })
      return report
    }
    const { damages } = report.value
    if (damages.length > 0) this.#logger.error('The database is damaged', { damages: damages.map(({ name }) => name) })
    this.#change({ isRunning: false, checkedAt: this.#clock.now(), damages, problem: null })
    return mapOk(report, () => null)
  }

  #change(change: Partial<HealthStatus>): void {
    this.#status = { ...this.#status, ...change }
    this.#onChange()
  }
}
