import { advice } from '../../../../shared/advice.ts'

interface Damage {
  readonly said: RegExp
  readonly what: string
  /** What can be done; missing: a backup or an empty log. */
  readonly way?: (home: string) => string
}

/** What PostgreSQL complains about when it does not start, and which files are the reason. */
const DAMAGE: readonly Damage[] = [
  {
    said: /has wrong ownership/,
    what: 'Its files belong to another user.',
    way: (home) =>
      `Nothing was changed. Find out who owned them (\`ls -ld ${home} ${home}/cluster\`), and give all of them to one user: \`chown -R USER ${home}\`, as root. Root itself starts the database as the owner of ${home}/cluster, or as the user postgres.`,
  },
  {
    said: /has invalid permissions/,
    what: 'Other users can write to its folder.',
    way: (home) => `Nothing was changed. Run \`chmod 700 ${home}/cluster\` and start again.`,
  },
  {
    said: /Permission denied/,
    what: 'The user of the database may not read all of its files.',
    way: (home) =>
      `Nothing was changed. Give them to the owner of ${home}/cluster: \`chown -R USER ${home}\`, as root.`,
  },
  {
    said: /pg_tblspc|tablespace/,
    what: 'A tablespace (pg_tblspc) is missing.',
    way: (home) => `Mount its disk, or bring its folder back, and start again. If it is lost: ${wayBack(home)}`,
  },
  {
    said: /pg_control|control file|find the database system/,
    what: 'Its control file (global/pg_control) is damaged.',
  },
  { said: /checkpoint record|pg_wal|redo/, what: 'Its write-ahead log (pg_wal) is damaged or incomplete.' },
  { said: /configuration file/, what: 'Its configuration file (postgresql.conf) is missing or damaged.' },
  { said: /PG_VERSION/, what: 'A file PG_VERSION in it is missing or damaged.' },
  { said: /invalid page|could not read block/, what: 'Pages of its tables are damaged.' },
]

/** Returns which files of a database are damaged and what can be done; null: the text says nothing of damage. */
export function damageText(said: string, home: string): string | null {
  const found = DAMAGE.find((damage) => damage.said.test(said))
  return found === undefined ? null : `${found.what} ${(found.way ?? wayBack)(home)}`
}

/** What can be done about a database that does not start. */
export function wayBack(home: string): string {
  return [
    'Nothing was changed. To go back to a backup, move',
    home,
    advice('restore'),
    'To begin with an empty log, move it away and start again.',
    'Keep what you moved away: parts of it may still be readable.',
  ].join(' ')
}

/** Throws an error with the system's own code, which has an explanation, if the text says that the disk is full. */
export function throwIfDiskFull(text: string): void {
  if (/No space left on device|disk is full/i.test(text)) {
    throw Object.assign(new Error('There is no space left for the database'), { code: 'ENOSPC' })
  }
}
