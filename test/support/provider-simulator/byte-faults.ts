import { assertNever } from '../../../src/shared/assert-never.ts'
import { indexOfEvent } from './event-faults.ts'
import type { ResponsePlan } from './response-plan.ts'
import { apart } from './stream-item.ts'
import type { StreamItem, WireEvent } from './stream-item.ts'

/** Faults in the transfer of bytes. Each piece is one write, which a client reads as one chunk. */
export type ByteFault =
  /** Resets the connection after this many events (0: directly after the headers). */
  | { readonly type: 'socket_reset'; readonly afterEvents: number }
  /** Sends nothing after this many events, until the test releases the stream (0: directly after the headers). */
  | { readonly type: 'stall'; readonly afterEvents: number }
  /**
   * After this many events, sends the next `bytes` bytes one by one, each after a pause of `pauseMs`, then the rest
   * normally.
   */
  | { readonly type: 'trickle'; readonly afterEvents: number; readonly bytes: number; readonly pauseMs: number }
  /** Ends the body after this many bytes. */
  | { readonly type: 'truncate'; readonly atByte: number; readonly ending?: 'end' | 'reset' }
  | { readonly type: 'slices'; readonly bytes: number }
  | { readonly type: 'one_write' }
  /** Splits the first multi-byte character in the middle. */
  | { readonly type: 'split_utf8' }
  /** Ends all lines with CRLF, and sends each CR separately from its LF. */
  | { readonly type: 'split_crlf' }
  | { readonly type: 'line_ends_crlf' }
  /** Inserts two bytes that are not valid UTF-8 into the first delta's text. */
  | { readonly type: 'invalid_utf8' }

export function applyByteFault(plan: ResponsePlan, fault: ByteFault): ResponsePlan {
  return { ...plan, items: changeBytes(plan.items, fault) }
}

function changeBytes(items: readonly StreamItem[], fault: ByteFault): readonly StreamItem[] {
  switch (fault.type) {
    case 'socket_reset':
      return [...items.slice(0, indexOfEvent(items, fault.afterEvents)), { type: 'reset' }]
    case 'stall': {
      const at = indexOfEvent(items, fault.afterEvents)
      return [...items.slice(0, at), { type: 'hold', name: 'stall' }, ...items.slice(at)]
    }
    case 'trickle':
      return trickle(items, fault)
    case 'truncate':
      return truncate(items, fault.atByte, fault.ending ?? 'end')
    case 'slices':
      return resliced(items, (bytes) => slices(bytes, fault.bytes))
    case 'one_write':
      return resliced(items, (bytes) => [bytes])
    case 'split_utf8':
      return items.flatMap(splitFirstCharacter)
    case 'split_crlf':
      return resliced(items.map(withCrlf), splitAfterCr)
    case 'line_ends_crlf':
      return items.map(withCrlf)
    case 'invalid_utf8':
      return invalidUtf8(items)
    default:
      return assertNever(fault)
  }
}

function trickle(
  items: readonly StreamItem[],
  { afterEvents, bytes, pauseMs }: Extract<ByteFault, { type: 'trickle' }>,
): StreamItem[] {
  const at = indexOfEvent(items, afterEvents)
  let left = bytes
  const slowed = items.slice(at).flatMap((item): StreamItem[] => {
    if (item.type !== 'event' || left === 0) return [item]
    const slow = item.bytes.subarray(0, left)
    left -= slow.length
    const single = slices(slow, 1).flatMap((byte): StreamItem[] => [{ type: 'pause', ms: pauseMs }, apart(byte)])
    return [...single, { ...item, bytes: item.bytes.subarray(slow.length) }]
  })
  return [...items.slice(0, at), ...slowed]
}

function truncate(items: readonly StreamItem[], atByte: number, ending: 'end' | 'reset'): StreamItem[] {
  const kept: StreamItem[] = []
  let room = atByte
  for (const item of items) {
    if (item.type !== 'event') kept.push(item)
    else if (item.bytes.length < room) {
      kept.push(item)
      room -= item.bytes.length
    } else {
      if (room > 0) kept.push({ ...item, bytes: item.bytes.subarray(0, room) })
      break
    }
  }
  return ending === 'reset' ? [...kept, { type: 'reset' }] : kept
}

/** Joins the events between two holds and splits them again. */
function resliced(items: readonly StreamItem[], cut: (bytes: Buffer) => Buffer[]): StreamItem[] {
  const result: StreamItem[] = []
  let run: Buffer[] = []
  const flush = (): void => {
    if (run.length > 0) result.push(...cut(Buffer.concat(run)).map((bytes) => apart(bytes, 1)))
    run = []
  }
  for (const item of items) {
    if (item.type === 'event') run.push(item.bytes)
    else {
      flush()
      result.push(item)
    }
  }
  flush()
  return result
}

function slices(bytes: Buffer, size: number): Buffer[] {
  const count = Math.ceil(bytes.length / size)
  return Array.from({ length: count }, (_, index) => bytes.subarray(index * size, (index + 1) * size))
}

function splitAfterCr(bytes: Buffer): Buffer[] {
  const pieces: Buffer[] = []
  let start = 0
  for (let cr = bytes.indexOf('\r'); cr >= 0; cr = bytes.indexOf('\r', cr + 1)) {
    pieces.push(bytes.subarray(start, cr + 1))
    start = cr + 1
  }
  return start < bytes.length ? [...pieces, bytes.subarray(start)] : pieces
}

function splitFirstCharacter(item: StreamItem): StreamItem[] {
  if (item.type !== 'event') return [item]
  const at = item.bytes.findIndex((byte) => byte >= 0x80)
  if (at < 0) return [item]
  return [{ ...item, bytes: item.bytes.subarray(0, at + 1) }, apart(item.bytes.subarray(at + 1))]
}

function withCrlf(item: StreamItem): StreamItem {
  if (item.type !== 'event') return item
  return { ...item, bytes: Buffer.from(item.bytes.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1') }
}

function invalidUtf8(items: readonly StreamItem[]): StreamItem[] {
  const at = items.findIndex((item) => item.type === 'event' && item.tokens > 0)
  return items.map((item, index) => (index === at && item.type === 'event' ? withInvalidBytes(item) : item))
}

/** Inserts the bytes after the opening quote of the event's last text. */
function withInvalidBytes(event: WireEvent): WireEvent {
  const key = /"(?:text|thinking|delta|content|reasoning_content|reasoning)":\s*"/g
  const match = [...event.bytes.toString('latin1').matchAll(key)].at(-1)
  if (match === undefined) return event
  const at = match.index + match[0].length
  const bytes = Buffer.concat([event.bytes.subarray(0, at), Buffer.from([0xc3, 0x28]), event.bytes.subarray(at)])
  return { ...event, bytes }
}
