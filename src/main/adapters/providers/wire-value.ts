import { isJsonObject, isValueTooDeep, NESTED_TOO_DEEP, parseJson as parseBounded } from '../../../shared/json.ts'

/**
 * Readers for received values. Providers' own types are stricter than what they send, so every field is treated as
 * optional and checked before use.
 */

export function field(value: unknown, key: string): unknown {
  return isJsonObject(value) ? value[key] : undefined
}

/** Returns the string at `key`, if there is one and it is not empty. */
export function textField(value: unknown, key: string): string | undefined {
  const found = field(value, key)
  return typeof found === 'string' && found !== '' ? found : undefined
}

export function numberField(value: unknown, key: string): number | undefined {
  const found = field(value, key)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

/** Returns whether any of the keys has a number. */
export function hasNumber(value: unknown, keys: readonly string[]): boolean {
  return keys.some((key) => numberField(value, key) !== undefined)
}

/** Returns the list at `key`; empty if there is none. */
export function listField(value: unknown, key: string): readonly unknown[] {
  const found: unknown = field(value, key)
  return isList(found) ? found : []
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** Parses JSON; undefined if the text is not JSON, or nested too deep. */
export function parseJson(text: string): unknown {
  try {
    return parseBounded(text)
  } catch {
    return undefined
  }
}

/**
 * Returns call arguments that arrived as a value in the text form that other providers send. For values that are nested
 * too deep, the text is not valid JSON.
 */
export function argumentsText(value: unknown): string {
  return isValueTooDeep(value) ? NESTED_TOO_DEEP : JSON.stringify(value)
}
