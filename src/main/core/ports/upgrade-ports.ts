import type { Result } from '../../../shared/result.ts'
import type { Withheld } from '../../../shared/withheld.ts'

/** What is known before a database moves to another major version of PostgreSQL. */
export interface UpgradeFacts {
  /** The folder of the database. */
  readonly home: string
  /** The major version that wrote it; null: there is no database, or its version cannot be read. */
  readonly found: number | null
  /** The major version that this ikigai brings. */
  readonly own: number
  /** The folder of the copy for upgrades. */
  readonly copyFolder: string
  /** What the copy holds; null: there is none. A text: why it cannot be used. */
  readonly copy: CopyFacts | string | null
  /** Which state of the copy held everything at the last end; null: the last end was not clean. */
  readonly cleanEnd: string | null
  /** The folder with the programs of the older PostgreSQL; null: none was found. */
  readonly programs: string | null
}

export interface CopyFacts {
  /** ISO time. */
  readonly madeAt: string
  readonly agents: number
  readonly events: number
  /** Files that cannot be used. */
  readonly damages: number
  /** Whether this version can read its tables. */
  readonly isReadable: boolean
  /** Whether its signature proves that this machine made it last: only then it brings rights. */
  readonly isProven: boolean
}

export interface UpgradeWishes {
  /** A copy that may not hold everything is used. */
  readonly olderCopy: boolean
  /** Where the programs of the older PostgreSQL are; null: where systems install them. */
  readonly programs: string | null
}

/** How a database is upgraded. */
export interface UpgradePlan {
  /** `programs`: the copy is completed by them first. */
  readonly source: 'copy' | 'programs'
  readonly home: string
  /** Where the present folder of the database is kept. */
  readonly kept: string
  /** What will happen and the way back, for the user. */
  readonly text: string
}

export interface UpgradeReport {
  readonly agents: number
  readonly events: number
  readonly blobs: number
  readonly own: number
  readonly kept: string
  /** The rights that a copy which is not proven did not bring. */
  readonly withheld: readonly Withheld[]
  /** What was done and where the old database is, for the user. */
  readonly text: string
}

/** Moves the built-in database to the PostgreSQL that this ikigai brings. */
export interface DataUpgrade {
  /** Whether the database is of an older major version. Starts nothing, and never rejects. */
  isNeeded(): Promise<boolean>
  /**
   * Whether the copy for upgrades holds everything that was recorded, or the database is one of the user's own. Starts nothing,
   * and never rejects. False also while another ikigai uses the database.
   */
  hasWholeCopy(): Promise<boolean>
  /** Changes nothing. Null: there is nothing to upgrade. REFUSED: it cannot be upgraded now; the message says what to do. */
  plan(wishes: UpgradeWishes): Promise<Result<UpgradePlan | null>>
  /** Does what the plan says. An error leaves the present database in its place. */
  run(plan: UpgradePlan, wishes: UpgradeWishes): Promise<Result<UpgradeReport>>
}
