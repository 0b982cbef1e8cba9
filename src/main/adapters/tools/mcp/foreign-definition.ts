import { createHash } from 'node:crypto'

import { canonicalJson, type JsonObject } from '../../../../shared/json.ts'
import type { ForeignDefinition } from '../../../core/ports/tool-ports.ts'
import { editPreview } from '../edit-preview.ts'

interface Definition {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

/**
 * Returns what a user approves with a server's tool: its name, description and argument schema, and of a plugin where
 * it comes from.
 */
export function foreignDefinition(
  { name, description, parameters }: Definition,
  origin: string | null,
): ForeignDefinition {
  const bound = origin === null ? {} : { origin }
  const canonical = JSON.stringify(canonicalJson({ name, description, parameters, ...bound }))
  const source = origin === null ? '' : `\nFrom ${origin}\n`
  const text = `${name}\n${source}\n${description}\n\n${JSON.stringify(canonicalJson(parameters), null, 2)}\n`
  return {
    hash: createHash('sha256').update(canonical).digest('hex'),
    text,
    differenceFrom: (before) => editPreview(name, before, text),
  }
}
