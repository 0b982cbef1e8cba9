import { z } from 'zod'

import type { AgentEvent, Tombstone } from '../../../shared/agent-event.ts'
import { EVENTS } from '../../../shared/events.ts'
import { isEventKind } from '../../../shared/event-facts.ts'
import type { TurnId } from '../../../shared/ids.ts'
import type { JsonValue } from '../../../shared/json.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { storageError } from './storage-error.ts'
import { defined } from '../../../shared/defined.ts'

/** A row of `messages` as Drizzle reads it. */
export interface EventRow {
  readonly id: number
  readonly sessionId: number
  readonly agentUuid: string
  readonly turnId: TurnId | null
  readonly kind: string
  readonly content: string | null
  readonly data: JsonValue | null
  /** ISO 8601 in UTC. */
  readonly createdAt: string
}

/**
 * Converts rows to events. A row of an unknown kind is an error: an incomplete log must not be taken for a complete
 * one.
 */
export function toEvents(rows: readonly EventRow[]): Result<readonly AgentEvent[]> {
  const events: AgentEvent[] = []
  for (const row of rows) {
    const event = toCandidate(row)
    if (!isAgentEvent(event)) {
      return err(storageError(`Event ${row.id} is of a kind that this version does not know: ${row.kind}.`, false))
    }
    events.push(event)
  }
  return ok(events)
}

type Candidate = Pick<AgentEvent, 'id' | 'sessionId' | 'agentId' | 'turnId' | 'content' | 'createdAt' | 'tombstone'> & {
  readonly kind: string
  readonly data: unknown
}

function toCandidate({ agentUuid, data, ...row }: EventRow): Candidate {
  // Rows that were written by hand may lack data where the types require an object.
  const rule = isEventKind(row.kind) ? EVENTS[row.kind].data : 'required'
  const checked = rule === 'none' ? null : isObject(data) ? data : rule === 'optional' ? null : {}
  return { ...row, agentId: agentUuid, data: checked, ...tombstoneIn(row.id, data) }
}

const tombstoneSchema = z.object({
  redacted: z.object({
    event: z.number().int(),
    at: z.string(),
    by: z.string(),
    reason: z.string().optional(),
  }),
})

/** An imported event may claim to be one; the event that redacts another is never older. */
function tombstoneIn(id: number, data: JsonValue | null): { readonly tombstone?: Tombstone } {
  if (!isObject(data)) return {}
  const found = tombstoneSchema.safeParse(data)
  if (!found.success || found.data.redacted.event <= id) return {}
  const { reason, ...others } = found.data.redacted
  return { tombstone: { ...others, ...defined({ reason }) } }
}

/** `data` is trusted: only commits of this adapter write it, and the database refuses changes. */
function isAgentEvent(candidate: Candidate): candidate is Candidate & AgentEvent {
  return isEventKind(candidate.kind)
}

function isObject(value: JsonValue | null): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
