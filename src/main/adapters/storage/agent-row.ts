import { z } from 'zod'
import { AGENT_COLUMN_LIST, columnSchemas, plainAttributes } from '../../../shared/agent-attributes.ts'
import type { AgentRecord, ModelChoice } from '../../../shared/agent-summary.ts'
import type { HomeId } from '../../../shared/home.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'
import { UNREADABLE_PROFILE } from '../../../shared/profile.ts'
import { decodeJson } from './lossless-text.ts'
import { defined } from '../../../shared/defined.ts'

/** A row of `agents` in the form of `row_to_json`, which commits and queries both use. */
const stored = columnSchemas('stored')
const agentRowSchema = z.object(stored)
type AgentRow = z.infer<typeof agentRowSchema>

/** What counts in place of values that cannot be read. */
const IN_PLACE: ReadonlyMap<string, unknown> = new Map(
  AGENT_COLUMN_LIST.map(({ name, unreadable }) => [
    name,
    unreadable === 'strictest' ? UNREADABLE_PROFILE : unreadable?.value,
  ]),
)

/** Columns without which the agent works on. */
const HARMLESS: ReadonlySet<string> = new Set(
  AGENT_COLUMN_LIST.flatMap(({ name, unreadable }) => (unreadable === 'strictest' ? [name] : [])),
)

/** `own`: the home whose agents have no `home`; null: all have theirs. Never fails: see `AgentRecord.unreadable`. */
export function toAgentRecord(json: string, own: HomeId | null): AgentRecord {
  const { row, unreadable } = readRow(decodeJson(json))
  const damaged = unreadable.filter((name) => !HARMLESS.has(name))
  return {
    ...plainAttributes(row),
    choice: toChoice(row),
    usage: {
      inputTokens: row.input_tokens,
      outputTokens: row.output_tokens,
      thinkingTokens: row.thinking_tokens,
      cachedTokens: row.cached_tokens,
      totalTokens: row.total_tokens,
    },
    cost: { usd: row.cost_usd, unpriced: row.unpriced_responses, partial: row.partial_responses },
    ...defined({
      profile: row.profile ?? undefined,
      home: row.home !== null && row.home !== own ? row.home : undefined,
      unreadable: damaged.length > 0 ? damaged : undefined,
    }),
  }
}

function readRow(value: JsonValue): { readonly row: AgentRow; readonly unreadable: readonly string[] } {
  const whole = parsed(agentRowSchema, value)
  if (whole !== null) return { row: whole, unreadable: [] }
  const came: JsonObject = isJsonObject(value) ? value : {}
  const unreadable = Object.entries(stored).flatMap(([name, schema]) =>
    parsed(z.object({ [name]: schema }), came) === null ? [name] : [],
  )
  const replaced = unreadable.map((name) => [name, IN_PLACE.get(name)])
  return { row: agentRowSchema.parse({ ...came, ...Object.fromEntries(replaced) }), unreadable }
}

/** Null: the value is not of this form. Times throw. */
function parsed<T>(schema: z.ZodType<T>, value: unknown): T | null {
  try {
    return schema.safeParse(value).data ?? null
  } catch {
    return null
  }
}

/** Takes agents of which each is above the other out of their circle: their rows were changed by another program. */
export function withoutCircles(agents: readonly AgentRecord[]): readonly AgentRecord[] {
  const circles = inCircles(new Map(agents.map(({ id, parentId }) => [id, parentId])))
  return agents.map((agent) =>
    circles.has(agent.id)
      ? { ...agent, parentId: null, unreadable: [...(agent.unreadable ?? []), 'parent_uuid'] }
      : agent,
  )
}

/** Returns who is above itself. Each is visited once, because a chain of forks may have thousands. */
function inCircles(parents: ReadonlyMap<string, string | null>): ReadonlySet<string> {
  const visited = new Set<string>()
  const circles = new Set<string>()
  for (const id of parents.keys()) {
    const above = new Set<string>()
    let at: string | null = id
    for (; at !== null && !visited.has(at); at = parents.get(at) ?? null) {
      visited.add(at)
      above.add(at)
    }
    // This path has come back to one of its own.
    if (at === null || !above.has(at)) continue
    for (; at !== null && !circles.has(at); at = parents.get(at) ?? null) circles.add(at)
  }
  return circles
}

function toChoice({ provider, model, thinking_level }: AgentRow): ModelChoice | null {
  if (provider === null || model === null || thinking_level === null) return null
  return { provider, model, thinkingLevel: thinking_level }
}
