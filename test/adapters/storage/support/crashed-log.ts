import type { Sql } from 'postgres'

import { migrateDatabase } from '../../../../src/main/adapters/storage/migrate-database.ts'

/**
 * Fills an empty database as an ikigai left it that was ended by a crash: a conversation, and a turn that was cut off.
 * Returns the id of the agent.
 */
export async function fillCrashedLog(client: Sql): Promise<string> {
  await migrateDatabase(client)
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
