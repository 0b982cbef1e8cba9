import { z } from 'zod'

import { type JsonObject, parseJsonObject } from './json.ts'
import { signedHeadSchema } from './signed-head.ts'

/** The name of the format, in the first line of a file with disclosed events (docs/import-format.md#disclosed-events). */
export const DISCLOSURE = 'ikigai-disclosure'

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/)
const placeSchema = z.number().int().positive()

const headerSchema = z.strictObject({
  format: z.literal(DISCLOSURE),
  version: z.literal(1),
  /** The ids of the events that are disclosed, ascending. */
  events: z.array(placeSchema),
  signed: signedHeadSchema,
})

/** Begins the rows of an agent, which go on to the end that was signed. */
const agentSchema = z.strictObject({
  agent: z.string(),
  /** The place of the first row. */
  from: placeSchema,
  /** The chain before it. */
  previous: hashSchema,
  /** The place of the event at which the agent was forked, in rows before these. Null: these are the first rows. */
  forkedAt: z.strictObject({ agent: z.string(), seq: placeSchema }).nullable(),
})

const hiddenSchema = z.strictObject({ leaf: hashSchema })

const eventSchema = z.strictObject({
  seq: placeSchema,
  id: placeSchema,
  session: z.number(),
  turn: z.string().nullable(),
  kind: z.string(),
  /** Microseconds since the epoch. */
  at: z.number(),
  leaf: hashSchema,
  chain: hashSchema,
})

const disclosedSchema = eventSchema.extend({
  content: z.string().nullable(),
  /** JSON, byte by byte as it is stored. */
  data: z.string().nullable(),
  salts: hashSchema,
})

/** An event whose content is gone. */
const redactedSchema = eventSchema.extend({
  /** The salted hashes of what it had; null: it had none. */
  contentHash: hashSchema.nullable(),
  dataHash: hashSchema.nullable(),
})

export type DisclosureHeader = z.infer<typeof headerSchema>
export type DisclosedAgent = z.infer<typeof agentSchema>
export type DisclosedEvent = z.infer<typeof disclosedSchema> | z.infer<typeof redactedSchema>
export type DisclosureRow = DisclosedAgent | DisclosedEvent | z.infer<typeof hiddenSchema>

const rowSchema = z.union([hiddenSchema, disclosedSchema, redactedSchema, agentSchema])

/** Returns the first line of a file with disclosed events; null: it is none. */
export function parseDisclosureHeader(line: string): DisclosureHeader | null {
  return headerSchema.safeParse(parseWritten(line)).data ?? null
}

/** Returns another line of such a file; null: it is none. */
export function parseDisclosureRow(line: string): DisclosureRow | null {
  return rowSchema.safeParse(parseWritten(line)).data ?? null
}

/** Null: it is not JSON, or not in the form in which it was written, such as with white space or a repeated key. */
function parseWritten(line: string): JsonObject | null {
  const value = parseJsonObject(line)
  return value !== null && JSON.stringify(value) === line ? value : null
}
