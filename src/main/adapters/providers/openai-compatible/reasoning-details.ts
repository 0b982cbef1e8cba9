import { isJsonObject } from '../../../../shared/json.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { listField, textField } from '../wire-value.ts'

/** Fields of a detail that stream in pieces. */
const GROWING = ['text', 'summary', 'data'] as const

/** Puts the pieces of `reasoning_details` together: the vendor wants them back whole and in order. */
export class ReasoningDetails {
  readonly #details: Record<string, JsonObject[string]>[] = []

  add(pieces: readonly JsonObject[]): void {
    for (const piece of pieces) {
      const last = this.#details.at(-1)
      if (last === undefined || !continues(last, piece)) this.#details.push({ ...piece })
      else merge(last, piece)
    }
  }

  /** A copy: what was handed out does not grow. */
  get whole(): readonly JsonObject[] {
    return this.#details.map((detail) => ({ ...detail }))
  }
}

export function detailPieces(delta: unknown): readonly JsonObject[] {
  return listField(delta, 'reasoning_details').filter(isJsonObject)
}

/** What a detail shows; encrypted ones show nothing. */
export function detailText(detail: JsonObject): string {
  return textField(detail, 'text') ?? textField(detail, 'summary') ?? ''
}

/** A piece goes on with the detail before it when both are of one type and index. Encrypted data comes in one piece. */
function continues(last: JsonObject, piece: JsonObject): boolean {
  return last['type'] === piece['type'] && last['index'] === piece['index'] && piece['type'] !== 'reasoning.encrypted'
}

/** Text grows; of everything else (the signature comes last) the later value counts, unless it is empty. */
function merge(last: Record<string, JsonObject[string]>, piece: JsonObject): void {
  for (const [key, value] of Object.entries(piece)) {
    const known = last[key]
    const grows = GROWING.some((name) => name === key) && typeof known === 'string' && typeof value === 'string'
    if (grows) last[key] = known + value
    else if (value !== null && value !== '') last[key] = value
  }
}
