import { argumentsText as textOf, isTextOf, readArguments } from '../../../../shared/call-arguments.ts'
import type { JsonObject } from '../../../../shared/json.ts'
import { jsonTokens } from '../../../../shared/json-tokens.ts'
import { EventFrames } from '../event-frames.ts'
import { argumentsText } from '../wire-value.ts'

/**
 * Finds the original text of call arguments in the body of a response. Gemini sends them as an object, which the SDK
 * parses: this loses integers beyond 2^53 and the order of keys such as `10` and `2`.
 */
export class WrittenArguments {
  readonly #frames = new EventFrames()
  readonly #found: string[] = []

  /** Adds a piece of the body; must be called before the SDK reads it. */
  push(chunk: Uint8Array): void {
    for (const event of this.#frames.push(chunk)) this.#found.push(...argumentsIn(event))
  }

  /** Returns the text of the next arguments that the SDK parsed to this value. */
  take(value: JsonObject): string {
    const at = this.#indexOf(value)
    const found = at === -1 ? undefined : this.#found.splice(0, at + 1).at(-1)
    return found ?? argumentsText(value)
  }

  /** Also searches the rest of the body that is not terminated by a blank line yet. */
  #indexOf(value: JsonObject): number {
    const at = this.#found.findIndex((text) => isTextOf(text, value))
    if (at !== -1) return at
    this.#found.push(...argumentsIn(this.#frames.takeRest()))
    return this.#found.findIndex((text) => isTextOf(text, value))
  }
}

/** Returns the objects at `functionCall.args`, in order, without white space. */
function argumentsIn(bytes: Uint8Array): string[] {
  if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('"args"')) return []
  const event = new TextDecoder().decode(bytes)
  const found: string[] = []
  const path: string[] = []
  let key = ''
  let before = ''
  let open: { readonly start: number; readonly depth: number } | null = null
  for (const { text, start } of jsonTokens(event)) {
    if (text === ':') key = before
    else if (text === ',') key = ''
    else if (text === '{' || text === '[') {
      if (open === null && key === '"args"' && path.at(-1) === '"functionCall"') open = { start, depth: path.length }
      path.push(key)
      key = ''
    } else if (text === '}' || text === ']') {
      path.pop()
      if (open?.depth === path.length) {
        found.push(textOf(readArguments(event.slice(open.start, start + 1))))
        open = null
      }
    }
    before = text
  }
  return found
}
