import type { Sql } from 'postgres'

export interface UsageLog {
  readonly responses: number
  readonly agents: number
}

/** Every tenth agent is a root; the others form chains of nine below it. */
const TREE = 10
const CALLS_PER_RESPONSE = 0.2

/**
 * Fills the log with a year of responses and tool calls, past the engine and without its triggers. Nothing here
 * searches the text, so its index is dropped.
 */
export async function seedUsage(sql: Sql, log: UsageLog): Promise<void> {
  const indexes = await sql`select indexname as name from pg_indexes
    where tablename = 'messages' and indexdef like '%gin%'`
  for (const { name } of indexes) await sql`drop index ${sql(String(name))}`
  await seedAgents(sql, log)
  await sql`alter table messages disable trigger all`
  await seedResponses(sql, log)
  await seedToolCalls(sql, log)
  await sql`alter table messages enable trigger all`
  await sql`alter table messages enable always trigger responses_are_recorded`
  await sumResponses(sql)
  await seedComparisons(sql)
  await sql`vacuum analyze`
}

async function seedAgents(sql: Sql, { agents }: UsageLog): Promise<void> {
  await sql`create temp table ids as select n as place, gen_random_uuid() as id from generate_series(0, ${agents - 1}::int) as n`
  await sql`
    insert into agents (uuid, name, parent_uuid, provider, model, thinking_level)
    select own.id, 'agent ' || own.place, above.id, 'anthropic', 'claude-opus-5-5', 'med'
    from ids as own left join ids as above on above.place = own.place - 1 and own.place % ${TREE}::int <> 0
    order by own.place`
  await sql`alter table ids add root uuid`
  await sql`update ids set root = root_uuid from agents where uuid = id`
}

/** The table of usage is filled with the figures themselves: reading a million of them out of JSON takes minutes. */
async function seedResponses(sql: Sql, { responses, agents }: UsageLog): Promise<void> {
  await sql`
    create temp table figures as
    select nextval('messages_id_seq') as event_id, ids.id as agent_uuid, ids.root as root_uuid,
      now() - interval '1 year' * (1 - n / ${responses}::float8) as created_at,
      'provider ' || n % 3 as provider, 'model ' || n % 7 as model,
      case when n % 10 = 0 then 'pool ' || n % 3 end as pool,
      1000 + n % 50000 as input, n % 1000 as cached, n % 500 as written, n % 3000 as output, n % 100 as thinking,
      case when n / 1000 % 20 > 0 then n % 100 / 10000.0 end as cost
    from generate_series(0, ${responses - 1}::int) as n join ids on ids.place = n % ${agents}::int
    order by n`
  await sql`
    insert into messages (id, session_id, agent_uuid, kind, content, data, created_at)
    select event_id, 1, agent_uuid, 'assistant', 'An answer of a few words.', json_build_object(
        'provider', provider, 'model', model, 'requested_model', model, 'pool', pool, 'input_tokens', input,
        'cached_tokens', cached, 'output_tokens', output, 'thinking_tokens', thinking,
        'cache_write_tokens', json_build_object('5m', written), 'cost_usd', cost, 'cost_source', 'list'), created_at
    from figures order by event_id`
  await sql`
    insert into responses (event_id, agent_uuid, root_uuid, created_at, kind, provider, requested_model, model, pool,
      input_tokens, cached_tokens, cache_write_5m, cache_write_30m, cache_write_1h, cache_write_12h, cache_write_unknown,
      output_tokens, thinking_tokens, total_tokens, cost_usd, cost_source, is_lower_bound)
    select event_id, agent_uuid, root_uuid, created_at, 'assistant', provider, model, model, pool,
      input, cached, written, 0, 0, 0, 0, output, thinking, input + output, cost, case when cost is not null then 'list' end, false
    from figures order by event_id`
}

async function seedToolCalls(sql: Sql, { responses, agents }: UsageLog): Promise<void> {
  const calls = Math.max(1, Math.round(responses * CALLS_PER_RESPONSE))
  await sql`
    insert into messages (session_id, agent_uuid, kind, content, data, created_at)
    select 1, ids.id, event.kind, event.content, event.data, now() - interval '1 year' * (1 - n / ${calls}::float8)
    from generate_series(0, ${calls - 1}::int) as n
    join ids on ids.place = n % ${agents}::int
    cross join lateral (values
      ('tool_call', null, json_build_object('tool_call_id', 'call_' || n, 'name', 'tool ' || n % 9,
        'arguments', json_build_object('command', 'ls ' || n))),
      ('tool_result', 'What the tool has said.', json_build_object('tool_call_id', 'call_' || n,
        'is_error', n % 11 = 0, 'duration_ms', n % 5000))
    ) as event (kind, content, data)
    order by n, event.kind`
}

async function sumResponses(sql: Sql): Promise<void> {
  await sql`
    update agents set cost_usd = sums.usd, unpriced_responses = sums.unpriced from (
      select agent_uuid, coalesce(sum(cost_usd), 0) as usd, count(*) filter (where cost_usd is null) as unpriced
      from responses group by 1
    ) as sums where agent_uuid = uuid`
}

async function seedComparisons(sql: Sql): Promise<void> {
  await sql`
    insert into settings (key, value)
    select 'comparisons', json_build_object('list', json_agg(json_build_object('id', n, 'agents',
      (select json_agg(id) from ids where ids.place / 4 = groups.n), 'adopted', (select id from ids where ids.place = groups.n * 4))))
    from generate_series(0, 11) as groups (n)`
}
