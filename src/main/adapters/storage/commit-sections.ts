import { AGENT_COLUMN_LIST, WITHHELD_COLUMNS } from '../../../shared/agent-attributes.ts'
import { MAX_UNREAD_MAIL } from '../../../shared/mail-limit.ts'
import { AGENT_TURN_SEED } from './advisory-locks.ts'
import { recordset } from './statements.ts'

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

const names = (columns: readonly { readonly name: string }[]) => columns.map(({ name }) => name)

/** The columns of a new agent's row that the change gives. */
const BORN = AGENT_COLUMN_LIST.filter(({ created }) => created === 'given')

/** The columns that changes of agents name. */
const WANTED = AGENT_COLUMN_LIST.filter(({ change }) => change !== 'kept')

/** What gives a right is at another home as for a new agent. */
const WITHHELD = WITHHELD_COLUMNS.map(({ name }) => `${name} = default`).join(', ')

function assignment({ name, change }: (typeof WANTED)[number]): string {
  return change === 'added'
    ? `${name} = agents.${name} + wanted.${name}`
    : `${name} = coalesce(wanted.${name}, agents.${name})`
}

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
  insert into agents (${names(BORN).join(', ')}, home)
  select ${names(BORN)
    .map((name) => `born.${name}`)
    .join(', ')}, case when born.is_here then ${OWN_HOME} else ${HOME_OF_CHILD} end
  from ${LOCKED}, json_to_recordset($born::json) as born(${recordset(BORN)}, is_here boolean)
  returning *
)`,
    announces: 'select uuid::text, 0 from created',
    returns: 'select null, null, row_to_json(created)::text from created',
  },
  {
    of: ['wanted'],
    steps: `changed as (
  update agents set
    ${WANTED.map(assignment).join(',\n    ')}
  from ${LOCKED}, json_to_recordset($wanted::json) as wanted(uuid uuid, ${recordset(WANTED)})
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
  update agents set home = ${OWN_HOME}, ${WITHHELD}, profile = taken.profile
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
