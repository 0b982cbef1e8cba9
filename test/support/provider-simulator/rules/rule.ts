import { listOf } from '../read-json.ts'
import type { JsonObject, JsonValue } from '../../../../src/shared/json.ts'
import { isJsonObject } from '../../../../src/shared/json.ts'
import type { IssuedItems } from '../issued-items.ts'
import type { ModelLimits } from '../model-limits.ts'
import type { SimulatorRequest } from '../simulator-request.ts'

/** A rejection rule as in the table of strict rules: status and body with `{placeholders}`. */
export interface RuleRow {
  readonly id: string
  readonly http: number
  readonly body: JsonObject
}

/** The input of a rule. */
export interface RuleSubject {
  readonly request: SimulatorRequest
  /** The row of the requested model; undefined for an unknown model. */
  readonly model: ModelLimits | undefined
  /** The items that this simulator sent before. */
  readonly issued: IssuedItems
  /** Whether the organisation may receive reasoning summaries. */
  readonly verifiedOrganisation: boolean
}

/** A broken rule: the values of the placeholders, or a message that replaces the table's. */
export interface Violation {
  readonly values?: Readonly<Record<string, string | number>>
  readonly message?: string
  readonly param?: string
}

/** Returns the first violation of the rule. Never throws, whatever the request contains. */
export type RuleCheck = (subject: RuleSubject) => Violation | undefined

/** Checks by rule id, in the order in which the API makes them. */
export type RuleChecks = Readonly<Record<string, RuleCheck>>

/** Returns the error body of a violation. */
export function violationBody(row: RuleRow, violation: Violation): JsonObject {
  const filled = fill(row.body, violation.values ?? {})
  const changes = {
    ...(violation.message === undefined ? {} : { message: violation.message }),
    ...(violation.param === undefined ? {} : { param: violation.param }),
  }
  const error = filled['error']
  return isJsonObject(error) ? { ...filled, error: { ...error, ...changes } } : { ...filled, ...changes }
}

function fill(body: JsonObject, values: Readonly<Record<string, string | number>>): JsonObject {
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, fillValue(value, values)]))
}

function fillValue(value: JsonValue, values: Readonly<Record<string, string | number>>): JsonValue {
  if (typeof value === 'string')
    return value.replaceAll(/\{(\w+)\}/g, (whole, key: string) => String(values[key] ?? whole))
  if (Array.isArray(value)) return listOf(value).map((each) => fillValue(each, values))
  return isJsonObject(value) ? fill(value, values) : value
}
