import { AGENT_CHANGE_SEED, KILL_LOCK } from './advisory-locks.ts'
import { COMMIT_SECTIONS, type CommitParameter } from './commit-sections.ts'

export const COMMIT_CHANNEL = 'ikigai_commit'

/** Items of one notification: PostgreSQL limits it to 8,000 bytes. */
const ANNOUNCED_AT_ONCE = 150

interface CommitStatement {
  readonly text: string
  /** The parameters $1, $2, … in this order. */
  readonly parameters: readonly CommitParameter[]
}

const statements = new Map<string, CommitStatement>()

/**
 * Returns the statement that carries out a change of core with these parameters: one round trip, one transaction. It
 * contains only what the change needs, because PostgreSQL prepares every part of a plan for each execution, also those
 * that find no rows. The same parameters give the same text, so the driver prepares it once per connection.
 */
export function commitStatement(present: readonly CommitParameter[]): CommitStatement {
  const key = present.join()
  const known = statements.get(key)
  if (known !== undefined) return known
  const made = numberParameters(composeText(new Set(present)), present)
  statements.set(key, made)
  return made
}

/**
 * - `entered` separates kills from all other commits: a kill waits until running commits are done, and later commits
 *   wait for it. There is one lock for any number of agents, and it is taken first, so that two commits cannot
 *   deadlock.
 * - `locked` serialises commits to the same agent before ids are drawn, so that an agent's events become visible in the
 *   order of their ids, even with several writers: a reader that has seen id 7 never finds a 6 later. The keys are
 *   sorted, so that two commits to several agents cannot deadlock. It is the first part of the answer, so that the locks
 *   are always taken.
 * - `checked` refuses the whole commit if the database is no longer as the change assumed.
 * - `announced` tells other engines which rows to read. Notifications arrive only if the transaction commits.
 */
function composeText(present: ReadonlySet<CommitParameter>): string {
  const sections = COMMIT_SECTIONS.filter(({ of }) => of.every((name) => present.has(name)))
  const announces = sections.flatMap((section) => section.announces ?? [])
  const checks = sections.flatMap((section) => section.checks ?? [])
  const kind = present.has('killed') ? '' : '_shared'
  const steps = [
    `entered as materialized (select pg_advisory_xact_lock${kind}(${KILL_LOCK}))`,
    `locked as materialized (
  select pg_advisory_xact_lock(key) from (select count(*) from entered) as first, (
    select hashtextextended(value::uuid::text, ${AGENT_CHANGE_SEED}) as key from json_array_elements_text($touched::json) order by key
  ) as keys
)`,
    ...sections.flatMap((section) => section.steps ?? []),
    ...(announces.length > 0 ? [announced(announces)] : []),
    ...(checks.length > 0 ? [`checked as materialized (${checks.map(check).join(' union all ')})`] : []),
  ]
  const answers = [
    'select null::bigint as id, count(*)::numeric as created_at, null as agent from locked',
    ...sections.flatMap((section) => section.returns ?? []),
    ...(announces.length > 0 ? ['select null, count(*), null from announced'] : []),
    ...(checks.length > 0 ? ['select null, count(*), null from checked'] : []),
  ]
  return `with ${steps.join(', ')}\n${answers.join('\nunion all ')}\norder by id`
}

const check = (expression: string): string => `select ${expression} from (select count(*) from locked) as first`

function announced(items: readonly string[]): string {
  return `announced as materialized (
  select pg_notify('${COMMIT_CHANNEL}', $session::text || ':' || array_to_string(items[at : at + ${ANNOUNCED_AT_ONCE - 1}], ','))
  from (select array_agg(item order by position) as items from (${items.join(' union all ')}) as x(item, position)) as x,
    generate_series(1, cardinality(items), ${ANNOUNCED_AT_ONCE}) as at
)`
}

/** PostgreSQL refuses a parameter that the text does not mention. */
function numberParameters(text: string, present: readonly CommitParameter[]): CommitStatement {
  const mentioned = new Set(text.match(/\$[a-z]+/g))
  const parameters = present.filter((name) => mentioned.has(`$${name}`))
  const numbers = new Map<string, number>(parameters.map((name, index) => [name, index + 1]))
  return { text: text.replace(/\$([a-z]+)/g, (_, name: string) => `$${numbers.get(name) ?? name}`), parameters }
}
