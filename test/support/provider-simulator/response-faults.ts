import { gzipSync } from 'node:zlib'

import { assertNever } from '../../../src/shared/assert-never.ts'
import type { ResponsePlan } from './response-plan.ts'
import { rawEvent } from './stream-item.ts'
import type { StreamItem } from './stream-item.ts'

/** Faults of the response as a whole. */
export type ResponseFault =
  /** Sends nothing, not even the status, until the test releases it. */
  | { readonly type: 'stall_before_headers' }
  /** Compresses the body, which is legal although no provider does it. */
  | { readonly type: 'gzip' }
  | { readonly type: 'content_type'; readonly value: string }
  /** A proxy's error page instead of the answer. */
  | { readonly type: 'html_page'; readonly status?: number }
  | { readonly type: 'redirect'; readonly location?: string; readonly status?: number }
  | { readonly type: 'empty_body' }

const HTML =
  '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>Bad Gateway</h1></body></html>\n'

export function applyResponseFault(plan: ResponsePlan, fault: ResponseFault): ResponsePlan {
  switch (fault.type) {
    case 'stall_before_headers':
      return { ...plan, holdHeaders: true }
    case 'gzip':
      return { ...plan, headers: { ...plan.headers, 'content-encoding': 'gzip' }, items: gzipped(plan.items) }
    case 'content_type':
      return { ...plan, headers: { ...plan.headers, 'content-type': fault.value } }
    case 'html_page':
      return {
        ...plan,
        status: fault.status ?? 502,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        items: [rawEvent(HTML)],
      }
    case 'redirect':
      return { ...plan, status: fault.status ?? 307, headers: { location: fault.location ?? '/moved' }, items: [] }
    case 'empty_body':
      return { ...plan, items: [] }
    default:
      return assertNever(fault)
  }
}

/** Compresses the body into one piece, so holds are lost. */
function gzipped(items: readonly StreamItem[]): StreamItem[] {
  const bytes = items.map((item) => (item.type === 'event' ? item.bytes : Buffer.alloc(0)))
  return [rawEvent(gzipSync(Buffer.concat(bytes)))]
}
