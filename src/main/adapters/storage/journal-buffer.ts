import type { AgentId, TurnId } from '../../../shared/ids.ts'
import type { ModelChoice } from '../../../shared/agent-summary.ts'
import type { JournalEvent } from '../../core/ports.ts'

/** A run of events that is written as one row and never changes after it was sealed. */
export interface JournalPart {
  readonly part: number
  readonly events: readonly JournalEvent[]
}

/** What one response has streamed and what of it is not on disk yet. */
export interface ResponseBuffer {
  readonly agentId: AgentId
  readonly turnId: TurnId
  readonly choice: ModelChoice
  readonly response: number
  append(event: JournalEvent): void
  /** Seals what came since the last call; all sealed parts that are not written yet, oldest first. */
  unwritten(): readonly JournalPart[]
  /** Those parts are on disk. */
  written(parts: readonly JournalPart[]): void
}

type Delta = Extract<JournalEvent, { type: 'text_delta' | 'thinking_delta' | 'tool_call_delta' }>

/** The first part is empty: it says that the response has begun. */
export function createResponseBuffer(
  begin: Pick<ResponseBuffer, 'agentId' | 'turnId' | 'choice' | 'response'>,
): ResponseBuffer {
  let sealed: JournalPart[] = [{ part: 0, events: [] }]
  let parts = 1
  let open: JournalEvent[] = []
  // Our own copy of the newest delta, which grows: appending must cost next to nothing.
  let tail: { text: string; readonly of: Delta } | null = null

  const closeTail = (): void => {
    if (tail !== null) open.push(withText(tail.of, tail.text))
    tail = null
  }
  return {
    ...begin,
    append(event) {
      if (!isDelta(event)) {
        closeTail()
        open.push(event)
      } else if (tail !== null && continues(tail.of, event)) {
        tail.text += textOf(event)
      } else {
        closeTail()
        tail = { text: textOf(event), of: event }
      }
    },
    unwritten() {
      closeTail()
      if (open.length > 0) sealed = [...sealed, { part: parts++, events: open }]
      open = []
      return sealed
    },
    written(parts) {
      sealed = sealed.filter((part) => !parts.includes(part))
    },
  }
}

/** Joins what belongs together across rows, so that a recovered turn reads as if it had streamed in few pieces. */
export function mergeEvents(events: readonly JournalEvent[]): readonly JournalEvent[] {
  const merged: JournalEvent[] = []
  for (const event of events) {
    const last = merged.at(-1)
    if (last && isDelta(last) && isDelta(event) && continues(last, event)) {
      merged[merged.length - 1] = withText(last, textOf(last) + textOf(event))
    } else merged.push(event)
  }
  return merged
}

function isDelta(event: JournalEvent): event is Delta {
  return event.type === 'text_delta' || event.type === 'thinking_delta' || event.type === 'tool_call_delta'
}

function continues(last: Delta, next: Delta): boolean {
  return last.type === next.type && last.blockIndex === next.blockIndex && callOf(last) === callOf(next)
}

function callOf(delta: Delta): string | null {
  return delta.type === 'tool_call_delta' ? delta.id : null
}

function textOf(delta: Delta): string {
  return delta.type === 'tool_call_delta' ? delta.jsonFragment : delta.text
}

function withText(delta: Delta, text: string): Delta {
  return delta.type === 'tool_call_delta' ? { ...delta, jsonFragment: text } : { ...delta, text }
}
