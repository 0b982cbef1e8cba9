import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../json.ts'

const MAX_NAME = 64
const HASH_LENGTH = 7

/**
 * Returns the name under which an argument is sent to an API that refuses its own name: other characters are replaced
 * by `_`, and a hash of the whole name is added, so that different names stay different.
 */
export function propertyAlias(name: string): string {
  const plain = name.replaceAll(/[^a-zA-Z0-9_.-]/g, '_').slice(0, MAX_NAME - HASH_LENGTH - 1)
  return `${plain}_${hashOf(name)}`
}

/** Returns arguments with the names of the schema in place of their aliases. */
export function withoutAliases(args: JsonObject, schema: JsonObject): JsonObject {
  const names = new Map([...propertyNames(schema)].map((name) => [propertyAlias(name), name]))
  return isAliased(args, names) ? renamedObject(args, names) : args
}

/** The names of properties at any depth of a schema. */
function propertyNames(schema: JsonValue, found = new Set<string>()): ReadonlySet<string> {
  if (isJsonList(schema)) schema.forEach((item: JsonValue) => propertyNames(item, found))
  else if (isJsonObject(schema)) {
    const { properties, required } = schema
    if (isJsonObject(properties)) Object.keys(properties).forEach((name) => found.add(name))
    if (isJsonList(required)) required.forEach((name: JsonValue) => typeof name === 'string' && found.add(name))
    Object.values(schema).forEach((value) => propertyNames(value, found))
  }
  return found
}

type Names = ReadonlyMap<string, string>

function isAliased(value: JsonValue, names: Names): boolean {
  if (isJsonList(value)) return value.some((item: JsonValue) => isAliased(item, names))
  if (!isJsonObject(value)) return false
  return Object.entries(value).some(([key, item]) => names.has(key) || isAliased(item, names))
}

function renamedObject(value: JsonObject, names: Names): JsonObject {
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [names.get(key) ?? key, renamed(item, names)]))
}

function renamed(value: JsonValue, names: Names): JsonValue {
  if (isJsonList(value)) return value.map((item: JsonValue) => renamed(item, names))
  return isJsonObject(value) ? renamedObject(value, names) : value
}

/** FNV-1a over UTF-16 units, 32 bits, in base 36. */
function hashOf(text: string): string {
  let hash = 0x81_1c_9d_c5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93) >>> 0
  }
  return hash.toString(36).padStart(HASH_LENGTH, '0')
}
