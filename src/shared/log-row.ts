import { z } from 'zod'

import { AGENT_COLUMN_LIST, columnSchemas } from './agent-attributes.ts'
import { agentProfileSchema } from './agent-profile.ts'
import { sha256Schema } from './attachment.ts'
import { EVENTS } from './events.ts'
import { jsonObjectSchema } from './event-schemas.ts'
import { EVENT_KINDS, isEventKind } from './event-facts.ts'
import type { AgentId } from './ids.ts'
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from './json.ts'
import type { Withheld } from './withheld.ts'

/** The lines of an export (docs/import-format.md): the columns of the tables. Optional keys have defaults. */

const id = z.number().int().positive()
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null)
/** Any name is accepted: agents receive new ids. */
const label = z.string().min(1).max(200)
const time = optional(z.iso.datetime({ offset: true }))

const agentRowSchema = z.object(columnSchemas('exported'))
export type AgentRow = z.infer<typeof agentRowSchema>

const eventRowSchema = z.object({
  id: optional(id),
  agent_uuid: label.default('agent'),
  turn_id: optional(label),
  kind: z.enum(EVENT_KINDS),
  content: optional(z.string()),
  data: optional(jsonObjectSchema),
  created_at: time,
})
export type EventRow = z.infer<typeof eventRowSchema>

const mailRowSchema = z.object({
  id: optional(id),
  from_agent: label,
  to_agent: label,
  content: z.string(),
  sent_at: time,
  read_at: time,
})
export type MailRow = z.infer<typeof mailRowSchema>

/** A piece of a file that events refer to; `data` is base64. With `missing`, the exporting database did not have it. */
const fileColumns = z.object({
  sha256: sha256Schema,
  bytes: z.number().int().nonnegative().default(0),
  offset: z.number().int().nonnegative().default(0),
  data: optional(z.base64()),
  missing: z.boolean().default(false),
})
const fileRowSchema = fileColumns.refine(
  ({ data, missing }) => missing !== (data !== null),
  'expected `data`, or `missing`',
)
export type FileRow = Readonly<z.infer<typeof fileRowSchema>>

/** Which kind of line it is: by its `type`, else by its columns. Undefined or another value: none of the format. */
export function rowType(json: JsonObject): JsonValue | undefined {
  if (json['type'] !== undefined && json['type'] !== null) return json['type']
  if ('kind' in json) return 'event'
  if ('uuid' in json) return 'agent'
  return 'to_agent' in json ? 'mail' : undefined
}

export const ROW_TYPES = ['ikigai', 'agent', 'event', 'mail', 'file'] as const
export type LogRowType = (typeof ROW_TYPES)[number]

const TYPES: ReadonlySet<JsonValue | undefined> = new Set(ROW_TYPES)

/** Every line may have its type and its hashes, which an import does not need. */
const ANYWHERE = ['type', 'seq', 'previous', 'hash']

/** The columns of each type of line: those that an import reads, and those that follow from others. */
const COLUMNS: Readonly<Record<LogRowType, ReadonlySet<string>>> = {
  ikigai: new Set([...ANYWHERE, 'version', 'files', 'agent_uuid', 'events', 'head', 'end', 'order', 'signed', 'note']),
  agent: new Set([...ANYWHERE, ...AGENT_COLUMN_LIST.map(({ name }) => name)]),
  event: new Set([...ANYWHERE, ...Object.keys(eventRowSchema.shape), 'session_id']),
  mail: new Set([...ANYWHERE, ...Object.keys(mailRowSchema.shape)]),
  file: new Set([...ANYWHERE, ...Object.keys(fileColumns.shape)]),
}

/**
 * Returns the keys of a line whose values an import does not keep, although they may mean something to the program that wrote
 * them. `profile.X`: of an agent's profile; `data`: of an event whose kind has none.
 */
export function unreadKeys(type: LogRowType, json: JsonObject): readonly string[] {
  const { profile, data } = json
  return [
    ...keysBeside(json, COLUMNS[type]),
    ...(type === 'agent' && isJsonObject(profile)
      ? keysBeside(profile, PROFILE_KEYS).map((key) => `profile.${key}`)
      : []),
    ...(type === 'event' && hasNoData(json['kind']) && isJsonObject(data) && Object.keys(data).length > 0
      ? ['data']
      : []),
  ]
}

const PROFILE_KEYS: ReadonlySet<string> = new Set(Object.keys(agentProfileSchema.shape))

/** A null says nothing that could be lost. */
function keysBeside(json: JsonObject, known: ReadonlySet<string>): readonly string[] {
  return Object.keys(json).filter((key) => !known.has(key) && json[key] !== null)
}

function hasNoData(kind: JsonValue | undefined): boolean {
  return typeof kind === 'string' && isEventKind(kind) && EVENTS[kind].data === 'none'
}

/** A key that lines of an import had and that was not kept. */
export interface UnreadKey {
  readonly type: LogRowType
  readonly key: string
  /** The number of lines. */
  readonly count: number
}

/** Whether a line is one of an export: other programs write lines of JSON too, some of them with a `kind` or `uuid`. */
export function isLogLine(line: string): boolean {
  try {
    const json = parseJson(line)
    if (!isJsonObject(json) || 'sessionId' in json) return false
    const type = rowType(json)
    const kind = json['kind']
    return TYPES.has(type) && (type !== 'event' || (typeof kind === 'string' && isEventKind(kind)))
  } catch {
    return false
  }
}

/** A valid row, or the problem with it. */
export type RowCheck<T> = { readonly ok: true; readonly row: T } | { readonly ok: false; readonly problem: string }

export function checkAgentRow(json: unknown): RowCheck<AgentRow> {
  return check(agentRowSchema, json)
}

export function checkEventRow(json: unknown): RowCheck<EventRow> {
  return check(eventRowSchema, json)
}

export function checkFileRow(json: unknown): RowCheck<FileRow> {
  return check(fileRowSchema, json)
}

export function checkMailRow(json: unknown): RowCheck<MailRow> {
  return check(mailRowSchema, json)
}

/** Returns what is missing in the data of an event, or null. */
export function checkEventData({
  kind,
  data,
}: {
  readonly kind: EventRow['kind']
  readonly data: EventRow['data']
}): string | null {
  const { schema } = EVENTS[kind]
  const checked = schema === null ? null : check<unknown>(schema, data ?? {})
  return checked === null || checked.ok ? null : `in the data of this ${kind}: ${checked.problem}`
}

function check<T>(schema: z.ZodType<T>, json: unknown): RowCheck<T> {
  const parsed = schema.safeParse(json)
  return parsed.success ? { ok: true, row: parsed.data } : { ok: false, problem: wordsFor(parsed.error) }
}

function wordsFor({ issues: [first] }: z.ZodError): string {
  if (first === undefined) return 'its form is not valid.'
  const where = first.path.length === 0 ? '' : `${first.path.join('.')}: `
  return `${where}${first.message}.`
}

export interface ImportResult {
  /** All new agents, in the order of the file. */
  readonly agents: readonly AgentId[]
  readonly events: number
  /** Stored files of the import. Missing: none. */
  readonly files?: number
  /** Files that its events refer to and that neither the import nor the database has. Missing: none. */
  readonly missingFiles?: number
  /** What the file had and the agents did not get. Missing: nothing. */
  readonly withheld?: readonly Withheld[]
  /** The keys of lines that this version does not know, so that their values were not kept. Missing: none. */
  readonly unread?: readonly UnreadKey[]
}
