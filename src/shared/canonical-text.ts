import { isJsonObject, type JsonValue } from './json.ts'

/** JSON, or an object with whole numbers that a double does not hold. */
type CanonicalValue = JsonValue | Readonly<Record<string, JsonValue | bigint>>

/** The value as JSON in the form of RFC 8785, so that equal values have equal texts. */
export function canonicalText(value: CanonicalValue | bigint): string {
  if (typeof value === 'bigint') return String(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).toSorted()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null)}`).join(',')}}`
}
