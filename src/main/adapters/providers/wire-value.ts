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

/** What the text says as JSON; undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
