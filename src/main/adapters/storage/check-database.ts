import type { Sql } from 'postgres'
import { z } from 'zod'

import type { Result } from '../../../shared/result.ts'
import { openSingle } from './database-clients.ts'
import { parseDatabaseUrl } from './database-url.ts'
import { toResult } from './storage-error.ts'
import { command } from './statements.ts'

/** The oldest supported version, as `server_version_num`. */
const OLDEST = 150_000

const factsSchema = z.tuple([
  z.object({
    name: z.string(),
    user: z.string(),
    version: z.string(),
    number: z.coerce.number(),
    encoding: z.string(),
    isStandby: z.boolean(),
    hasSchema: z.boolean(),
    mayCreate: z.boolean(),
    isUsed: z.boolean(),
    replicationRole: z.string(),
    isReadOnly: z.boolean(),
  }),
])

/**
 * Rejects, with what to do, if the database cannot hold the log: the first thing that is asked of a database that is not
 * ours. Changes nothing.
 */
export async function checkDatabase(client: Sql): Promise<{
  /** Of PostgreSQL, e.g. `17.2`. */
  readonly version: string
  /** Whether it has tables of ikigai. */
  readonly isUsed: boolean
}> {
  const [facts] = factsSchema.parse([...(await command(client, FACTS))])
  const problem = problemOf(facts)
  if (problem !== null) throw new Error(problem)
  return facts
}

function problemOf(facts: z.infer<typeof factsSchema>[0]): string | null {
  const { name, user, version, number, encoding } = facts
  if (number < OLDEST) {
    return `The server is PostgreSQL ${version}; ikigai needs 15 or newer. Upgrade it, or use another server.`
  }
  if (encoding !== 'UTF8') {
    return `The database ${name} has the encoding ${encoding}, which cannot hold all characters of messages. Create one with \`createdb --encoding=UTF8 --template=template0 NAME\`, and name it in DATABASE_URL (or database_url).`
  }
  if (facts.isStandby) {
    return 'The server is a standby, which can only be read. Use the address of its primary server.'
  }
  if (facts.isReadOnly) {
    return `The database ${name} can only be read. Allow writing (\`alter database … set default_transaction_read_only = off\`), or use another one.`
  }
  if (facts.replicationRole !== 'origin') {
    return `For the user ${user}, session_replication_role is ${facts.replicationRole}, which turns off the rules that protect the log. Set it to origin (\`alter role … reset session_replication_role\`).`
  }
  if (!facts.hasSchema) {
    return `The database ${name} has no schema public, where ikigai keeps its tables. Create it: \`create schema public authorization ${user}\`.`
  }
  if (!facts.mayCreate && !facts.isUsed) {
    return `The user ${user} may not create tables in the database ${name}. As its owner: \`grant create on database ${name} to ${user}; grant usage, create on schema public to ${user}\`.`
  }
  return null
}

const FACTS = `
select current_database() as name, current_user as user, current_setting('server_version') as version,
  current_setting('server_version_num') as number, current_setting('server_encoding') as encoding,
  pg_is_in_recovery() as "isStandby", current_setting('transaction_read_only') = 'on' as "isReadOnly",
  current_setting('session_replication_role') as "replicationRole",
  to_regnamespace('public') is not null as "hasSchema",
  has_database_privilege(current_database(), 'create')
    and coalesce(has_schema_privilege(to_regnamespace('public'), 'create'), false) as "mayCreate",
  to_regclass('drizzle.__drizzle_migrations') is not null as "isUsed"`

/** Connects as the app would and reads what exists; creates nothing. Returns a description, never the password. */
export function testDatabase(url: string): Promise<Result<string>> {
  return toResult(async () => {
    const target = parseDatabaseUrl(url)
    const client = openSingle(target)
    try {
      const { version, isUsed } = await checkDatabase(client)
      const before = isUsed ? 'ikigai has used it before' : 'empty of ikigai’s tables so far'
      return `PostgreSQL ${version} at ${target.label}; ${before}.`
    } finally {
      await client.end({ timeout: 1 })
    }
  })
}
