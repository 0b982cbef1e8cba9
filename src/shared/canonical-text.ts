import { isJsonObject, type JsonValue } from './json.ts'

/** The value as JSON in the form of RFC 8785, so that equal values have equal texts. */
export function canonicalText(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  if (!isJsonObject(value)) return JSON.stringify(value)
  const keys = Object.keys(value).toSorted()
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null)}`).join(',')}}`
}
