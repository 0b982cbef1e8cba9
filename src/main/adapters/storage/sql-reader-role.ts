import { createHmac } from 'node:crypto'

import type { Sql } from 'postgres'

import { READER_ROLE_LOCK } from './advisory-locks.ts'
import { openReadOnly, type Target } from './database-clients.ts'
import { command, run } from './statements.ts'

/** What queries of the user may read: the log and its views, but no settings. */
export const READABLE = [
  'sessions',
  'agents',
  'messages',
  'event_hashes',
  'responses',
  'blobs',
  'attachments',
  'mail',
  'queued_prompts',
  'drafts',
  'usage_by_response',
  'cost_by_agent',
  'adoptions',
  'tool_calls',
  'outcomes',
  'standing',
] as const

/**
 * Connects as a role that can read the log and nothing else. Null: the database allows no such role, because the user
 * may not create roles, has no password, or the server does not let the role in.
 */
export async function openAsReader(target: Target, owner: Sql): Promise<Sql | null> {
  const own = passwordOf(target)
  if (own === '') return null
  try {
    const [row] = await run(owner)`select oid::text as oid from pg_database where datname = current_database()`
    const role = `ikigai_reader_${String(row?.['oid'])}`
    // Derived: processes that ask at the same time set the same password, and none is stored.
    const password = createHmac('sha256', own).update(role).digest('hex')
    await prepareRole(owner, role, password)
    const reader = openReadOnly(asUser(target, role, password))
    try {
      await run(reader)`select 1`
      return reader
    } catch (error) {
      await reader.end({ timeout: 1 })
      throw error
    }
  } catch {
    return null
  }
}

/** `role` and `password` consist of letters, digits and underscores. */
async function prepareRole(owner: Sql, role: string, password: string): Promise<void> {
  await owner.begin(async (transaction) => {
    await run(transaction)`select pg_advisory_xact_lock(${READER_ROLE_LOCK})`
    const found = await run(transaction)`select from pg_roles where rolname = ${role}`
    if (found.length === 0) await command(transaction, `create role ${role}`)
    await command(transaction, `alter role ${role} login noinherit connection limit 8 password '${password}'`)
    await command(transaction, `alter role ${role} set default_transaction_read_only = on`)
    await command(transaction, `grant usage on schema public to ${role}`)
    await command(transaction, `grant select on ${READABLE.join(', ')} to ${role}`)
  })
}

function passwordOf(target: Target): string {
  return 'url' in target ? decodeURIComponent(new URL(target.url).password) : target.password
}

function asUser(target: Target, user: string, password: string): Target {
  if (!('url' in target)) return { ...target, user, password }
  const url = new URL(target.url)
  url.username = user
  url.password = password
  return { ...target, url: url.href }
}
