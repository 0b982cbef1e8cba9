import { MAX_JSON_DEPTH } from '../../../../shared/json.ts'
import type { JsonValue } from '../../../../shared/json.ts'
import { field, textField } from '../wire-value.ts'

type Slot = Record<string, unknown>

/**
 * Assembles the arguments of a call from pieces, each with a JSON path (`$.files[0].name`) and a value or the next part
 * of a string.
 */
export class PartialArguments {
  // Slots have no prototype, because a path may name `__proto__`.
  readonly #root: Slot = emptySlot()

  add(piece: unknown): void {
    const keys = pathKeys(textField(piece, 'jsonPath') ?? '')
    const last = keys.pop()
    if (last === undefined || keys.length >= MAX_JSON_DEPTH) return
    let slot = this.#root
    for (const key of keys) {
      const next = slot[key]
      slot = slot[key] = isSlot(next) ? next : emptySlot()
    }
    const text = field(piece, 'stringValue')
    const before = slot[last]
    slot[last] = typeof text === 'string' ? (typeof before === 'string' ? before : '') + text : plainValue(piece)
  }

  toJson(): string {
    return JSON.stringify(withArrays(this.#root))
  }
}

function plainValue(piece: unknown): JsonValue {
  for (const name of ['numberValue', 'boolValue']) {
    const value = field(piece, name)
    if (typeof value === 'number' || typeof value === 'boolean') return value
  }
  return null
}

/** Converts `$.a['b c'][0]` to the keys a, b c, 0. */
function pathKeys(path: string): string[] {
  return [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]|\['([^']*)'\]|\["([^"]*)"\]/g)].map(
    (match) => match[1] ?? (match[2] === undefined ? (match[3] ?? match[4] ?? '') : `#${match[2]}`),
  )
}

/** Converts slots whose keys are all indexes to arrays. */
function withArrays(value: unknown): unknown {
  if (!isSlot(value)) return value
  const entries = Object.entries(value).map(([key, entry]) => [key, withArrays(entry)] as const)
  if (entries.length > 0 && entries.every(([key]) => key.startsWith('#'))) {
    return entries.toSorted(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1))).map(([, entry]) => entry)
  }
  return Object.assign(emptySlot(), Object.fromEntries(entries))
}

function isSlot(value: unknown): value is Slot {
  return typeof value === 'object' && value !== null
}

function emptySlot(): Slot {
  return { __proto__: null }
}
