import { isJsonObject } from '../../../shared/json.ts'

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

/** The list at `key`; empty when there is none. */
export function listField(value: unknown, key: string): readonly unknown[] {
  const found: unknown = field(value, key)
  return isList(found) ? found : []
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}

/** What the text says as JSON; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
