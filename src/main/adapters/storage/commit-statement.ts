import { MAX_UNREAD_MAIL } from '../../../shared/mail-limit.ts'

/** The advisory lock that a kill takes exclusively and all other commits share. */
export const KILL_LOCK = 454426

/**
 * Carries out one change of core as one statement: one round trip, one transaction, prepared once per connection. The
 * parameters are $1 the session, $2 new agents, $3 changed agents, $4 events (each a JSON array), $5 settled turns, $6
 * started turns, $7 mails that are sent, $8 ids of mails that are read, $9 the agent to kill with all its descendants,
 * or null, $10 who kills it, and $11 queued prompts that are sent.
 *
 * - `entered` separates kills from all other commits: a kill waits until running commits are done, and later commits
 *   wait for it. There is one lock for any number of agents, and it is taken first, so that two commits cannot
 *   deadlock.
 * - `locked` serialises commits to the same agent before ids are drawn, so that an agent's events become visible in the
 *   order of their ids, even with several writers: a reader that has seen id 7 never finds a 6 later. The ids are
 *   sorted, so that two commits to several agents cannot deadlock.
 * - `started` marks a running turn: response 0 of the journal, which the first real response replaces. A turn that is
 *   settled and started in one commit (its tools run next) keeps or gets the mark.
 * - `dequeued` takes a queued prompt only if its text is unchanged: after waiting for another engine's change of the
 *   row, PostgreSQL checks the condition again on the changed row.
 * - `checked` refuses the whole commit if another engine has already read one of the mails or killed a recipient; if a
 *   queued prompt was changed or removed; if it would give a killed agent, or a descendant of one, a child, a prompt or
 *   a turn (a turn that continues with its next request counts as started); and if the recipient of mail would have too
 *   much unread mail.
 * - `announced` tells other engines which rows to read: at most 150 items per notification, because PostgreSQL limits
 *   one to 8,000 bytes. Notifications arrive only if the transaction commits.
 */
export const COMMIT_STATEMENT = `
with born as (
  select * from json_to_recordset($2::json) as x(
    uuid uuid, name text, parent_uuid uuid, fork_message_id bigint, fork_from_id bigint,
    provider text, model text, thinking_level text, unread_mail integer,
    input_tokens bigint, output_tokens bigint, thinking_tokens bigint, cached_tokens bigint, total_tokens bigint,
    cost_usd float8, unpriced_responses integer, partial_responses integer)
), wanted as (
  select * from json_to_recordset($3::json) as x(
    uuid uuid, name text, provider text, model text, thinking_level text,
    unread_mail integer, wake_on_mail boolean, queued_prompts integer,
    input_tokens bigint, output_tokens bigint, thinking_tokens bigint, cached_tokens bigint, total_tokens bigint,
    cost_usd float8, unpriced_responses integer, partial_responses integer)
), happened as (
  select * from rows from (json_to_recordset($4::json) as (
    agent_uuid uuid, turn_id uuid, kind text, content text, data json)) with ordinality
), begun as (
  select * from json_to_recordset($6::json) as x(
    turn_id uuid, agent_uuid uuid, provider text, model text, thinking_level text)
), entered as materialized (
  select case when $9::uuid is null
    then pg_advisory_xact_lock_shared(${KILL_LOCK}) else pg_advisory_xact_lock(${KILL_LOCK}) end
), locked as materialized (
  select pg_advisory_xact_lock(key) from (select count(*) from entered) as first, (
    select distinct hashtextextended(uuid::text, 1) as key
    from (select agent_uuid as uuid from happened union select uuid from wanted) as touched
    order by key) as keys
), created as (
  insert into agents (uuid, name, parent_uuid, fork_message_id, fork_from_id, provider, model, thinking_level,
    unread_mail, input_tokens, output_tokens, thinking_tokens, cached_tokens, total_tokens,
    cost_usd, unpriced_responses, partial_responses)
  select uuid, name, parent_uuid, fork_message_id, fork_from_id, provider, model, thinking_level,
    unread_mail, input_tokens, output_tokens, thinking_tokens, cached_tokens, total_tokens,
    cost_usd, unpriced_responses, partial_responses
  from born
  returning *
), changed as (
  update agents set
    name = coalesce(wanted.name, agents.name),
    provider = coalesce(wanted.provider, agents.provider),
    model = coalesce(wanted.model, agents.model),
    thinking_level = coalesce(wanted.thinking_level, agents.thinking_level),
    unread_mail = agents.unread_mail + wanted.unread_mail,
    wake_on_mail = coalesce(wanted.wake_on_mail, agents.wake_on_mail),
    queued_prompts = agents.queued_prompts + wanted.queued_prompts,
    input_tokens = agents.input_tokens + wanted.input_tokens,
    output_tokens = agents.output_tokens + wanted.output_tokens,
    thinking_tokens = agents.thinking_tokens + wanted.thinking_tokens,
    cached_tokens = agents.cached_tokens + wanted.cached_tokens,
    total_tokens = agents.total_tokens + wanted.total_tokens,
    cost_usd = agents.cost_usd + wanted.cost_usd,
    unpriced_responses = agents.unpriced_responses + wanted.unpriced_responses,
    partial_responses = agents.partial_responses + wanted.partial_responses
  from wanted, (select count(*) from locked) as first
  where agents.uuid = wanted.uuid
  returning agents.*
), recorded as (
  insert into messages (session_id, agent_uuid, turn_id, kind, content, data)
  select $1::bigint, agent_uuid, turn_id, kind, content, data
  from happened, (select count(*) from locked) as first
  order by ordinality
  returning id, created_at
), posted as (
  select * from rows from (json_to_recordset($7::json) as (from_agent uuid, to_agent uuid, content text))
    with ordinality
), sent as (
  insert into mail (from_agent, to_agent, content)
  select from_agent, to_agent, content from posted, (select count(*) from locked) as first
  order by ordinality
), read as (
  update mail set read_at = clock_timestamp()
  from (select count(*) from locked) as first
  where id in (select value::bigint from json_array_elements_text($8::json)) and read_at is null
  returning id
), dequeued as (
  delete from queued_prompts as queued
  using json_to_recordset($11::json) as taken(id uuid, content text, as_text boolean), (select count(*) from locked) as first
  where queued.id = taken.id and queued.content = taken.content and queued.as_text = taken.as_text
  returning queued.agent_uuid
), checked as materialized (
  select refuse_commit((select count(*) from read) < json_array_length($8::json), 'The mail has been read already.')
  union all
  select refuse_commit(
    exists (select from changed join posted on posted.to_agent = changed.uuid where changed.status = 'killed'),
    'The agent was killed.')
  union all
  select refuse_commit(
    exists (select from changed join posted on posted.to_agent = changed.uuid where changed.unread_mail > ${MAX_UNREAD_MAIL}),
    'The agent has ${MAX_UNREAD_MAIL} unread mails and gets no more until it has read them.')
  union all
  select refuse_commit(
    (select count(*) from dequeued) < json_array_length($11::json),
    'The queued prompt was changed, removed or sent by somebody else.')
  union all
  select refuse_commit(
    exists (select from changed join dequeued on agent_uuid = uuid where status = 'killed'),
    'The agent was killed.')
  union all
  select refuse_commit(
    under_killed(array(
      select parent_uuid from born where parent_uuid is not null
      union select agent_uuid from begun
      union select agent_uuid from happened where kind = 'user')),
    'This agent, or one above it, was killed: nothing starts there any more.')
  from (select count(*) from entered) as first
), slain as materialized (
  select killed.* from (select count(*) from recorded) as first, kill_agents($1::bigint, $9::uuid, $10::text) as killed
), settled as (
  delete from stream_journal as old
  where turn_id in (select value::uuid from json_array_elements_text($5::json))
    and not (session_id = $1::bigint and response = 0 and turn_id in (select turn_id from begun))
), started as (
  insert into stream_journal (turn_id, session_id, response, part, agent_uuid, provider, model, thinking_level, events)
  select turn_id, $1::bigint, 0, 0, agent_uuid, provider, model, thinking_level, '[]' from begun
  on conflict do nothing
), touched as (
  select row_to_json(created)::text as agent, uuid from created
  union all
  select row_to_json(changed)::text as agent, uuid from changed
), announced as materialized (
  select pg_notify('ikigai_commit', $1::text || ':' || items)
  from (
    select part, string_agg(item, ',' order by position) as items
    from (
      select item, position, (row_number() over (order by position) - 1) / 150 as part
      from (
        select id::text as item, id as position from recorded
        union all select uuid::text, 0 from touched
        union all select event_id::text, event_id from slain
        union all select agent ->> 'uuid', 0 from slain
      ) as items
    ) as parts
    group by part
    order by part
  ) as notifications
)
select id, extract(epoch from created_at) * 1000 as created_at, null as agent from recorded
union all select null, null, agent from touched
union all select event_id, extract(epoch from happened_at) * 1000, agent::text from slain
union all select null, count(*), null from announced
union all select null, count(*), null from checked
order by id
`

export const COMMIT_CHANNEL = 'ikigai_commit'
