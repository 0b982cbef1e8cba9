import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../json.ts'

/** A schema of which references and `allOf` are resolved: what all parts say together. */
export interface MergedSchema {
  /** The keywords of all parts; of two parts with the same keyword, the outer one counts. */
  readonly keywords: JsonObject
  /** Schemas of properties; a name may have several, all of which hold. */
  readonly properties: ReadonlyMap<string, readonly JsonValue[]>
  readonly required: ReadonlySet<string>
  /** The branches of each `anyOf` and `oneOf`. */
  readonly unions: readonly (readonly JsonValue[])[]
  /** References that were followed to this schema. */
  readonly followed: readonly string[]
}

/** A definition inside itself is followed so often; further in, only its type is said. */
const MAX_REPEATS = 2
/** Parts of one schema that are read. */
const MAX_PARTS = 100

/**
 * Resolves the references and `allOf` of a schema. `root`: what `#/…` refers to; `followed`: references on the way to
 * the schema. Null: nothing is valid. A reference that leads nowhere or into itself is left out.
 */
export function mergedSchema(schema: JsonValue, root: JsonObject, followed: readonly string[]): MergedSchema | null {
  const parts: JsonObject[] = []
  const references = [...followed]
  const open: JsonValue[] = [schema]
  while (open.length > 0 && parts.length < MAX_PARTS) {
    const next = open.shift()
    if (next === false) return null
    if (!isJsonObject(next)) continue
    parts.push(next)
    if (isJsonList(next['allOf'])) open.push(...next['allOf'])
    const reference = next['$ref'] ?? next['$dynamicRef']
    if (typeof reference !== 'string') continue
    const target = targetOf(reference, root)
    const isRepeated = references.filter((earlier) => earlier === reference).length >= MAX_REPEATS
    if (!isRepeated) references.push(reference)
    if (target !== undefined) open.push(isRepeated ? withTypeOnly(target) : target)
  }
  return merged(parts, references)
}

function withTypeOnly(schema: JsonValue): JsonObject {
  const type = isJsonObject(schema) ? schema['type'] : undefined
  return type === undefined ? {} : { type }
}

function merged(parts: readonly JsonObject[], followed: readonly string[]): MergedSchema {
  const keywords = new Map<string, JsonValue>()
  const properties = new Map<string, JsonValue[]>()
  const required = new Set<string>()
  const unions: (readonly JsonValue[])[] = []
  for (const part of parts) {
    for (const [key, value] of Object.entries(part)) {
      if (key === 'properties' && isJsonObject(value)) {
        for (const [name, each] of Object.entries(value)) properties.set(name, [...(properties.get(name) ?? []), each])
      } else if (key === 'required' && isJsonList(value)) {
        value.forEach((name: JsonValue) => typeof name === 'string' && required.add(name))
      } else if ((key === 'anyOf' || key === 'oneOf') && isJsonList(value)) {
        if (value.length > 0) unions.push(value)
      } else if (!keywords.has(key)) keywords.set(key, value)
      else if (key === 'enum') keywords.set(key, bothEnums(keywords.get(key), value))
    }
  }
  return { keywords: Object.fromEntries(keywords), properties, required, unions, followed }
}

function bothEnums(first: JsonValue | undefined, second: JsonValue): JsonValue {
  if (!isJsonList(first) || !isJsonList(second)) return first ?? second
  const allowed = new Set(second.map((value: JsonValue) => JSON.stringify(value)))
  const both = first.filter((value: JsonValue) => allowed.has(JSON.stringify(value)))
  return both.length > 0 ? both : first
}

/** Returns what a reference inside the document refers to: a JSON pointer (RFC 6901), `#`, or an anchor. */
function targetOf(reference: string, root: JsonObject): JsonValue | undefined {
  if (reference === '#') return root
  if (!reference.startsWith('#')) return undefined
  if (!reference.startsWith('#/')) return anchored(reference.slice(1), root)
  let value: JsonValue | undefined = root
  for (const step of reference.slice(2).split('/')) {
    const key = decoded(step).replaceAll('~1', '/').replaceAll('~0', '~')
    if (isJsonList(value)) value = value[Number(key)]
    else if (isJsonObject(value) && Object.hasOwn(value, key)) value = value[key]
    else return undefined
  }
  return value
}

function anchored(name: string, root: JsonObject): JsonValue | undefined {
  const definitions = [root['$defs'], root['definitions']].filter(isJsonObject).flatMap((each) => Object.values(each))
  return definitions.find((each) => isJsonObject(each) && (each['$anchor'] === name || each['$id'] === `#${name}`))
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}
