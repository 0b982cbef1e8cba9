import { assertNever } from '../../../src/shared/assert-never.ts'
import type { Answer, Delivery, ScriptedAnswer } from './answer.ts'
import type { Rejection } from './check-request.ts'
import { encodeAnswer } from './encode-answer.ts'
import { indexOfEvent } from './event-faults.ts'
import { applyFaults } from './faults.ts'
import { makeId } from './make-id.ts'
import { failureBody, failureHeaders, failureStatus } from './provider-failure.ts'
import { findRecording, recordedBody, recordedEvents } from './recordings.ts'
import type { ResponsePlan } from './response-plan.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import { rawEvent } from './stream-item.ts'
import type { StreamItem } from './stream-item.ts'
import type { WireFormat } from './wire-format.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const STREAM_TYPES: Readonly<Record<WireFormat, string>> = {
  anthropic: 'text/event-stream; charset=utf-8',
  responses: 'text/event-stream; charset=utf-8',
  chat: 'text/event-stream; charset=utf-8',
  gemini: 'text/event-stream',
}

/** Returns an answer as a response to this request, with its faults applied. */
export function planResponse(answer: Answer, request: SimulatorRequest): ResponsePlan {
  const plan = planWithoutFaults(answer, request)
  const delivered = { ...plan, headers: { ...plan.headers, ...answer.headers }, items: withHold(plan.items, answer) }
  return applyFaults(delivered, answer.faults ?? [])
}

/** Returns the response to a refused request. */
export function planRejection(rejection: Rejection, request: SimulatorRequest): ResponsePlan {
  return jsonPlan(request, rejection.status, JSON.stringify(rejection.body))
}

function planWithoutFaults(answer: Answer, request: SimulatorRequest): ResponsePlan {
  switch (answer.type) {
    case 'script':
      return streamPlan(request, encodedItems(answer, request))
    case 'recording':
      return planRecording(answer.name, request)
    case 'failure': {
      const { failure } = answer
      const body = JSON.stringify(failureBody(failure, request.wire, request.host))
      const plan = jsonPlan(request, failureStatus(failure, request.wire), body)
      return { ...plan, headers: { ...plan.headers, ...failureHeaders(failure, request.wire) } }
    }
    case 'raw':
      return {
        ...streamPlan(request, [rawEvent(answer.body)]),
        status: answer.status ?? 200,
        headers: {
          ...requestIdHeaders(request.wire),
          'content-type': answer.contentType ?? STREAM_TYPES[request.wire],
        },
      }
    default:
      return assertNever(answer)
  }
}

const reusable = new WeakMap<ScriptedAnswer, Map<WireFormat, readonly StreamItem[]>>()

function encodedItems(answer: ScriptedAnswer, request: SimulatorRequest): readonly StreamItem[] {
  if (answer.reuse !== true) return encodeAnswer(answer, request)
  const encoded = reusable.get(answer) ?? new Map<WireFormat, readonly StreamItem[]>()
  const items = encoded.get(request.wire) ?? encodeAnswer(answer, request)
  reusable.set(answer, encoded.set(request.wire, items))
  return items
}

function planRecording(name: string, request: SimulatorRequest): ResponsePlan {
  const recording = findRecording(name)
  if (recording.format === 'json' || recording.format === 'http-error') {
    return jsonPlan(request, recording.http_status, recordedBody(recording))
  }
  const response = Number(name.split('#')[1] ?? '1')
  return streamPlan(request, recordedEvents(recording, response))
}

function streamPlan(request: SimulatorRequest, items: readonly StreamItem[]): ResponsePlan {
  const headers = { 'content-type': STREAM_TYPES[request.wire], 'cache-control': 'no-cache' }
  return { request, status: 200, headers: { ...requestIdHeaders(request.wire), ...headers }, holdHeaders: false, items }
}

function jsonPlan(request: SimulatorRequest, status: number, body: string | Buffer): ResponsePlan {
  const headers = { ...requestIdHeaders(request.wire), 'content-type': JSON_TYPE }
  return { request, status, headers, holdHeaders: false, items: [rawEvent(body)] }
}

/** Gemini sends no request id. */
function requestIdHeaders(wire: WireFormat): Record<string, string> {
  if (wire === 'gemini') return {}
  return wire === 'anthropic' ? { 'request-id': makeId('req_011') } : { 'x-request-id': makeId('req_', 32) }
}

function withHold(items: readonly StreamItem[], { holdAfterEvents }: Delivery): readonly StreamItem[] {
  if (holdAfterEvents === undefined) return items
  const at = indexOfEvent(items, holdAfterEvents)
  return [...items.slice(0, at), { type: 'hold', name: 'hold' }, ...items.slice(at)]
}
