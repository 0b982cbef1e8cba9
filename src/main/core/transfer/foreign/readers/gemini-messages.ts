import type { JsonObject, JsonValue } from '../../../../../shared/json.ts'
import { objects, text } from '../values.ts'

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

  /**
   * Adds a message; one with the same id is replaced. Newer versions write all calls of a session into one message, again
   * with each turn: calls that are new in it belong to where it is written, if others have followed it.
   */
  put(json: JsonObject, record: number): void {
    const id = text(json['id']) ?? `import:${record}`
    const known = this.#list.filter((message) => message.id === id)
    const last = known.at(-1)
    if (last === undefined) return this.#add(id, json, record)
    const calls = objects(json['toolCalls'])
    const written = new Set<JsonValue | undefined>(known.flatMap(callIds))
    const fresh = calls.filter((call) => !written.has(call['id']))
    const isPart = fresh.length > 0 && fresh.length < calls.length && last !== this.#list.at(-1)
    for (const message of known) {
      const own = new Set<JsonValue | undefined>(callIds(message))
      const isLast = message === last
      const kept = calls.filter((call) => own.has(call['id']) || (isLast && !isPart && fresh.includes(call)))
      message.json = known.length === 1 && !isPart ? json : { ...message.json, toolCalls: kept }
    }
    if (!isPart) return void last.records.push(record)
    const timestamp = text(fresh[0]?.['timestamp']) ?? text(json['timestamp']) ?? ''
    this.#add(id, { ...json, timestamp, content: '', thoughts: [], toolCalls: fresh }, record)
  }

  #add(id: string, json: JsonObject, record: number): void {
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

function callIds({ json }: Written): readonly JsonValue[] {
  return objects(json['toolCalls']).flatMap((call) => call['id'] ?? [])
}
