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

/** Faults in the order or content of events. Positions count events from 0; holds are not counted. */
export type EventFault =
  /** Sends the provider's own error in the middle of a stream, then ends it. */
  | { readonly type: 'error_mid_stream'; readonly afterEvents: number; readonly failure?: ProviderFailure }
  /** Ends the stream cleanly just before the event that completes the answer. */
  | { readonly type: 'end_before_terminal' }
  | { readonly type: 'end_after'; readonly events: number }
  /** Ends the stream cleanly in the middle of an event's bytes; missing: in the last event. */
  | { readonly type: 'half_event'; readonly event?: number }
  | { readonly type: 'pings_and_comments' }
  | { readonly type: 'missing_block_stop' }
  | { readonly type: 'missing_usage' }
  | { readonly type: 'unknown_event' }
  | { readonly type: 'unknown_block' }
  | { readonly type: 'unknown_finish_reason' }
  | { readonly type: 'duplicate_event'; readonly event: number }
  /** Swaps the event with the next one. */
  | { readonly type: 'swap_events'; readonly event: number }
  /** Removes the last character of the event's JSON. */
  | { readonly type: 'malformed_json'; readonly event: number }
  /** Replaces the first delta's text: 16 MB, a lone surrogate, a NUL. */
  | { readonly type: 'replace_text'; readonly text: string }
  /** Repeats the stream's first event in the middle. */
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

/** Returns the items up to the nth event, including holds. */
function firstEvents(items: readonly StreamItem[], count: number): readonly StreamItem[] {
  return items.slice(0, indexOfEvent(items, count))
}

/** Returns the index of the nth event among the items; the end if there are fewer. */
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

/** Returns the event that closes the last block; Chat and Gemini have none. */
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

/** Responses has no finish reason: there the status of the last event becomes unknown, and its event keeps its name. */
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

/** Returns an object with each value changed, including those in nested lists and objects. */
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
