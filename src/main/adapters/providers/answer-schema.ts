import { isJsonObject, type JsonObject, type JsonValue } from '../../../shared/json.ts'

/** Name of the schema in requests, where one is required. */
const SCHEMA_NAME = 'answer'

/** Returns the field for Chat Completions. Not `strict`, which requires every property. */
export function chatFormat(schema: JsonObject): JsonObject {
  return { type: 'json_schema', json_schema: { name: SCHEMA_NAME, schema, strict: false } }
}

/** Returns the field for the Responses API. Not `strict`, which requires every property. */
export function responsesFormat(schema: JsonObject): JsonObject {
  return { type: 'json_schema', name: SCHEMA_NAME, schema, strict: false }
}

/** Whether the schema describes an object, as the providers require of the whole answer. */
export function describesObject(schema: JsonObject): boolean {
  return schema['type'] === 'object'
}

/** Keywords whose values are kept as they are (platform.claude.com, structured outputs). */
const KEPT = new Set(['type', 'enum', 'const', 'required', 'description', 'title', 'default'])
const FORMATS = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'])
/** Keywords that allow properties without a name, which the provider cannot hold an answer to. */
const OPEN_OBJECTS = ['patternProperties', 'unevaluatedProperties', 'propertyNames', 'dependentSchemas']
const REFERENCE = /^#\/(\$defs|definitions)\/[^/]+$/

/**
 * Returns the schema in the part of JSON Schema that Claude models are held to: every object is closed, limits of
 * values are left out, since the whole schema is checked afterwards. Null: an answer by the result might break the
 * schema, or the schema is recursive.
 */
export function claudeSchema(schema: JsonObject): JsonObject | null {
  if (!describesObject(schema) || isRecursive(schema)) return null
  return closed(schema)
}

function closed(schema: JsonObject): JsonObject | null {
  const reference = schema['$ref']
  // Keywords beside a reference are refused.
  if (typeof reference === 'string') return REFERENCE.test(reference) ? { $ref: reference } : null
  if (OPEN_OBJECTS.some((key) => schema[key] !== undefined)) return null
  const isObject = schema['type'] === 'object' || schema['properties'] !== undefined
  if (isObject && schema['additionalProperties'] !== undefined && schema['additionalProperties'] !== false) return null
  const entries: [string, JsonValue][] = isObject ? [['additionalProperties', false]] : []
  for (const [key, value] of Object.entries(schema)) {
    const kept = keptKeyword(key, value)
    if (kept === null) return null
    if (kept !== undefined) entries.push([key === 'oneOf' ? 'anyOf' : key, kept])
  }
  return Object.fromEntries(entries)
}

/** Returns the value to send; undefined: the keyword is left out; null: the schema cannot be used. */
function keptKeyword(key: string, value: JsonValue): JsonValue | undefined {
  if (KEPT.has(key)) return value
  if (key === 'format') return typeof value === 'string' && FORMATS.has(value) ? value : undefined
  if (key === 'items') return isJsonObject(value) ? closed(value) : null
  if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') return closedList(value)
  if (key === 'properties' || key === '$defs' || key === 'definitions') return closedMap(value)
  return undefined
}

function closedList(value: JsonValue): JsonValue | null {
  if (!Array.isArray(value)) return null
  const parts = value.map((each) => (isJsonObject(each) ? closed(each) : null))
  return parts.some((part) => part === null) ? null : parts
}

function closedMap(value: JsonValue): JsonValue | null {
  if (!isJsonObject(value)) return null
  const parts = Object.entries(value).map(([name, each]) => [name, isJsonObject(each) ? closed(each) : null] as const)
  return parts.some(([, part]) => part === null) ? null : Object.fromEntries(parts)
}

/** Whether a definition refers to itself, directly or through others. */
function isRecursive(schema: JsonObject): boolean {
  const definitions = new Map(
    ['$defs', 'definitions'].flatMap((key) =>
      Object.entries(isJsonObject(schema[key]) ? schema[key] : {}).map(([name, each]) => [`#/${key}/${name}`, each]),
    ),
  )
  const leadsTo = (from: string, seen: ReadonlySet<string>): boolean =>
    references(definitions.get(from) ?? null).some((next) => seen.has(next) || leadsTo(next, new Set([...seen, next])))
  return [...definitions.keys()].some((name) => leadsTo(name, new Set([name])))
}

function references(value: JsonValue): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(references)
  if (!isJsonObject(value)) return []
  const own = typeof value['$ref'] === 'string' ? [value['$ref']] : []
  return [...own, ...Object.values(value).flatMap(references)]
}
