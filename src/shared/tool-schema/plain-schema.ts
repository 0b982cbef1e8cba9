import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { type MergedSchema, mergedSchema } from './merged-schema.ts'
import { propertyAlias } from './property-alias.ts'
import { isEmptyObject, joinedWords, type SchemaType, schemaWords, typedKeywords, typesOf } from './schema-values.ts'
import type { ToolRules } from './tool-rules.ts'
import { defined } from '../defined.ts'
import {
  withFewerProperties,
  described,
  isNever,
  restOf,
  united,
  isObjectLike,
  formsNote,
  ANY_TYPES,
  MAX_LENGTH,
} from './schema-nodes.ts'

/** Depths of objects and lists that are tried, until the schema is small enough. */
const DEPTHS = [10, 4, 1] as const
/** Schemas inside one schema that are read; references can make them grow without end. */
const MAX_NODES = 1_000
/** Arguments that are required without being described. */
const MAX_PROPERTIES = 1_000

/**
 * Returns the schema of a tool's arguments in a form that an API accepts: an object without combinations at its root,
 * references resolved, every keyword valid. It accepts every call that the given schema accepts and that has only
 * arguments of one of its forms, and more, so that calls must be checked with the given one. Deterministic; never
 * throws, whatever the schema contains.
 */
export function acceptedSchema(schema: JsonObject, rules: ToolRules): JsonObject {
  let smallest: JsonObject = {}
  for (const depth of DEPTHS) {
    smallest = new PlainSchema(schema, rules, depth).make()
    if (JSON.stringify(smallest).length <= MAX_LENGTH) return smallest
  }
  return withFewerProperties(smallest)
}

/** Where a schema is: how many objects and lists it is in, and which references led to it. */
interface Place {
  readonly depth: number
  readonly followed: readonly string[]
}

class PlainSchema {
  readonly #root: JsonObject
  readonly #rules: ToolRules
  readonly #maxDepth: number
  #nodes = 0

  constructor(root: JsonObject, rules: ToolRules, maxDepth: number) {
    this.#root = root
    this.#rules = rules
    this.#maxDepth = maxDepth
  }

  make(): JsonObject {
    const found = mergedSchema({ ...this.#root, type: 'object' }, this.#root, [])
    if (found === null) return { type: 'object', properties: {} }
    const { schema, notes } = this.#folded(found)
    const { default: _, ...words } = schemaWords(schema.keywords, this.#rules)
    const object = this.#object(schema, { depth: 0, followed: schema.followed })
    return this.#emitted(described({ properties: {}, ...object }, [words, { description: notes.join(' ') }]))
  }

  /** Null: no value is valid. An empty object: any value is. */
  #convert(schema: JsonValue, place: Place): JsonObject | null {
    this.#nodes += 1
    const found = mergedSchema(schema, this.#root, place.followed)
    if (found === null || isNever(found.keywords['not'])) return null
    const here = { depth: place.depth, followed: found.followed }
    const node = found.unions.length > 0 ? this.#union(found, here) : this.#typed(found, here)
    return node === null ? null : described(node, [schemaWords(found.keywords, this.#rules)])
  }

  /** An object with alternatives becomes one object; the branches of anything else stay. */
  #union(found: MergedSchema, place: Place): JsonObject | null {
    const [first = []] = found.unions
    if (this.#nodes > MAX_NODES) return this.#typed(found, place)
    if (found.properties.size > 0) {
      const { schema, notes } = this.#folded(found)
      const node = this.#typed(schema, place)
      return node === null ? null : described(node, [{ description: notes.join(' ') }])
    }
    const rest = restOf(found)
    return united(first.map((branch) => this.#convert({ allOf: [branch, rest] }, place)))
  }

  #typed(found: MergedSchema, place: Place): JsonObject | null {
    const types = typesOf(found)
    return types.length === 0 ? {} : united(types.map((type) => this.#ofType(type, found, place, types.length)))
  }

  #ofType(type: SchemaType, found: MergedSchema, place: Place, count: number): JsonObject | null {
    const typed = typedKeywords(type, found.keywords, this.#rules)
    // A type that contradicts the only values is as good as none.
    if (typed === null) return count > 1 ? null : { type, ...defined({ items: type === 'array' ? {} : undefined }) }
    const isLeaf = place.depth >= this.#maxDepth || this.#nodes > MAX_NODES
    const { keywords, notes } = typed
    const words = notes.length > 0 && { description: joinedWords(notes) }
    if (type === 'array') return { type, ...words, items: isLeaf ? {} : this.#items(found, place), ...keywords }
    if (type === 'object') return isLeaf ? { type, ...words } : { ...this.#object(found, place), ...words, ...keywords }
    return { type, ...words, ...keywords }
  }

  /** The schema of all items. Of a tuple, any of its schemas. */
  #items({ keywords }: MergedSchema, { depth, followed }: Place): JsonObject {
    const { items, prefixItems } = keywords
    const inside = { depth: depth + 1, followed }
    const tuple = isJsonList(items) ? items : isJsonList(prefixItems) ? prefixItems : []
    if (tuple.length === 0) return this.#convert(isJsonList(items) ? true : (items ?? true), inside) ?? {}
    return united(tuple.map((item: JsonValue) => this.#convert(item, inside))) ?? {}
  }

  #object({ keywords, properties, required }: MergedSchema, { depth, followed }: Place): JsonObject {
    const { propertyName } = this.#rules
    const inside = { depth: depth + 1, followed }
    const nameOf = (name: string): string =>
      (propertyName?.test(name) ?? true) && name.isWellFormed() ? name : propertyAlias(name)
    const entries = new Map<string, JsonObject>()
    for (const [name, schemas] of properties) {
      const node = this.#convert(schemas.length === 1 ? (schemas[0] ?? true) : { allOf: schemas }, inside)
      if (node !== null) entries.set(nameOf(name), node)
    }
    // A call without such an argument would be refused, so the model must know its name.
    for (const name of required) {
      if (!properties.has(name) && entries.size < MAX_PROPERTIES) entries.set(nameOf(name), {})
    }
    const needed = [...required].map(nameOf).filter((name) => entries.has(name))
    const further = this.#rules.keywords.has('additionalProperties') ? this.#further(keywords, inside) : null
    return {
      type: 'object',
      ...defined({
        properties: entries.size > 0 ? Object.fromEntries(entries) : undefined,
        required: needed.length > 0 ? needed : undefined,
        additionalProperties: further ?? undefined,
      }),
    }
  }

  /** Properties without a name. Null: nothing is said, which permits all. */
  #further({ additionalProperties: further, patternProperties }: JsonObject, place: Place): JsonValue | null {
    const patterns = isJsonObject(patternProperties) ? Object.values(patternProperties) : []
    if (further === true || (further === undefined && patterns.length === 0)) return null
    const schemas = [...patterns, ...(isJsonObject(further) ? [further] : [])]
    if (schemas.length === 0) return further === false ? false : null
    const node = united(schemas.map((schema) => this.#convert(schema, place)))
    return node === null || isEmptyObject(node) ? null : node
  }

  /**
   * Joins the branches of all unions of an object into one object: the properties of all branches, of which those are
   * required that all branches require. Which belong together is said in words.
   */
  #folded(found: MergedSchema): { readonly schema: MergedSchema; readonly notes: readonly string[] } {
    const properties = new Map(found.properties)
    const required = new Set(found.required)
    const notes: string[] = []
    let followed = found.followed
    let keywords = found.keywords
    // What a branch among others requires is not required of every call.
    const open = found.unions.map((union) => ({ union, always: true }))
    for (let next = open.shift(); next !== undefined; next = open.shift()) {
      const { union, always } = next
      this.#nodes += union.length
      if (this.#nodes > MAX_NODES) break
      const before = followed.length
      const branches = union.flatMap((branch) => mergedSchema(branch, this.#root, followed) ?? [])
      const objects = branches.filter((branch) => !isNever(branch.keywords['not']) && isObjectLike(branch))
      const added = new Map<string, JsonValue[]>()
      for (const branch of objects) {
        open.push(...branch.unions.map((inner) => ({ union: inner, always: always && objects.length === 1 })))
        followed = [...followed, ...branch.followed.slice(before)]
        for (const [name, schemas] of branch.properties)
          added.set(name, [
            ...(added.get(name) ?? []),
            schemas.length === 1 ? (schemas[0] ?? true) : { allOf: schemas },
          ])
      }
      for (const [name, schemas] of added) {
        // A branch that says nothing about an argument leaves it as it is outside.
        if (properties.has(name) && schemas.length < objects.length) continue
        const either = schemas.length === 1 ? (schemas[0] ?? true) : { anyOf: schemas }
        properties.set(name, [...(properties.get(name) ?? []), either])
      }
      if (added.size > 0 && keywords['additionalProperties'] === false) {
        const { additionalProperties: _, ...others } = keywords
        keywords = others
      }
      const [smallest] = objects
      for (const name of always ? (smallest?.required ?? []) : []) {
        if (objects.every((branch) => branch.required.has(name))) required.add(name)
      }
      notes.push(...formsNote(objects, required))
    }
    return { schema: { keywords, properties, required, unions: [], followed }, notes }
  }

  /** Gives the forms that one API requires: types of any values, and descriptions inside of unions. */
  #emitted(node: JsonObject): JsonObject {
    const { requiresType, describesUnions } = this.#rules
    const isAny = node['type'] === undefined && node['anyOf'] === undefined
    const typed = isAny && requiresType ? { ...node, anyOf: ANY_TYPES } : node
    const { anyOf, items, properties, additionalProperties: further } = typed
    if (isJsonList(anyOf)) {
      const { description } = typed
      const branches = anyOf.filter(isJsonObject)
      if (describesUnions) return { ...typed, anyOf: branches.map((branch) => this.#emitted(branch)) }
      const inner = { description: description ?? '' }
      return { anyOf: branches.map((branch) => this.#emitted(described(branch, [inner]))) }
    }
    return {
      ...typed,
      ...defined({
        items: isJsonObject(items) ? this.#emitted(items) : undefined,
        properties: isJsonObject(properties)
          ? Object.fromEntries(
              Object.entries(properties).map(([name, each]) => [name, isJsonObject(each) ? this.#emitted(each) : {}]),
            )
          : undefined,
        additionalProperties: isJsonObject(further) ? this.#emitted(further) : undefined,
      }),
    }
  }
}
