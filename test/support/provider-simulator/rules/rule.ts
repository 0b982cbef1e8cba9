import type { JsonObject, JsonValue } from '../../../../src/shared/json.ts'
import { isJsonObject } from '../../../../src/shared/json.ts'
import type { IssuedItems } from '../issued-items.ts'
import type { ModelLimits } from '../model-limits.ts'
import type { SimulatorRequest } from '../simulator-request.ts'

/** A rejection rule as the table of strict rules has it: status and body with `{placeholders}`. */
export interface RuleRow {
  readonly id: string
  readonly http: number
  readonly body: JsonObject
}

/** What a rule looks at. */
export interface RuleSubject {
  readonly request: SimulatorRequest
  /** The row of the requested model; undefined for a model that the simulator does not know. */
  readonly model: ModelLimits | undefined
  /** What this simulator sent out before. */
  readonly issued: IssuedItems
  /** The organisation may have reasoning summaries. */
  readonly verifiedOrganisation: boolean
}

/** A broken rule: the placeholders' values, or a message that replaces the table's. */
export interface Violation {
  readonly values?: Readonly<Record<string, string | number>>
  readonly message?: string
  readonly param?: string
}

/** Looks for the first place that breaks the rule. Never throws, whatever the request looks like. */
export type RuleCheck = (subject: RuleSubject) => Violation | undefined

/** Checks keyed by rule id, in the order in which the API would complain. */
export type RuleChecks = Readonly<Record<string, RuleCheck>>

/** The error body of a violation. */
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
  return isJsonObject(value) ? fill(value, values) : value
}
