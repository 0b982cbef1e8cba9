import { isJsonObject, isValueTooDeep, NESTED_TOO_DEEP, parseJson as parseBounded } from '../../../shared/json.ts'

/**
 * Reading of values that came over the wire. Providers' own types are stricter than what they send, so every field is
 * taken as optional and looked at before use.
 */

export function field(value: unknown, key: string): unknown {
  return isJsonObject(value) ? value[key] : undefined
}

/** The string at `key`, if there is one and it is not empty. */
export function textField(value: unknown, key: string): string | undefined {
  const found = field(value, key)
  return typeof found === 'string' && found !== '' ? found : undefined
}

export function numberField(value: unknown, key: string): number | undefined {
  const found = field(value, key)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** Whether any of the keys has a number. */
export function hasNumber(value: unknown, keys: readonly string[]): boolean {
  return keys.some((key) => numberField(value, key) !== undefined)
}

/** The list at `key`; empty when there is none. */
export function listField(value: unknown, key: string): readonly unknown[] {
  const found: unknown = field(value, key)
  return isList(found) ? found : []
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** What the text says as JSON; undefined when it is not JSON, or nested too deep. */
export function parseJson(text: string): unknown {
  try {
    return parseBounded(text)
  } catch {
    return undefined
  }
}

/** Arguments of a call that came as a value, as the text that other providers send; what is nested too deep is no JSON then. */
export function argumentsText(value: unknown): string {
  return isValueTooDeep(value) ? NESTED_TOO_DEEP : JSON.stringify(value)
}
