import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import { type MergedSchema } from './merged-schema.ts'
import { isEmptyObject, joinedWords, typesOf } from './schema-values.ts'
import { defined } from '../defined.ts'

/** Largest schema of one tool, characters of JSON. */
export const MAX_LENGTH = 60_000
/** Forms of arguments that are named in words. */
const MAX_FORMS = 20

/** Keeps the types of as many arguments as there is room for, the required ones first. */
export function withFewerProperties({ properties, required }: JsonObject): JsonObject {
  const needed = new Set(isJsonList(required) ? required : [])
  const all = Object.entries(isJsonObject(properties) ? properties : {})
  const kept = new Map<string, JsonValue>()
  let room = MAX_LENGTH
  for (const [name, schema] of [
    ...all.filter(([key]) => needed.has(key)),
    ...all.filter(([key]) => !needed.has(key)),
  ]) {
    const { type, items, anyOf }: JsonObject = isJsonObject(schema) ? schema : {}
    const node = defined({ type, items, anyOf })
    room -= JSON.stringify(node).length + name.length + 10
    if (room < 0) break
    kept.set(name, node)
  }
  const description = `Takes ${all.length - kept.size} further arguments, which are not listed here.`
  const names = [...needed].filter((name): name is string => typeof name === 'string' && kept.has(name))
  return {
    type: 'object',
    ...defined({ description: kept.size < all.length ? description : undefined }),
    properties: Object.fromEntries(kept),
    ...defined({ required: names.length > 0 ? names : undefined }),
  }
}

/** A type that no API refuses stands for any value where a type is required. */
export const ANY_TYPES: readonly JsonObject[] = [
  { type: 'string' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'object' },
  { type: 'array', items: { type: 'string' } },
]

/** `not` of a schema that everything satisfies. */
export function isNever(not: JsonValue | undefined): boolean {
  return not === true || isEmptyObject(not)
}

export function isObjectLike(found: MergedSchema): boolean {
  const types = typesOf(found)
  return types.length === 0 || types.includes('object')
}

/** What a schema says besides its unions and its words. */
export function restOf({ keywords, properties, required }: MergedSchema): JsonObject {
  const { title: _, description: __, default: ___, ...rest } = keywords
  const named = [...properties].map(([name, schemas]): [string, JsonValue] => [name, { allOf: schemas }])
  return {
    ...rest,
    ...defined({
      properties: named.length > 0 ? Object.fromEntries(named) : undefined,
      required: required.size > 0 ? [...required] : undefined,
    }),
  }
}

/** Returns the schema of what any of the schemas accepts. Null: none of them accepts a value. */
export function united(nodes: readonly (JsonObject | null)[]): JsonObject | null {
  const branches = nodes.flatMap((node): readonly JsonObject[] => {
    if (node === null) return []
    const { anyOf, ...words } = node
    return isJsonList(anyOf) && isEmptyObject(words) ? anyOf.filter(isJsonObject) : [node]
  })
  if (branches.some((branch) => branch['type'] === undefined && branch['anyOf'] === undefined)) return {}
  const different = [...new Map(withJoinedEnums(branches).map((branch) => [JSON.stringify(branch), branch])).values()]
  const [first] = different
  return different.length > 1 ? { anyOf: different } : (first ?? null)
}

/** Branches that only list values become one, for each type. */
function withJoinedEnums(branches: readonly JsonObject[]): readonly JsonObject[] {
  const isList = (branch: JsonObject): boolean => Object.keys(branch).every((key) => key === 'type' || key === 'enum')
  const joined: JsonObject[] = []
  for (const branch of branches) {
    const at = joined.findIndex((each) => each['type'] === branch['type'] && isJsonList(each['enum']) && isList(each))
    const known = joined[at]?.['enum']
    if (isJsonList(known) && isJsonList(branch['enum']) && isList(branch)) {
      const values = new Map([...known, ...branch['enum']].map((value: JsonValue) => [JSON.stringify(value), value]))
      joined[at] = { ...branch, enum: [...values.values()] }
    } else joined.push(branch)
  }
  return joined
}

/** Adds words to a schema, before those that it has. */
export function described(node: JsonObject, words: readonly JsonObject[]): JsonObject {
  const all = [...words, node].map(({ description }) => (typeof description === 'string' ? description : ''))
  const description = joinedWords([...new Set(all)])
  const outer = words.reduceRight((rest, each) => ({ ...rest, ...each }), {})
  const { type, description: _, ...rest }: JsonObject = { ...outer, ...node }
  return { ...defined({ type, description: description !== '' ? description : undefined }), ...rest }
}

/** Says which arguments belong together, if the branches differ in what they require. */
export function formsNote(branches: readonly MergedSchema[], always: ReadonlySet<string>): readonly string[] {
  const forms = branches.map(({ required }) => [...required].filter((name) => !always.has(name)).join(', '))
  const different = [...new Set(forms)].slice(0, MAX_FORMS)
  if (different.length < 2 || different.every((form) => form === '')) return []
  const named = different.map((form) => (form === '' ? 'none of these' : form))
  return [`Needs the arguments of one of these forms: ${named.join('; ')}.`]
}
