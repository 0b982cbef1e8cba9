import { type BackupStatus, NO_BACKUPS } from '../../../shared/backup-status.ts'
import { DONE, refuse, type Result } from '../../../shared/result.ts'
import type { BackupRunner, BackupWarnings } from '../ports/backup-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'
import { hasFailedSince, isBackupLate, nextBackupAt } from './backup-time.ts'

/** Longest pause between two looks, ms: the setting, or a backup of another engine, may have changed the time. */
const LOOK_MS = 10 * 60_000

const NO_FOLDER = 'There is no folder for backups. Choose one in Settings, Database.'

/** Makes a backup whenever one is due. Several engines on a database share the folder and count each other's backups. */
export class BackupSchedule {
  /** Undefined: no backups are made. */
  readonly #backups: BackupRunner | undefined
  readonly #config: Config
  readonly #clock: Clock
  readonly #logger: Logger
  /** Called when the status has changed. */
  readonly #onChange: () => void
  readonly #closing = new AbortController()
  /** When `run` began; this and the next one in ms since the epoch. */
  #startedAt = 0
  #madeAt: number | null = null
  #failure: { readonly at: number; readonly message: string } | null = null
  #running: Promise<Result<null>> | null = null

  constructor(backups: BackupRunner | undefined, config: Config, clock: Clock, logger: Logger, onChange: () => void) {
    this.#backups = backups
    this.#config = config
    this.#clock = clock
    this.#logger = logger
    this.#onChange = onChange
  }

  /** Follows the schedule until `close`; ends at once where backups cannot be made. */
  async run(): Promise<void> {
    if (this.#backups === undefined) return
    this.#startedAt = this.#clock.now()
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#look()
      const due = this.#dueAt()
      const wait = due === null ? LOOK_MS : Math.min(due - this.#clock.now(), LOOK_MS)
      if (wait > 0) await this.#clock.sleep(wait, signal)
      else await this.backUp()
    }
  }

  /** Makes a backup now; joins one that is being made. */
  backUp(): Promise<Result<null>> {
    this.#running ??= this.#make().finally(() => {
      this.#running = null
      this.#onChange()
    })
    this.#onChange()
    return this.#running
  }

  status(): BackupStatus {
    if (this.#backups === undefined) return NO_BACKUPS
    const everyHours = this.#config.backupEveryHours
    return {
      folder: this.#backups.folder(),
      everyHours,
      madeAt: this.#madeAt,
      isRunning: this.#running !== null,
      problem: hasFailedSince(this.#madeAt, this.#failure?.at ?? null) ? (this.#failure?.message ?? null) : null,
      isLate: isBackupLate({ everyHours, madeAt: this.#madeAt }, this.#clock.now()),
    }
  }

  /** Stops a backup that is being made; the previous one stays valid. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  #dueAt(): number | null {
    if (this.#backups === undefined || this.#backups.folder() === null) return null
    return nextBackupAt({
      everyHours: this.#config.backupEveryHours,
      startedAt: this.#startedAt,
      madeAt: this.#madeAt,
      failedAt: this.#failure?.at ?? null,
    })
  }

  /** Reads when the last backup was made. */
  async #look(): Promise<void> {
    const folder = this.#backups?.folder() ?? null
    if (this.#backups === undefined || folder === null) return
    const before = this.#madeAt
    const read = await this.#backups.lastMadeAt(folder)
    // What is wrong with the folder is said by the attempt that finds it.
    this.#madeAt = read.ok ? read.value : null
    if (this.#madeAt !== before) this.#onChange()
  }

  async #make(): Promise<Result<null>> {
    const folder = this.#backups?.folder() ?? null
    if (this.#backups === undefined || folder === null) return refuse(NO_FOLDER)
    const made = await this.#backups.make(folder, this.#closing.signal)
    if (made.ok) this.#warn(made.value)
    if (this.#closing.signal.aborted) return made.ok ? DONE : made
    await this.#look()
    this.#failure = made.ok ? null : { at: this.#clock.now(), message: made.error.message }
    if (!made.ok) this.#logger.warn('The backup was not made', { reason: made.error.message })
    return made.ok ? DONE : made
  }

  /** Logs what a scheduled backup found, because its report is not shown anywhere. */
  #warn({ replacedProblem, unsigned }: BackupWarnings): void {
    if (replacedProblem !== null) this.#logger.warn('All of the backup was written again', { reason: replacedProblem })
    if (unsigned !== null) this.#logger.warn('The backup is not signed', { reason: unsigned })
  }
}
