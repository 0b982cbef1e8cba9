import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { Sql } from 'postgres'

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[]
}

const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', '..', 'drizzle')
const JOURNAL: Journal = JSON.parse(readFileSync(join(MIGRATIONS, 'meta', '_journal.json'), 'utf8'))

/** Every schema but the newest: its name, and how many migrations it has. */
export const OLDER_SCHEMAS = JOURNAL.entries.slice(0, -1).map(({ tag }, index) => [tag, index + 1] as const)

/**
 * Fills an empty database as an older ikigai left it: its migrations only, a conversation, and a turn that a crash cut.
 * Returns the id of the agent. `count`: of migrations; missing: all.
 */
export async function fillOlder(client: Sql, count = JOURNAL.entries.length): Promise<string> {
  await client.unsafe(
    'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  for (const { tag, when } of JOURNAL.entries.slice(0, count)) {
    await client.unsafe(readFileSync(join(MIGRATIONS, `${tag}.sql`), 'utf8'))
    await client`insert into drizzle.__drizzle_migrations (hash, created_at) values (${tag}, ${when})`
  }
  const agentId = crypto.randomUUID()
  const turnId = crypto.randomUUID()
  await client`insert into sessions (host, version) values ('old', '0.0.1')`
  await client`insert into agents (uuid, name, provider, model, thinking_level)
    values (${agentId}, 'old', 'anthropic', 'claude-haiku-4-5', 'none')`
  for (const [kind, content] of [
    ['system', 'Be kind.'],
    ['user', 'Old question'],
    ['assistant', 'Old answer'],
  ] as const) {
    const data = kind === 'assistant' ? '{}' : null
    await client`insert into messages (session_id, agent_uuid, kind, content, data)
      values (1, ${agentId}, ${kind}, ${content}, ${data}::text::json)`
  }
  const events = JSON.stringify([
    { type: 'start', model: 'claude-haiku-4-5' },
    { type: 'text_delta', blockIndex: 0, text: 'Cut' },
  ])
  await client`insert into stream_journal
    (turn_id, session_id, response, part, agent_uuid, provider, model, thinking_level, events)
    values (${turnId}, 1, 1, 1, ${agentId}, 'anthropic', 'claude-haiku-4-5', 'none', ${events}::text::json)`
  return agentId
}
