import type { JsonObject } from '../../../../../shared/json.ts'
import { text } from '../values.ts'

export interface GeminiMessage {
  readonly key: string
  /** The lines that wrote it. */
  readonly records: readonly number[]
  readonly json: JsonObject
}

/** Goes back to the state before the message with this key. */
interface GeminiRewind {
  readonly before: string
  readonly record: number
}

interface Written {
  readonly id: string
  readonly key: string
  readonly records: number[]
  json: JsonObject
}

/** Follows the changes of a list of messages, and says in which order its messages were added and removed. */
export class GeminiMessages {
  readonly #steps: (Written | GeminiRewind)[] = []
  /** The messages that are in the list. */
  #list: Written[] = []
  readonly #uses = new Map<string, number>()

  /** Adds a message; one with the same id is replaced. */
  put(json: JsonObject, record: number): void {
    const id = text(json['id']) ?? `import:${record}`
    const known = this.#list.find((message) => message.id === id)
    if (known !== undefined) {
      known.json = json
      known.records.push(record)
      return
    }
    const uses = (this.#uses.get(id) ?? 0) + 1
    this.#uses.set(id, uses)
    const added = { id, key: uses === 1 ? id : `${id} ${uses}`, records: [record], json }
    this.#list.push(added)
    this.#steps.push(added)
  }

  /** Replaces the list: what is not in the new one any more is removed, with all that follows it. */
  replace(messages: readonly JsonObject[], record: number): void {
    const ids = messages.map((message) => text(message['id']))
    const removed = this.#list.findIndex(({ id }) => !ids.includes(id))
    if (removed !== -1) this.#cut(removed, record)
    for (const message of messages) this.put(message, record)
  }

  /** Returns false if there is no such message. */
  rewind(id: string, record: number): boolean {
    const at = this.#list.findIndex((message) => message.id === id)
    if (at !== -1) this.#cut(at, record)
    return at !== -1
  }

  steps(): readonly (GeminiMessage | GeminiRewind)[] {
    return this.#steps
  }

  #cut(at: number, record: number): void {
    const before = this.#list[at]?.key
    this.#list = this.#list.slice(0, at)
    if (before !== undefined) this.#steps.push({ before, record })
  }
}
