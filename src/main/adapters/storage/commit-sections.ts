import { MAX_UNREAD_MAIL } from '../../../shared/mail-limit.ts'
import { AGENT_TURN_SEED } from './advisory-locks.ts'

/**
 * The parameters of a commit. `touched` are the agents that get events or change, `starting` those below which
 * something begins, both as JSON arrays of ids. `killed` is the agent to kill, `killer` who kills it. The others are
 * JSON arrays of rows or ids, each for the section of its name; `continued` are the settled turns that are also
 * started.
 */
export type CommitParameter =
  | 'session'
  | 'touched'
  | 'starting'
  | 'happened'
  | 'born'
  | 'wanted'
  | 'posted'
  | 'read'
  | 'dequeued'
  | 'begun'
  | 'moved'
  | 'settled'
  | 'continued'
  | 'killed'
  | 'killer'

/** Part of the commit statement. `$name` refers to the parameter of that name. */
interface CommitSection {
  /** The section is included if the commit has all of these. */
  readonly of: readonly CommitParameter[]
  /** Common table expressions. All that write refer to `locked`, so that no lock is waited for after a write. */
  readonly steps?: string
  /** Expressions that refuse the commit, or are false. */
  readonly checks?: readonly string[]
  /** Selects what other engines have to read: an id of an event or agent, and its position. Agents come first. */
  readonly announces?: string
  /** Selects rows of the answer: the id of an event, its time, an agent. */
  readonly returns?: string
}

const LOCKED = '(select count(*) from locked) as first'

const OWN_HOME = '(select home from sessions where id = $session::bigint)'

/** A child has the home of its parent, also if another home forks it. */
const HOME_OF_CHILD = `coalesce((select parent.home from agents as parent where parent.uuid = born.parent_uuid), ${OWN_HOME})`

const TOTALS = `input_tokens bigint, output_tokens bigint, thinking_tokens bigint, cached_tokens bigint, total_tokens bigint,
    cost_usd float8, unpriced_responses integer, partial_responses integer`

const TOTAL_NAMES = [
  'input_tokens',
  'output_tokens',
  'thinking_tokens',
  'cached_tokens',
  'total_tokens',
  'cost_usd',
  'unpriced_responses',
  'partial_responses',
] as const

/** A time in microseconds since 1970. */
function microseconds(column: string): string {
  return `extract(epoch from ${column}) * 1000000`
}

/** In the order in which they are carried out: a kill's events follow the other events. Checks come last. */
export const COMMIT_SECTIONS: readonly CommitSection[] = [
  {
    of: ['happened'],
    steps: `recorded as (
  insert into messages (session_id, agent_uuid, turn_id, kind, content, data)
  select $session::bigint, agent_uuid, turn_id, kind, content, data
  from ${LOCKED}, rows from (json_to_recordset($happened::json) as (
    agent_uuid uuid, turn_id uuid, kind text, content text, data json)) with ordinality
  order by ordinality
  returning id, created_at
)`,
    announces: 'select id::text, id from recorded',
    returns: `select id, ${microseconds('created_at')}, null from recorded`,
  },
  {
    of: ['born'],
    steps: `created as (
  insert into agents (uuid, name, parent_uuid, fork_message_id, fork_from_id, provider, model, thinking_level,
    unread_mail, input_tokens, output_tokens, thinking_tokens, cached_tokens, total_tokens,
    cost_usd, unpriced_responses, partial_responses, profile, home)
  select born.uuid, born.name, born.parent_uuid, born.fork_message_id, born.fork_from_id,
    born.provider, born.model, born.thinking_level, born.unread_mail, ${TOTAL_NAMES.map((name) => `born.${name}`).join(', ')},
    born.profile, case when born.is_here then ${OWN_HOME} else ${HOME_OF_CHILD} end
  from ${LOCKED}, json_to_recordset($born::json) as born(
    uuid uuid, name text, parent_uuid uuid, fork_message_id bigint, fork_from_id bigint,
    provider text, model text, thinking_level text, unread_mail integer, ${TOTALS}, profile json, is_here boolean)
  returning *
)`,
    announces: 'select uuid::text, 0 from created',
    returns: 'select null, null, row_to_json(created)::text from created',
  },
  {
    of: ['wanted'],
    steps: `changed as (
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
  from ${LOCKED}, json_to_recordset($wanted::json) as wanted(
    uuid uuid, name text, provider text, model text, thinking_level text,
    unread_mail integer, wake_on_mail boolean, queued_prompts integer, ${TOTALS})
  where agents.uuid = wanted.uuid
  returning agents.*
)`,
    announces: 'select uuid::text, 0 from changed',
    returns: 'select null, null, row_to_json(changed)::text from changed',
  },
  {
    of: ['posted'],
    steps: `posted as (
  select * from rows from (json_to_recordset($posted::json) as (from_agent uuid, to_agent uuid, content text))
    with ordinality
), sent as (
  insert into mail (from_agent, to_agent, content)
  select from_agent, to_agent, content from ${LOCKED}, posted order by ordinality
)`,
  },
  {
    of: ['posted', 'wanted'],
    checks: [
      `refuse_commit(
    exists (select from changed join posted on posted.to_agent = changed.uuid where changed.status = 'killed'),
    'The agent was killed.')`,
      `refuse_commit(
    exists (select from changed join posted on posted.to_agent = changed.uuid where changed.unread_mail > ${MAX_UNREAD_MAIL}),
    'The agent has ${MAX_UNREAD_MAIL} unread mails and gets no more until it has read them.')`,
    ],
  },
  {
    of: ['read'],
    steps: `read as (
  update mail set read_at = clock_timestamp() from ${LOCKED}
  where id in (select value::bigint from json_array_elements_text($read::json)) and read_at is null
  returning id
)`,
    checks: [
      `refuse_commit((select count(*) from read) < json_array_length($read::json), 'The mail has been read already.')`,
    ],
  },
  {
    // After waiting for another engine's change of the row, PostgreSQL checks the condition again on the changed row.
    of: ['dequeued'],
    steps: `dequeued as (
  delete from queued_prompts as queued
  using ${LOCKED}, json_to_recordset($dequeued::json) as taken(
    id uuid, content text, as_text boolean, attachments json)
  where queued.id = taken.id and queued.content = taken.content and queued.as_text = taken.as_text
    and queued.attachments::jsonb = taken.attachments::jsonb
  returning queued.agent_uuid
)`,
    checks: [
      `refuse_commit(
    (select count(*) from dequeued) < json_array_length($dequeued::json),
    'The queued prompt was changed, removed or sent by somebody else.')`,
    ],
  },
  {
    of: ['dequeued', 'wanted'],
    checks: [
      `refuse_commit(
    exists (select from changed join dequeued on agent_uuid = uuid where status = 'killed'),
    'The agent was killed.')`,
    ],
  },
  {
    // Response 0 of the journal marks a running turn. The first real response replaces it.
    of: ['begun'],
    steps: `begun as (
  select * from json_to_recordset($begun::json) as x(
    turn_id uuid, agent_uuid uuid, provider text, model text, thinking_level text)
), started as (
  insert into stream_journal (turn_id, session_id, response, part, agent_uuid, provider, model, thinking_level, events)
  select turn_id, $session::bigint, 0, 0, agent_uuid, provider, model, thinking_level, '[]' from ${LOCKED}, begun
  on conflict do nothing
)`,
    // An agent that another home took over after its lock was acquired here.
    checks: [
      `refuse_commit(
    exists (select from begun join agents on agents.uuid = begun.agent_uuid where agents.home is distinct from ${OWN_HOME}),
    'The home of this agent is another one.')`,
    ],
  },
  {
    // A turn that runs holds the lock of its agent. What the former home has queued waits for a user of the new one.
    of: ['moved'],
    steps: `taken as (
  select * from json_to_recordset($moved::json) as x(uuid uuid, home uuid, profile json)
), moved as (
  update agents set home = ${OWN_HOME}, wake_on_mail = false, profile = taken.profile
  from ${LOCKED}, taken
  where agents.uuid = taken.uuid and agents.home is not distinct from taken.home
    and pg_try_advisory_xact_lock(hashtextextended(agents.uuid::text, ${AGENT_TURN_SEED}))
  returning agents.*
), requeued as (
  update queued_prompts set home = case when queued_prompts.home is distinct from ${OWN_HOME}
    then coalesce(queued_prompts.home, taken.home) end
  from ${LOCKED}, taken where queued_prompts.agent_uuid = taken.uuid
)`,
    checks: [
      `refuse_commit(
    (select count(*) from moved) < json_array_length($moved::json),
    'A turn of these agents is running, or another home has taken one over. Stop the turns and try again.')`,
    ],
    announces: 'select uuid::text, 0 from moved',
    returns: 'select null, null, row_to_json(moved)::text from moved',
  },
  {
    of: ['settled'],
    steps: `settled as (
  delete from stream_journal using ${LOCKED}
  where turn_id in (select value::uuid from json_array_elements_text($settled::json))
)`,
  },
  {
    // A turn that is settled and started in one commit (its tools run next) keeps its mark.
    of: ['continued'],
    steps: `continued as (
  delete from stream_journal using ${LOCKED}
  where turn_id in (select value::uuid from json_array_elements_text($continued::json))
    and not (session_id = $session::bigint and response = 0)
)`,
  },
  {
    of: ['killed', 'happened'],
    steps: `slain as materialized (
  select slain.* from (select count(*) from recorded) as first,
    kill_agents($session::bigint, $killed::uuid, $killer::text) as slain
)`,
    announces: `select event_id::text, event_id from slain union all select agent ->> 'uuid', 0 from slain`,
    returns: `select event_id, ${microseconds('happened_at')}, agent::text from slain`,
  },
  {
    of: ['starting'],
    checks: [
      `refuse_commit(
    under_killed(array(select value::uuid from json_array_elements_text($starting::json))),
    'This agent, or one above it, was killed: nothing starts there any more.')`,
    ],
  },
]
