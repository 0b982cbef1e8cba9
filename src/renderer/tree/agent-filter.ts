import type { AgentSummary } from '../../shared/agent-summary.ts'
import type { AgentId } from '../../shared/ids.ts'
import { agentPath } from '../store/tree-rows.ts'
import { isRunning, isWaiting } from '../store/agent-state.ts'

/** What the conditions of a filter look at. */
interface FilterContext {
  readonly agents: ReadonlyMap<AgentId, AgentSummary>
  readonly archived: ReadonlySet<AgentId>
}

/** A condition on an agent. */
type AgentTest = (agent: AgentSummary, context: FilterContext) => boolean

/** The words after `is:`. */
const STATES: Readonly<Record<string, AgentTest>> = {
  running: isRunning,
  waiting: isWaiting,
  failed: ({ activity }) => activity.type === 'failed',
  idle: ({ activity, status }) => activity.type === 'idle' && status !== 'killed',
  killed: ({ status }) => status === 'killed',
  pinned: ({ pinned }) => pinned === true,
  archived: ({ id }, { archived }) => archived.has(id),
  unread: ({ unreadMail }) => unreadMail > 0,
  interrupted: ({ unfinished }) => unfinished?.type === 'interrupted',
}

/** The keys before a colon. `value` is in lower case. Null: not a value of this key. */
const KEYS: Readonly<Record<string, (value: string) => AgentTest | null>> = {
  is: (value) => STATES[value] ?? null,
  model: (value) => (agent) => agent.choice?.model.toLowerCase().includes(value) ?? false,
  provider: (value) => (agent) => agent.choice?.provider.includes(value) ?? false,
  project: (value) => (agent) => agent.folder?.toLowerCase().includes(value) ?? false,
  below:
    (value) =>
    (agent, { agents }) =>
      agentPath(agents, agent.id).slice(0, -1).some(textTest(value)),
  cost: costTest,
  after: (value) => dateTest(value, (active, date) => active >= date),
  before: (value) => dateTest(value, (active, date) => active < date),
}

export const FILTER_STATES = Object.keys(STATES)
export const FILTER_KEYS = Object.keys(KEYS)

/** An optional `-`, an optional key, and a quoted text or a word. */
const TERM = /(-?)(?:([a-z]+):)?(?:"([^"]*)"?|([^\s"]+))/gi

/**
 * Parses a filter of the tree: words and "quoted words" of the name, the beginning of an id (4 hex digits or more),
 * `is:`, `model:`, `provider:`, `project:` (a part of the folder's path), `below:`, `cost:>1` (US dollars), `after:2026-11-01` and `before:`; commas separate
 * several values of a key, and `-` negates. Anything else counts as a word. Null: the query is empty.
 */
export function parseAgentFilter(query: string): AgentTest | null {
  const tests = [...query.matchAll(TERM)].map(([, minus, key, quoted, word = '']) => {
    const test = termTest(key?.toLowerCase(), (quoted ?? word).toLowerCase())
    return minus === '-' ? negated(test) : test
  })
  return tests.length === 0 ? null : (agent, context) => tests.every((test) => test(agent, context))
}

function termTest(key: string | undefined, value: string): AgentTest {
  if (key === undefined) return textTest(value)
  const tests = value.split(',').map((each) => KEYS[key]?.(each) ?? null)
  const known = tests.filter((test) => test !== null)
  if (known.length < tests.length) return textTest(`${key}:${value}`)
  return (agent, context) => known.some((test) => test(agent, context))
}

function negated(test: AgentTest): AgentTest {
  return (agent, context) => !test(agent, context)
}

const ID_START = /^[0-9a-f]{4}[0-9a-f-]*$/

/** A number must not begin in the middle of another one: `7` does not match 17. */
function textTest(text: string): (agent: AgentSummary) => boolean {
  const name = new RegExp(`${/^\d/.test(text) ? String.raw`(?<!\d)` : ''}${escaped(text)}`, 'i')
  return (agent) => name.test(agent.name) || (ID_START.test(text) && agent.id.startsWith(text))
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)
}

function costTest(value: string): AgentTest | null {
  const [, sign, amount] = /^([<>])(\d+(?:\.\d+)?)$/.exec(value) ?? []
  if (sign === undefined) return null
  return ({ cost }) => (sign === '>' ? cost.usd > Number(amount) : cost.usd < Number(amount))
}

/** A day in the local time zone. */
function dateTest(value: string, compare: (active: number, date: number) => boolean): AgentTest | null {
  const date = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(`${value}T00:00`) : Number.NaN
  if (Number.isNaN(date)) return null
  return ({ lastActivityAt, createdAt }) => compare(Date.parse(lastActivityAt ?? createdAt), date)
}
