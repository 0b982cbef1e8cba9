import { isJsonList, isJsonObject, type JsonObject, type JsonValue } from '../json.ts'
import type { MergedSchema } from './merged-schema.ts'
import type { ToolRules } from './tool-rules.ts'
import { defined } from '../defined.ts'

export type SchemaType = 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'array' | 'object'

/** Names of types in schemas that were written by hand or derived from other languages. */
const TYPES: Readonly<Record<string, SchemaType>> = {
  string: 'string',
  str: 'string',
  text: 'string',
  number: 'number',
  float: 'number',
  double: 'number',
  integer: 'integer',
  int: 'integer',
  long: 'integer',
  boolean: 'boolean',
  bool: 'boolean',
  null: 'null',
  none: 'null',
  array: 'array',
  list: 'array',
  object: 'object',
  dict: 'object',
  map: 'object',
}

/** Keywords that say something about values of one type only, in the order in which they decide a missing type. */
const TELLING: readonly (readonly [SchemaType, readonly string[]])[] = [
  ['object', ['additionalProperties', 'patternProperties', 'propertyNames', 'minProperties', 'maxProperties']],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems']],
  ['string', ['pattern', 'minLength', 'maxLength', 'format', 'contentEncoding']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
]

/** Returns the types of a schema, also where it only implies them. Empty: any value. */
export function typesOf({ keywords, properties, required }: MergedSchema): readonly SchemaType[] {
  const { type } = keywords
  const given = (isJsonList(type) ? type : [type]).flatMap((name) => typeNamed(name) ?? [])
  if (given.length > 0) return [...new Set(given)]
  if (properties.size > 0 || required.size > 0) return ['object']
  const values = enumValues(keywords)
  if (values.length > 0) return [...new Set(values.map(typeOfValue))]
  return TELLING.filter(([, names]) => names.some((name) => keywords[name] !== undefined))
    .map(([name]) => name)
    .slice(0, 1)
}

function typeNamed(name: JsonValue | undefined): SchemaType | undefined {
  const key = typeof name === 'string' ? name.toLowerCase() : ''
  return Object.hasOwn(TYPES, key) ? TYPES[key] : undefined
}

function typeOfValue(value: JsonValue): SchemaType {
  if (value === null) return 'null'
  if (isJsonList(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value === 'string' ? 'string' : typeof value === 'boolean' ? 'boolean' : 'object'
}

/** The values of `enum` or `const`. Empty: none is given. */
function enumValues(keywords: JsonObject): readonly JsonValue[] {
  if (keywords['const'] !== undefined) return [keywords['const']]
  return isJsonList(keywords['enum']) ? keywords['enum'] : []
}

/** More values are named in the description only. */
const MAX_VALUES = 500
const MAX_VALUES_LENGTH = 15_000
const MAX_PATTERN = 300
const MAX_DEFAULT = 200
/** Constructs that regular expressions of other languages do not have, or write differently. */
const UNPORTABLE = /\(\?(?!:)|\\[1-9pPuUxkKcQEAZzGRXhH]|\\?[*+?}]\+|\[\[?[:^]?:|\[\[/

/** Keywords of one type, and what is said in words because the API has no keyword for it. */
export interface TypedKeywords {
  readonly keywords: JsonObject
  readonly notes: readonly string[]
}

/** Returns the valid keywords of a type; null: no value of that type is allowed. */
export function typedKeywords(type: SchemaType, given: JsonObject, rules: ToolRules): TypedKeywords | null {
  const values = enumValues(given).filter((value) => hasType(value, type))
  if (values.length === 0 && enumValues(given).some((value) => typeOfValue(value) !== 'object')) return null
  switch (type) {
    case 'string':
      return joined(textEnum(values, rules), text(given, rules))
    case 'number':
    case 'integer':
      return joined(plainEnum(values), { keywords: numbers(given, type, rules), notes: [] })
    case 'boolean':
      return { keywords: {}, notes: values.length === 1 ? [`Always ${JSON.stringify(values[0])}.`] : [] }
    case 'array':
      return { keywords: counts(given, ['minItems', 'maxItems'], rules, true), notes: [] }
    case 'object':
      return { keywords: counts(given, ['minProperties', 'maxProperties'], rules), notes: [] }
    case 'null':
      return { keywords: {}, notes: [] }
  }
}

function hasType(value: JsonValue, type: SchemaType): boolean {
  const own = typeOfValue(value)
  return own === type || (own === 'integer' && type === 'number')
}

function joined(first: TypedKeywords, second: TypedKeywords): TypedKeywords {
  return { keywords: { ...first.keywords, ...second.keywords }, notes: [...first.notes, ...second.notes] }
}

function textEnum(values: readonly JsonValue[], rules: ToolRules): TypedKeywords {
  const accepted = rules.acceptsEmptyText ? values : values.filter((value) => value !== '')
  const isEmptyAllowed = accepted.length < values.length
  const { keywords, notes } = plainEnum(accepted)
  // Without the list, the empty text can still be given.
  return isEmptyAllowed ? { keywords: {}, notes: [`One of: ${sample(values)}.`] } : { keywords, notes }
}

function plainEnum(values: readonly JsonValue[]): TypedKeywords {
  const different = [...new Map(values.map((value) => [JSON.stringify(value), value])).values()]
  if (different.length === 0) return { keywords: {}, notes: [] }
  if (different.length <= MAX_VALUES && JSON.stringify(different).length <= MAX_VALUES_LENGTH) {
    return { keywords: { enum: different }, notes: [] }
  }
  return { keywords: {}, notes: [`One of ${different.length} values, among them: ${sample(different)}.`] }
}

function sample(values: readonly JsonValue[]): string {
  return values
    .slice(0, 20)
    .map((value) => JSON.stringify(value).slice(0, 100))
    .join(', ')
}

function text(given: JsonObject, rules: ToolRules): TypedKeywords {
  const { pattern, format } = given
  const isFormat = typeof format === 'string' && rules.formats.has(format)
  const keywords = {
    ...defined({ format: isFormat ? format : undefined }),
    ...counts(given, ['minLength', 'maxLength'], rules),
  }
  if (typeof pattern !== 'string' || pattern === '' || pattern.length > MAX_PATTERN) return { keywords, notes: [] }
  if (rules.keywords.has('pattern') && isPortable(pattern)) return { keywords: { ...keywords, pattern }, notes: [] }
  return { keywords, notes: [`Pattern: ${pattern}`] }
}

function isPortable(pattern: string): boolean {
  if (UNPORTABLE.test(pattern)) return false
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}

/** Bounds also in the form of draft 4, in which `exclusiveMaximum` is a boolean. */
function numbers(given: JsonObject, type: 'number' | 'integer', { keywords }: ToolRules): JsonObject {
  const { multipleOf } = given
  const low = bound(given['minimum'], given['exclusiveMinimum'])
  const high = bound(given['maximum'], given['exclusiveMaximum'])
  const canExclude = keywords.has('exclusiveMinimum')
  // An open bound of integers is the closed one beside it.
  const nearest = (value: number, step: number): number => (type === 'integer' ? value + step : value)
  return {
    ...defined({ minimum: low.closed ?? undefined }),
    ...(low.open !== null && (canExclude ? { exclusiveMinimum: low.open } : { minimum: nearest(low.open, 1) })),
    ...defined({ maximum: high.closed ?? undefined }),
    ...(high.open !== null && (canExclude ? { exclusiveMaximum: high.open } : { maximum: nearest(high.open, -1) })),
    ...defined({
      multipleOf:
        keywords.has('multipleOf') && typeof multipleOf === 'number' && multipleOf > 0 ? multipleOf : undefined,
    }),
  }
}

function bound(limit: JsonValue | undefined, exclusive: JsonValue | undefined) {
  const closed = typeof limit === 'number' ? limit : null
  if (exclusive === true) return { closed: null, open: closed }
  return { closed, open: typeof exclusive === 'number' ? exclusive : null }
}

function counts(given: JsonObject, names: readonly [string, string], rules: ToolRules, always = false): JsonObject {
  const kept = names.filter((name) => (always || rules.keywords.has(name)) && isCount(given[name]))
  const isUnique = always && rules.keywords.has('uniqueItems') && given['uniqueItems'] === true
  const numbersOf = Object.fromEntries(kept.map((name) => [name, given[name] ?? 0]))
  return { ...numbersOf, ...defined({ uniqueItems: isUnique ? true : undefined }) }
}

function isCount(value: JsonValue | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

/** Longest description and title inside a schema, UTF-16 units. */
const MAX_WORDS = 4_000
const MAX_TITLE = 200

/** The words of a schema, and its default value, in words where the API has no keyword for it. */
export function schemaWords({ title, description, default: value }: JsonObject, rules: ToolRules): JsonObject {
  const isKept = value !== undefined && rules.keywords.has('default')
  const shown = value === undefined || isKept ? '' : JSON.stringify(value)
  const note = shown === '' || shown.length > MAX_DEFAULT ? '' : `Default: ${shown}.`
  const words = joinedWords([typeof description === 'string' ? description : '', note])
  return defined({
    title: typeof title === 'string' && title !== '' ? cleanText(title).slice(0, MAX_TITLE) : undefined,
    description: words !== '' ? words : undefined,
    default: isKept ? value : undefined,
  })
}

export function joinedWords(parts: readonly string[]): string {
  const words = parts
    .map(cleanText)
    .filter((part) => part.trim() !== '')
    .join(' ')
  return words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS - 1).toWellFormed()}…` : words
}

/** Text that every API accepts: well-formed, without control characters. */
export function cleanText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- These are what is removed.
  return text.toWellFormed().replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g, ' ')
}

export function isEmptyObject(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0
}
