/*
 * All advisory locks of the database, which share one space of numbers: `ikigai` on a telephone keypad, and on from
 * there. Two uses of one number would block each other, so that no other file writes such a number.
 */

/** Schema changes. Drizzle takes no lock (20 of 30 concurrent starts failed). */
export const MIGRATION_LOCK = 454424

/** Class of the locks by which engines detect each other; the object is the session's number. */
export const ENGINE_LOCKS = 454425

/** A kill takes it exclusively; all other commits share it. */
export const KILL_LOCK = 454426

/** Class of the locks that the engines of one home share which stay open; the object is a hash of the home's id. */
export const STAYING_LOCK = 454427

/** The backup that is being made. */
export const BACKUP_LOCK = 454428

/** Hashes are being made; what changes them has to hold it too. */
export const HASHING_LOCK = 454429

/** The head of the log is being signed. */
export const SIGNING_LOCK = 454430

/** What redactions removed is being removed from the disk. */
export const PURGE_LOCK = 454431

/** The role of readers is being set up: concurrent changes of a role fail. */
export const READER_ROLE_LOCK = 454432

/** Seed of the locks of one agent, whose number is a hash of its id: changes of it in the log, and of its queue. */
export const AGENT_CHANGE_SEED = 1

/** As above: its turn. */
export const AGENT_TURN_SEED = 2
