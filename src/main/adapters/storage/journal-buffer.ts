import type { AgentId, TurnId } from '../../../shared/ids.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import { type Delta, isDelta, mergeDelta, type Mutable } from '../../../shared/stream-event.ts'
import type { JournalEvent } from '../../core/ports/storage-ports.ts'

/** A sequence of events that is written as one row and never changes once it is sealed. */
export interface JournalPart {
  readonly part: number
  readonly events: readonly JournalEvent[]
}

/** The streamed events of one response, and which of them are not on disk yet. */
export interface ResponseBuffer {
  readonly agentId: AgentId
  readonly turnId: TurnId
  readonly choice: ModelChoice
  readonly response: number
  append(event: JournalEvent): void
  /** Seals the events since the last call and returns all sealed parts that are not on disk yet, oldest first. */
  unwritten(): readonly JournalPart[]
  /** Marks those parts as written to disk. */
  written(parts: readonly JournalPart[]): void
}

/** The first part is empty: it marks the start of the response. */
export function createResponseBuffer(
  agentId: AgentId,
  turnId: TurnId,
  choice: ModelChoice,
  response: number,
): ResponseBuffer {
  let sealed: JournalPart[] = [{ part: 0, events: [] }]
  let parts = 1
  let open: JournalEvent[] = []
  // A copy of the newest delta, which is already in `open`. It grows in place, so that appending is cheap.
  let tail: Mutable<Delta> | null = null

  return {
    agentId,
    turnId,
    choice,
    response,
    append(event) {
      if (tail !== null && mergeDelta(tail, event)) return
      const own = { ...event }
      tail = isDelta(own) ? own : null
      open.push(own)
    },
    unwritten() {
      tail = null
      if (open.length > 0) sealed = [...sealed, { part: parts++, events: open }]
      open = []
      return sealed
    },
    written(parts) {
      sealed = sealed.filter((part) => !parts.includes(part))
    },
  }
}

/** Joins the deltas of one block across rows, so that a recovered turn consists of few pieces. */
export function mergeEvents(events: readonly JournalEvent[]): readonly JournalEvent[] {
  const merged: JournalEvent[] = []
  let tail: Mutable<Delta> | null = null
  for (const event of events) {
    if (tail !== null && mergeDelta(tail, event)) continue
    const own = { ...event }
    tail = isDelta(own) ? own : null
    merged.push(own)
  }
  return merged
}
