import { isJsonObject, type JsonObject } from '../../../../shared/json.ts'
import { field } from '../wire-value.ts'

/** A chunk of the response as servers actually send it: any field may be missing. */
export interface GoogleChunk {
  readonly candidates?: readonly GoogleCandidate[]
  readonly usageMetadata?: unknown
  readonly promptFeedback?: unknown
  readonly modelVersion?: string
  readonly responseId?: string
  readonly error?: unknown
}

interface GoogleCandidate {
  readonly content?: { readonly parts?: readonly GooglePart[] }
  readonly finishReason?: string
  readonly finishMessage?: string
  readonly groundingMetadata?: unknown
}

export interface GooglePart {
  readonly text?: string
  readonly thought?: boolean
  readonly thoughtSignature?: unknown
  readonly functionCall?: unknown
}

/**
 * Returns whether the part has content besides its flags: the API refuses to take back a part without data, except an
 * empty text with a signature.
 */
export function holdsData(part: JsonObject): boolean {
  return Object.keys(part).some((key) => key !== 'thought' && key !== 'thoughtSignature')
}

/** Every field of a part is optional. */
export function isPart(value: unknown): value is GooglePart {
  return isJsonObject(value)
}

/**
 * Returns the chunks in a text that the SDK could not parse: one event without its blank line, or a plain JSON body.
 */
export function chunksIn(value: unknown): readonly GoogleChunk[] {
  const list = Array.isArray(value) ? value : [value]
  return list.filter(
    (entry): entry is GoogleChunk =>
      isJsonObject(entry) &&
      (field(entry, 'candidates') ?? field(entry, 'error') ?? field(entry, 'promptFeedback')) !== undefined,
  )
}
