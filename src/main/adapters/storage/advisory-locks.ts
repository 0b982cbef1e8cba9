/*
 * The advisory locks of the database, which share one space of numbers: `ikigai` on a telephone keypad, and on from
 * there. Two uses of one number would block each other.
 */

/** Schema changes. Drizzle takes no lock (20 of 30 concurrent starts failed). */
export const MIGRATION_LOCK = 454424

/** Class of the locks by which engines detect each other; the object is the session's number. */
export const ENGINE_LOCKS = 454425

/** A kill takes it exclusively; all other commits share it. */
export const KILL_LOCK = 454426

/** All engines that stay open share it. */
export const STAYING_LOCK = 454427

/** The backup that is being made. */
export const BACKUP_LOCK = 454428

/** Hashes are being made; what changes them has to hold it too. */
export const HASHING_LOCK = 454429

/** The head of the log is being signed. */
export const SIGNING_LOCK = 454430

/** What redactions removed is being removed from the disk. */
export const PURGE_LOCK = 454431
