import { createHash } from 'node:crypto'

import { canonicalJson, type JsonObject } from '../../../../shared/json.ts'
import type { ForeignDefinition } from '../../../core/ports/tool-ports.ts'
import { editPreview } from '../edit-preview.ts'

interface Definition {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject
}

/** Returns what a user approves with a server's tool: its name, description and argument schema. */
export function foreignDefinition({ name, description, parameters }: Definition): ForeignDefinition {
  const canonical = JSON.stringify(canonicalJson({ name, description, parameters }))
  const text = `${name}\n\n${description}\n\n${JSON.stringify(canonicalJson(parameters), null, 2)}\n`
  return {
    hash: createHash('sha256').update(canonical).digest('hex'),
    text,
    differenceFrom: (before) => editPreview(name, before, text),
  }
}
