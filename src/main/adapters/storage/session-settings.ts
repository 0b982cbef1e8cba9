/**
 * What every connection sets, whatever the server, database or role is set to (`ALTER SYSTEM`, `ALTER DATABASE … SET`,
 * `ALTER ROLE … SET`): all settings that any user may make and that change how values are read, written, compared or
 * found. A connection's own settings win over the others (PostgreSQL's manual, § Setting Parameters). Settings that only
 * change speed, durability or the language of messages are left to the owner of the server.
 */
interface SessionSetting {
  /** In lower case. */
  readonly name: string
  readonly value: string
  readonly reason: string
}

export const SESSION_SETTINGS: readonly SessionSetting[] = [
  { name: 'client_encoding', value: 'UTF8', reason: 'the driver writes and reads nothing else' },
  { name: 'datestyle', value: 'ISO, MDY', reason: 'other forms of dates are read as none, or as another day' },
  { name: 'intervalstyle', value: 'postgres', reason: 'intervals are written as text' },
  { name: 'timezone', value: 'UTC', reason: 'times without a zone, and days of usage, are those of UTC' },
  { name: 'bytea_output', value: 'hex', reason: 'the driver decodes bytes from hexadecimal digits' },
  { name: 'extra_float_digits', value: '1', reason: 'with fewer digits, costs are rounded when they are read' },
  { name: 'lc_numeric', value: 'C', reason: 'to_char writes numbers' },
  { name: 'lc_monetary', value: 'C', reason: 'amounts of type money are read and written' },
  { name: 'lc_time', value: 'C', reason: 'to_char writes names of days and months' },
  {
    name: 'search_path',
    value: 'public',
    reason: 'the tables are in this schema; another of the same name is not theirs',
  },
  { name: 'default_transaction_read_only', value: 'off', reason: 'every commit writes' },
  { name: 'default_transaction_isolation', value: 'read committed', reason: 'a stricter one fails at random' },
  { name: 'default_transaction_deferrable', value: 'off', reason: 'a deferrable transaction waits for the others' },
  { name: 'standard_conforming_strings', value: 'on', reason: 'a backslash in a literal is a character' },
  { name: 'backslash_quote', value: 'safe_encoding', reason: 'how a quotation mark in a literal is read' },
  { name: 'transform_null_equals', value: 'off', reason: '`= null` would find rows' },
  { name: 'array_nulls', value: 'on', reason: 'NULL in an array would be a text' },
  { name: 'quote_all_identifiers', value: 'off', reason: 'names of tables are compared as text' },
  { name: 'row_security', value: 'off', reason: 'a policy that hides rows is an error instead of a shorter log' },
  { name: 'gin_fuzzy_search_limit', value: '0', reason: 'a search would return some of what it finds' },
  { name: 'default_text_search_config', value: 'pg_catalog.simple', reason: 'how words are found' },
  { name: 'xmlbinary', value: 'base64', reason: 'how bytes are written as XML' },
  { name: 'xmloption', value: 'content', reason: 'what counts as XML' },
  { name: 'cursor_tuple_fraction', value: '1', reason: 'pages of a whole table are read as the table is' },
  { name: 'statement_timeout', value: '0', reason: 'a backup takes as long as it takes; pools set their own limit' },
  { name: 'lock_timeout', value: '0', reason: 'likewise' },
  { name: 'idle_in_transaction_session_timeout', value: '0', reason: 'a backup writes files between statements' },
  { name: 'idle_session_timeout', value: '0', reason: 'the connection that holds the locks is quiet for hours' },
]

/** The settings by name, as the driver takes them. `own` are those of one client. */
export function sessionSettings(own: Readonly<Record<string, string | number>> = {}): Record<string, string | number> {
  return { ...Object.fromEntries(SESSION_SETTINGS.map(({ name, value }) => [name, value])), ...own }
}

/** Whether a parameter of a database URL would change such a setting; PostgreSQL ignores the case of names. */
export function isSessionSetting(parameter: string): boolean {
  return SESSION_SETTINGS.some(({ name }) => name === parameter.toLowerCase())
}
