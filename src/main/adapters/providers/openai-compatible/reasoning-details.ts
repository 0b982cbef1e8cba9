import { isJsonObject } from '../../../../shared/json.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { listField, textField } from '../wire-value.ts'

/** Fields of a detail that are streamed in pieces. */
const GROWING = ['text', 'summary', 'data', 'thinking'] as const

/** The fields in which gateways send thinking with its signatures: OpenRouter and its like, LiteLLM. */
const DETAILS_FIELDS = ['reasoning_details', 'thinking_blocks'] as const
export type DetailsField = (typeof DETAILS_FIELDS)[number]

/** Assembles the pieces of `reasoning_details`: the vendor requires them back complete and in order. */
export class ReasoningDetails {
  readonly #details: Record<string, JsonObject[string]>[] = []

  add(pieces: readonly JsonObject[]): void {
    for (const piece of pieces) {
      const last = this.#details.at(-1)
      if (last === undefined || !continues(last, piece)) this.#details.push({ ...piece })
      else merge(last, piece)
    }
  }

  /** Returns a copy, so that values returned earlier do not change. */
  get whole(): readonly JsonObject[] {
    return this.#details.map((detail) => ({ ...detail }))
  }
}

/** Returns the pieces in a delta, and the field that they are in. */
export function detailPieces(delta: unknown): { readonly name: DetailsField; readonly pieces: readonly JsonObject[] } {
  const [name = 'reasoning_details'] = DETAILS_FIELDS.filter((each) => listField(delta, each).length > 0)
  return { name, pieces: listField(delta, name).filter(isJsonObject) }
}

/** Returns the displayable text of a detail; encrypted details have none. */
export function detailText(detail: JsonObject): string {
  return textField(detail, 'text') ?? textField(detail, 'summary') ?? textField(detail, 'thinking') ?? ''
}

/**
 * A piece continues the previous detail if both have the same type and index. Encrypted data arrives in one piece, and
 * the signature is the end of a text.
 */
function continues(last: JsonObject, piece: JsonObject): boolean {
  if (last['type'] !== piece['type'] || last['index'] !== piece['index']) return false
  const isNext = textField(last, 'signature') !== undefined && detailText(piece) !== ''
  return piece['type'] !== 'reasoning.encrypted' && !isNext
}

/** Text is appended. Of all other fields (the signature comes last) the later value wins, unless it is empty. */
function merge(last: Record<string, JsonObject[string]>, piece: JsonObject): void {
  for (const [key, value] of Object.entries(piece)) {
    const known = last[key]
    const grows = GROWING.some((name) => name === key) && typeof known === 'string' && typeof value === 'string'
    if (grows) last[key] = known + value
    else if (value !== null && value !== '') last[key] = value
  }
}
