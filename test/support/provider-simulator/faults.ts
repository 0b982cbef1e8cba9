import { applyByteFault } from './byte-faults.ts'
import type { ByteFault } from './byte-faults.ts'
import { applyEventFault } from './event-faults.ts'
import type { EventFault } from './event-faults.ts'
import { applyResponseFault } from './response-faults.ts'
import type { ResponseFault } from './response-faults.ts'
import type { ResponsePlan } from './response-plan.ts'

/**
 * Faults of a response. Every fault applies to every wire format. Several are applied in the order events, bytes,
 * response, regardless of the given order.
 */
export type Fault = EventFault | ByteFault | ResponseFault

const EVENT_FAULTS = [
  'error_mid_stream',
  'end_before_terminal',
  'end_after',
  'half_event',
  'pings_and_comments',
  'missing_block_stop',
  'missing_usage',
  'unknown_event',
  'unknown_block',
  'unknown_finish_reason',
  'duplicate_event',
  'swap_events',
  'malformed_json',
  'replace_text',
  'second_start',
] as const satisfies readonly EventFault['type'][]

const BYTE_FAULTS = [
  'socket_reset',
  'stall',
  'trickle',
  'truncate',
  'slices',
  'one_write',
  'split_utf8',
  'split_crlf',
  'line_ends_crlf',
  'invalid_utf8',
] as const satisfies readonly ByteFault['type'][]

const RESPONSE_FAULTS = [
  'stall_before_headers',
  'gzip',
  'content_type',
  'html_page',
  'redirect',
  'empty_body',
] as const satisfies readonly ResponseFault['type'][]

export const ALL_FAULTS = [...EVENT_FAULTS, ...BYTE_FAULTS, ...RESPONSE_FAULTS] as const

/** Returns the response with all the faults. */
export function applyFaults(plan: ResponsePlan, faults: readonly Fault[]): ResponsePlan {
  let result = plan
  for (const fault of faults) if (isEventFault(fault)) result = applyEventFault(result, fault)
  for (const fault of faults) if (isByteFault(fault)) result = applyByteFault(result, fault)
  for (const fault of faults) if (isResponseFault(fault)) result = applyResponseFault(result, fault)
  return result
}

function isEventFault(fault: Fault): fault is EventFault {
  return EVENT_FAULTS.some((type) => type === fault.type)
}

function isByteFault(fault: Fault): fault is ByteFault {
  return BYTE_FAULTS.some((type) => type === fault.type)
}

function isResponseFault(fault: Fault): fault is ResponseFault {
  return RESPONSE_FAULTS.some((type) => type === fault.type)
}
