import type { JsonObject, JsonValue } from '../../../src/shared/json.ts'
import { isJsonObject } from '../../../src/shared/json.ts'

/**
 * Accessors for JSON of unknown shape: a wrong type reads as empty, so that a rule never throws on a malformed request.
 */

export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

export function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonList(value) ? value : []
}

export function objectsOf(value: JsonValue | undefined): readonly JsonObject[] {
  return listOf(value).map(objectOf)
}

export function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

export function optionalText(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}

export function numberOf(value: JsonValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined
}

/** Parses a JSON object; undefined if the text is not one. */
export function parseObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isJsonList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}
