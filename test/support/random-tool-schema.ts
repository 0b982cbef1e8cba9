import { isJsonObject, type JsonObject, type JsonValue } from '../../src/shared/json.ts'
import { seededRandom } from './seeded-random.ts'

type Random = () => number
const pick = <T>(random: Random, values: readonly [T, ...T[]]): T =>
  values[Math.floor(random() * values.length)] ?? values[0]
const some = <T>(random: Random, most: number, make: () => T): readonly T[] =>
  Array.from({ length: Math.floor(random() * (most + 1)) }, make)
const named = (random: Random, names: readonly [string, ...string[]], make: () => JsonValue): JsonObject =>
  Object.fromEntries(some(random, 4, (): [string, JsonValue] => [pick(random, names), make()]))

const NAMES = ['a', 'b', 'type', '$ref', 'filter[x]', '', '__proto__', 'ü', 'x'.repeat(70), '\uD800'] as const
const ODD_VALUES = [[], {}, [null, '', 'x'], ['object', 'null'], ['x', 1, true, null, [], {}], { a: 1 }] as const
const PLAIN_VALUES = [null, true, false, 0, -1, 1.5, 1e300, '', 'x', 'string', 'object', 'a\u0000\uDC00b'] as const
const VALUES: readonly [JsonValue, ...JsonValue[]] = ['y'.repeat(300), ...ODD_VALUES, ...PLAIN_VALUES]
const TYPE_WORDS = [
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'array',
  'object',
  'any',
  'int',
  'String',
] as const
const REFERENCES = ['#', '#/$defs/a', '#/definitions/b', '#/properties/a', '#x', 'http://x/y', '#/$defs/q'] as const
const PATTERNS = ['^a', '(?<x>a)\\k<x>', '\\p{L}', '[', 'a++', '(?i)a', '\\d+$', '^(?!b)'] as const
const WORDS = [
  'description',
  'title',
  'default',
  'examples',
  'format',
  'nullable',
  'x-order',
  '$schema',
  '$id',
] as const
const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf', 'minLength'] as const
const COUNTS = ['maxLength', 'minItems', 'maxItems', 'uniqueItems', 'enum', 'const'] as const
const PARTS = ['required', 'properties', 'items', 'dependentSchemas'] as const
const PLAIN_KEYWORDS: readonly [string, ...string[]] = [...WORDS, ...LIMITS, ...COUNTS, ...PARTS]

/** A schema of at most seven keywords, half of which have values of the right form. */
function randomNode(random: Random, depth: number): JsonValue {
  const value = (): JsonValue => pick(random, VALUES)
  if (depth === 0 || random() < 0.15) return value()
  const node = (): JsonValue => randomNode(random, depth - 1)
  const nodes = (): readonly JsonValue[] => some(random, 3, node)
  const keywords: readonly [() => [string, JsonValue], ...(() => [string, JsonValue])[]] = [
    () => [pick(random, PLAIN_KEYWORDS), value()],
    () => ['type', random() < 0.6 ? pick(random, TYPE_WORDS) : some(random, 3, () => pick(random, TYPE_WORDS))],
    () => ['properties', named(random, NAMES, node)],
    () => ['required', some(random, 4, () => (random() < 0.8 ? pick(random, NAMES) : value()))],
    () => ['items', random() < 0.6 ? node() : nodes()],
    () => ['prefixItems', nodes()],
    () => ['enum', some(random, 4, value)],
    () => ['pattern', pick(random, PATTERNS)],
    () => ['format', pick(random, ['uri', 'date-time', 'int64', 'email'])],
    () => ['additionalProperties', node()],
    () => ['patternProperties', { '^x': node() }],
    () => [pick(random, ['anyOf', 'oneOf', 'allOf']), nodes()],
    () => [pick(random, ['not', 'if', 'then', 'else', 'contains', 'propertyNames']), node()],
    () => ['$ref', pick(random, REFERENCES)],
    () => ['$defs', named(random, ['a', 'q'], node)],
    () => ['definitions', named(random, ['b'], node)],
  ]
  return Object.fromEntries(some(random, 7, () => pick(random, keywords)()))
}

/** Returns a schema of a tool's arguments as a careless server may declare it. The same seed gives the same schema. */
export function randomToolSchema(seed: number): JsonObject {
  const schema = randomNode(seededRandom(seed), 6)
  return isJsonObject(schema) ? schema : { a: schema }
}
