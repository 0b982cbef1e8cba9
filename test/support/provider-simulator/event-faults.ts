import type { JsonObject, JsonValue } from '../../../src/shared/json.ts'
import { isJsonObject } from '../../../src/shared/json.ts'
import { assertNever } from '../../../src/shared/assert-never.ts'
import { midStreamError } from './mid-stream-error.ts'
import type { ProviderFailure } from './provider-failure.ts'
import type { ResponsePlan } from './response-plan.ts'
import { listOf, objectOf, objectsOf, textOf } from './read-json.ts'
import { isTerminalEvent } from './terminal-event.ts'
import { unknownBlock, unknownEvent } from './unknown-content.ts'
import { rawEvent, withPayload } from './stream-item.ts'
import type { StreamItem, WireEvent } from './stream-item.ts'

/** Faults in which events come, or in what they say. Positions count events from 0; a hold is none. */
export type EventFault =
  /** The provider's own error in the middle of a stream, then the end. */
  | { readonly type: 'error_mid_stream'; readonly afterEvents: number; readonly failure?: ProviderFailure }
  /** A clean end just before the event that says that the answer is over. */
  | { readonly type: 'end_before_terminal' }
  | { readonly type: 'end_after'; readonly events: number }
  /** A clean end in the middle of an event's bytes; the last one when no event is named. */
  | { readonly type: 'half_event'; readonly event?: number }
  | { readonly type: 'pings_and_comments' }
  | { readonly type: 'missing_block_stop' }
  | { readonly type: 'missing_usage' }
  | { readonly type: 'unknown_event' }
  | { readonly type: 'unknown_block' }
  | { readonly type: 'unknown_finish_reason' }
  | { readonly type: 'duplicate_event'; readonly event: number }
  /** Exchanges the event with the one behind it. */
  | { readonly type: 'swap_events'; readonly event: number }
  /** The event's JSON lacks its last character. */
  | { readonly type: 'malformed_json'; readonly event: number }
  /** The first delta's text becomes this one: 16 MB, a lone surrogate, a NUL. */
  | { readonly type: 'replace_text'; readonly text: string }
  /** The stream's first event comes once more, in the middle. */
  | { readonly type: 'second_start'; readonly afterEvents: number }

export function applyEventFault(plan: ResponsePlan, fault: EventFault): ResponsePlan {
  return { ...plan, items: changeItems(plan, fault) }
}

function changeItems(plan: ResponsePlan, fault: EventFault): readonly StreamItem[] {
  const { items, request } = plan
  switch (fault.type) {
    case 'error_mid_stream': {
      const failure = fault.failure ?? { kind: 'overloaded' }
      return [...firstEvents(items, fault.afterEvents), ...midStreamError(failure, request, fault.afterEvents)]
    }
    case 'end_before_terminal':
      return items.slice(0, terminalIndex(plan))
    case 'end_after':
      return firstEvents(items, fault.events)
    case 'half_event':
      return halfEvent(items, fault.event ?? countEvents(items) - 1)
    case 'pings_and_comments':
      return items.flatMap((item) => [...noise(plan), item])
    case 'missing_block_stop':
      return items.filter((item) => item !== lastBlockStop(items))
    case 'missing_usage':
      return changeEvents(items, (json) => withoutKeys(json, ['usage', 'usageMetadata']))
    case 'unknown_event':
      return insertBefore(items, 1, unknownEvent(request.wire))
    case 'unknown_block':
      return insertBefore(items, terminalIndex(plan), unknownBlock(plan))
    case 'unknown_finish_reason':
      return changeEvents(items, withUnknownFinish)
    case 'duplicate_event':
      return changeAt(items, fault.event, (event) => [event, event])
    case 'swap_events':
      return swapEvents(items, fault.event)
    case 'malformed_json':
      return changeAt(items, fault.event, (event) => [malformed(event)])
    case 'replace_text':
      return replaceText(items, fault.text)
    case 'second_start':
      return secondStart(items, fault.afterEvents)
    default:
      return assertNever(fault)
  }
}

/** The items up to the nth event, holds included. */
function firstEvents(items: readonly StreamItem[], count: number): readonly StreamItem[] {
  return items.slice(0, indexOfEvent(items, count))
}

/** Where the nth event stands among the items; the end when there are fewer. */
export function indexOfEvent(items: readonly StreamItem[], event: number): number {
  let seen = 0
  const index = items.findIndex((item) => item.type === 'event' && seen++ === event)
  return index < 0 ? items.length : index
}

function countEvents(items: readonly StreamItem[]): number {
  return items.filter((item) => item.type === 'event').length
}

function terminalIndex(plan: ResponsePlan): number {
  const index = plan.items.findIndex((item) => item.type === 'event' && isTerminalEvent(item, plan.request.wire))
  return index < 0 ? plan.items.length : index
}

function changeAt(
  items: readonly StreamItem[],
  event: number,
  change: (event: WireEvent) => WireEvent[],
): StreamItem[] {
  const at = indexOfEvent(items, event)
  return items.flatMap((item, index) => (index === at && item.type === 'event' ? change(item) : [item]))
}

function changeEvents(items: readonly StreamItem[], change: (json: JsonObject) => JsonObject): StreamItem[] {
  return items.map((item) => {
    return item.type === 'event' && item.json !== undefined ? withPayload(item, change(item.json)) : item
  })
}

function insertBefore(items: readonly StreamItem[], index: number, added: readonly StreamItem[]): StreamItem[] {
  return [...items.slice(0, index), ...added, ...items.slice(index)]
}

function halfEvent(items: readonly StreamItem[], event: number): readonly StreamItem[] {
  const at = indexOfEvent(items, event)
  return items.slice(0, at + 1).map((item, index) => {
    if (index !== at || item.type !== 'event') return item
    return { ...item, bytes: item.bytes.subarray(0, Math.ceil(item.bytes.length / 2)) }
  })
}

function noise(plan: ResponsePlan): readonly StreamItem[] {
  const comment = rawEvent(plan.request.wire === 'gemini' ? ': keep-alive\r\n\r\n' : ': keep-alive\n\n')
  if (plan.request.wire !== 'anthropic') return [comment]
  return [comment, rawEvent('event: ping\ndata: {"type": "ping"}\n\n')]
}

/** The event that closes the last block; Chat and Gemini have none. */
function lastBlockStop(items: readonly StreamItem[]): StreamItem | undefined {
  return items.findLast((item) => {
    return item.type === 'event' && (item.name === 'content_block_stop' || item.name === 'response.output_item.done')
  })
}

function swapEvents(items: readonly StreamItem[], event: number): readonly StreamItem[] {
  const first = indexOfEvent(items, event)
  const second = indexOfEvent(items, event + 1)
  const [a, b] = [items[first], items[second]]
  if (a === undefined || b === undefined) return items
  return items.map((item, index) => (index === first ? b : index === second ? a : item))
}

function malformed(event: WireEvent): WireEvent {
  const end = event.bytes.lastIndexOf('}')
  return rawEvent(Buffer.concat([event.bytes.subarray(0, end), event.bytes.subarray(end + 1)]))
}

function replaceText(items: readonly StreamItem[], text: string): readonly StreamItem[] {
  const at = items.findIndex((item) => item.type === 'event' && item.tokens > 0 && item.json !== undefined)
  return items.map((item, index) => {
    if (index !== at || item.type !== 'event' || item.json === undefined) return item
    return withPayload(item, withText(item.json, text))
  })
}

const TEXT_KEYS = ['text', 'thinking', 'partial_json', 'delta', 'content', 'reasoning_content', 'arguments']

function withText(json: JsonObject, text: string): JsonObject {
  return mapObject(json, (key, value) => {
    return TEXT_KEYS.includes(key) && typeof value === 'string' && value !== '' ? text : value
  })
}

const FINISH_KEYS = ['stop_reason', 'finish_reason', 'finishReason', 'status']

/** Responses has no finish reason: there the status of the last event is unknown, and its event keeps its name. */
function withUnknownFinish(json: JsonObject): JsonObject {
  const over = ['response.completed', 'response.incomplete'].includes(textOf(json['type']))
  if (over) return { ...json, response: { ...objectOf(json['response']), status: 'future_reason' } }
  return mapObject(json, (key, value) => {
    const finish = FINISH_KEYS.slice(0, 3).includes(key) && typeof value === 'string'
    return finish ? 'future_reason' : value
  })
}

function secondStart(items: readonly StreamItem[], afterEvents: number): readonly StreamItem[] {
  const start = items.find((item) => item.type === 'event' && item.json !== undefined)
  return start === undefined ? items : insertBefore(items, indexOfEvent(items, afterEvents), [start])
}

function withoutKeys(json: JsonObject, keys: readonly string[]): JsonObject {
  const kept = Object.entries(json).filter(([key]) => !keys.includes(key))
  return Object.fromEntries(kept.map(([key, value]) => [key, isJsonObject(value) ? withoutKeys(value, keys) : value]))
}

/** Rebuilds an object, its lists and objects included, with each value changed. */
function mapObject(json: JsonObject, change: (key: string, value: JsonValue) => JsonValue): JsonObject {
  return Object.fromEntries(
    Object.entries(json).map(([key, value]) => {
      if (isJsonObject(value)) return [key, mapObject(value, change)]
      const list = listOf(value)
      if (list.length > 0 && list.every(isJsonObject))
        return [key, objectsOf(value).map((item) => mapObject(item, change))]
      return [key, change(key, value)]
    }),
  )
}
