import type { JsonObject, JsonValue } from '../../../shared/json.ts'
import { type LogRowType, ROW_TYPES, type UnreadKey, unreadKeys } from '../../../shared/log-row.ts'

/** Different keys that are named; the others are counted together. A file may have a new one in each line. */
const MAX_NAMED = 50
const MAX_KEY_LENGTH = 100

/** Stands for all keys beyond those that are named. */
const OTHERS = '…'

/** Counts the keys of lines that an import does not keep (docs/import-format.md). */
export class UnreadKeys {
  readonly #counts = new Map<string, UnreadKey>()

  add(type: JsonValue | undefined, json: JsonObject): void {
    const known = ROW_TYPES.find((name) => name === type)
    if (known !== undefined) for (const key of unreadKeys(known, json)) this.#count(known, shortened(key))
  }

  list(): readonly UnreadKey[] {
    return [...this.#counts.values()]
  }

  #count(type: LogRowType, key: string): void {
    const id = `${type} ${key}`
    if (!this.#counts.has(id) && this.#counts.size >= MAX_NAMED && key !== OTHERS) return this.#count(type, OTHERS)
    const count = this.#counts.get(id)?.count ?? 0
    this.#counts.set(id, { type, key, count: count + 1 })
  }
}

/** A value of a file for a message, as JSON. */
export function shortText(value: JsonValue): string {
  return shortened(JSON.stringify(value))
}

function shortened(text: string): string {
  return text.length > MAX_KEY_LENGTH ? `${text.slice(0, MAX_KEY_LENGTH)}…` : text
}
