import { type BackupStatus, NO_BACKUPS } from '../../../shared/backup-status.ts'
import { DONE, refuse, type Result } from '../../../shared/result.ts'
import type { BackupRunner, BackupWarnings } from '../ports/backup-ports.ts'
import type { Config } from '../ports/config-ports.ts'
import type { Clock, Logger } from '../ports/system-ports.ts'
import { hasFailedSince, isBackupLate, nextBackupAt } from './backup-time.ts'

export interface ScheduleDependencies {
  /** Missing: no backups are made. */
  readonly backups?: BackupRunner | undefined
  readonly config: Config
  readonly clock: Clock
  readonly logger: Logger
  /** Called when the status has changed. */
  readonly onChange: () => void
}

/** Longest pause between two looks, ms: the setting, or a backup of another engine, may have changed the time. */
const LOOK_MS = 10 * 60_000

const NO_FOLDER = 'There is no folder for backups. Choose one in Settings, Database.'

/** Makes a backup whenever one is due. Several engines on a database share the folder and count each other's backups. */
export class BackupSchedule {
  readonly #dependencies: ScheduleDependencies
  readonly #closing = new AbortController()
  /** When `run` began; this and the next one in ms since the epoch. */
  #startedAt = 0
  #madeAt: number | null = null
  #failure: { readonly at: number; readonly message: string } | null = null
  #running: Promise<Result<null>> | null = null

  constructor(dependencies: ScheduleDependencies) {
    this.#dependencies = dependencies
  }

  /** Follows the schedule until `close`; ends at once where backups cannot be made. */
  async run(): Promise<void> {
    const { backups, clock } = this.#dependencies
    if (backups === undefined) return
    this.#startedAt = clock.now()
    const { signal } = this.#closing
    while (!signal.aborted) {
      await this.#look()
      const due = this.#dueAt()
      const wait = due === null ? LOOK_MS : Math.min(due - clock.now(), LOOK_MS)
      if (wait > 0) await clock.sleep(wait, signal)
      else await this.backUp()
    }
  }

  /** Makes a backup now; joins one that is being made. */
  backUp(): Promise<Result<null>> {
    this.#running ??= this.#make().finally(() => {
      this.#running = null
      this.#dependencies.onChange()
    })
    this.#dependencies.onChange()
    return this.#running
  }

  status(): BackupStatus {
    const { backups, clock, config } = this.#dependencies
    if (backups === undefined) return NO_BACKUPS
    const everyHours = config.backupEveryHours
    return {
      folder: backups.folder(),
      everyHours,
      madeAt: this.#madeAt,
      isRunning: this.#running !== null,
      problem: hasFailedSince(this.#madeAt, this.#failure?.at ?? null) ? (this.#failure?.message ?? null) : null,
      isLate: isBackupLate({ everyHours, madeAt: this.#madeAt }, clock.now()),
    }
  }

  /** Stops a backup that is being made; the previous one stays valid. */
  async close(): Promise<void> {
    this.#closing.abort()
    await this.#running
  }

  #dueAt(): number | null {
    const { backups, config } = this.#dependencies
    if (backups === undefined || backups.folder() === null) return null
    return nextBackupAt({
      everyHours: config.backupEveryHours,
      startedAt: this.#startedAt,
      madeAt: this.#madeAt,
      failedAt: this.#failure?.at ?? null,
    })
  }

  /** Reads when the last backup was made. */
  async #look(): Promise<void> {
    const { backups, onChange } = this.#dependencies
    const folder = backups?.folder() ?? null
    if (backups === undefined || folder === null) return
    const before = this.#madeAt
    const read = await backups.lastMadeAt(folder)
    // What is wrong with the folder is said by the attempt that finds it.
    this.#madeAt = read.ok ? read.value : null
    if (this.#madeAt !== before) onChange()
  }

  async #make(): Promise<Result<null>> {
    const { backups, clock, logger } = this.#dependencies
    const folder = backups?.folder() ?? null
    if (backups === undefined || folder === null) return refuse(NO_FOLDER)
    const made = await backups.make(folder, this.#closing.signal)
    if (made.ok) this.#warn(made.value)
    if (this.#closing.signal.aborted) return made.ok ? DONE : made
    await this.#look()
    this.#failure = made.ok ? null : { at: clock.now(), message: made.error.message }
    if (!made.ok) logger.warn('The backup was not made', { reason: made.error.message })
    return made.ok ? DONE : made
  }

  /** Logs what a scheduled backup found, because its report is not shown anywhere. */
  #warn({ replacedProblem, unsigned }: BackupWarnings): void {
    const { logger } = this.#dependencies
    if (replacedProblem !== null) logger.warn('All of the backup was written again', { reason: replacedProblem })
    if (unsigned !== null) logger.warn('The backup is not signed', { reason: unsigned })
  }
}
