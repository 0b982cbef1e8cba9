import type { JsonObject } from '../../../src/shared/json.ts'
import { objectOf, objectsOf, optionalText, textOf } from './read-json.ts'
import type { SimulatorRequest } from './simulator-request.ts'
import type { StreamItem } from './stream-item.ts'

/**
 * The items that this simulator's Responses API has sent, for the rules about items that belong together and about
 * items that are referenced by id only. Scripted signatures are sealed and need not be stored.
 */
export class IssuedItems {
  /** Item id → the id of the reasoning item that must precede it. */
  readonly #reasoningOf = new Map<string, string>()
  readonly #stored = new Set<string>()
  /** Call ids of each stored response, for previous_response_id. */
  readonly #callsOf = new Map<string, readonly string[]>()

  /** Records the finished items of a response. */
  note(items: readonly StreamItem[], request: SimulatorRequest): void {
    if (request.wire !== 'responses') return
    const last = items.findLast((item) => item.type === 'event' && item.name === 'response.completed')
    if (last?.type === 'event') this.#noteResponse(objectOf(objectOf(last.json)['response']), request)
  }

  requiredReasoning(itemId: string): string | undefined {
    return this.#reasoningOf.get(itemId)
  }

  isStored(itemId: string): boolean {
    return this.#stored.has(itemId)
  }

  /** Returns the calls of an earlier response that a request continues. */
  callsOf(responseId: string): readonly string[] {
    return this.#callsOf.get(responseId) ?? []
  }

  #noteResponse(response: JsonObject, request: SimulatorRequest): void {
    const output = objectsOf(response['output'])
    let reasoning: string | undefined
    for (const item of output) {
      const id = textOf(item['id'])
      if (request.body['store'] !== false) this.#stored.add(id)
      if (item['type'] === 'reasoning') reasoning = id
      else {
        if (reasoning !== undefined) this.#reasoningOf.set(id, reasoning)
        reasoning = undefined
      }
    }
    const calls = output.map((item) => optionalText(item['call_id'])).filter((id) => id !== undefined)
    if (request.body['store'] !== false) this.#callsOf.set(textOf(response['id']), calls)
  }
}
