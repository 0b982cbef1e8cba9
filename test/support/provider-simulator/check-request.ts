import type { IncomingHttpHeaders } from 'node:http'

import type { JsonObject } from '../../../src/shared/json.ts'
import type { IssuedItems } from './issued-items.ts'
import { findModel } from './model-limits.ts'
import { failureBody } from './provider-failure.ts'
import { schemaProblem } from './request-schemas.ts'
import { violationBody } from './rules/rule.ts'
import type { RuleSubject } from './rules/rule.ts'
import { checksFor, ruleRow } from './rules/rule-table.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import type { SimulatedHost, WireFormat } from './wire-format.ts'

/** A key that every simulated provider refuses. Any other key is accepted. */
const WRONG_KEY = 'wrong-key'

/** A refused request: the rule (`schema` for the request types), and the API's answer. */
export interface Rejection {
  readonly rule: string
  readonly status: number
  readonly body: JsonObject
}

export interface CheckSettings {
  readonly issued: IssuedItems
  readonly verifiedOrganisation: boolean
}

/** Checks the key, then the rules in the order of their table, then the request's types. */
export function checkRequest(request: SimulatorRequest, settings: CheckSettings): Rejection | undefined {
  return brokenRule(request, settings) ?? wrongTypes(request)
}

/** Returns the rejection of a missing or wrong key. */
export function checkKey(host: SimulatedHost, wire: WireFormat, headers: IncomingHttpHeaders): Rejection | undefined {
  const key = requestKey(headers)
  if (key !== '' && key !== WRONG_KEY) return undefined
  if (host === 'local' && key === '') return undefined
  const rule = wire === 'anthropic' ? 'anthropic.auth' : wire === 'gemini' ? 'gemini.auth' : 'openai.auth'
  const { http, body } = ruleRow(rule)
  const own = host === 'openai' || host === 'anthropic' || host === 'google'
  return { rule, status: http, body: own ? body : failureBody({ kind: 'auth' }, wire, host) }
}

function requestKey(headers: IncomingHttpHeaders): string {
  const named = headers['x-goog-api-key'] ?? headers['x-api-key']
  if (typeof named === 'string') return named
  return (headers.authorization ?? '').replace(/^Bearer\s*/i, '').trim()
}

function brokenRule(request: SimulatorRequest, settings: CheckSettings): Rejection | undefined {
  const subject: RuleSubject = { request, model: findModel(request.host, request.model), ...settings }
  for (const [rule, check] of Object.entries(checksFor(request.host, request.wire))) {
    const violation = check(subject)
    if (violation === undefined) continue
    const row = ruleRow(rule)
    return { rule, status: row.http, body: violationBody(row, violation) }
  }
  return undefined
}

function wrongTypes(request: SimulatorRequest): Rejection | undefined {
  const message = schemaProblem(request)
  if (message === undefined) return undefined
  return {
    rule: 'schema',
    status: 400,
    body: failureBody({ kind: 'bad_request', message }, request.wire, request.host),
  }
}
