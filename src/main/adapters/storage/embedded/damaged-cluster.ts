/** What PostgreSQL complains about when it does not start on damaged files, and which files they are. */
const DAMAGE: readonly { readonly said: RegExp; readonly what: string }[] = [
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
  return found === undefined ? null : `${found.what} ${wayBack(home)}`
}

/** What can be done about a database that does not start. */
export function wayBack(home: string): string {
  return [
    'Nothing was changed. To go back to a backup, move',
    home,
    'away and run `ikigai restore FOLDER`; scheduled backups are beside the data directory, unless you chose another folder.',
    'To begin with an empty log, move it away and start again.',
    'Keep what you moved away: parts of it may still be readable.',
  ].join(' ')
}
