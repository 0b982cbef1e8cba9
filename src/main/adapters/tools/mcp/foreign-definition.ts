import { createHash } from 'node:crypto'

import { isJsonObject, type JsonObject, type JsonValue } from '../../../../shared/json.ts'
import type { ForeignDefinition } from '../../../core/ports.ts'
import { editPreview } from '../edit-preview.ts'

interface Definition {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

/** What a person allows when they allow a server's tool: its name, its description and the schema of its arguments. */
export function foreignDefinition({ name, description, parameters }: Definition): ForeignDefinition {
  const canonical = JSON.stringify(sorted({ name, description, parameters }))
  const text = `${name}\n\n${description}\n\n${JSON.stringify(sorted(parameters), null, 2)}\n`
  return {
    hash: createHash('sha256').update(canonical).digest('hex'),
    text,
    differenceFrom: (before) => editPreview(name, before, text),
  }
}

/** The same value with all keys in order, so that equal definitions are equal bytes. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isJsonObject(value)) return value
  const entries = Object.entries(value).map(([key, entry]): [string, JsonValue] => [key, sorted(entry)])
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
