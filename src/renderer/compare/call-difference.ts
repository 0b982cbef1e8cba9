import { diffArrays } from 'diff'

import type { JsonValue } from '../../shared/json.ts'
import type { ComparedCall } from './answer-turns.ts'

/** A tool call of one answer and its counterpart in the other, or null; arguments as sorted JSON. */
export interface CallPair {
  readonly name: string
  readonly left: string | null
  readonly right: string | null
}

/** Pairs the tool calls of two answers by tool name, keeping their order. */
export function pairCalls(left: readonly ComparedCall[], right: readonly ComparedCall[]): readonly CallPair[] {
  const pairs: CallPair[] = []
  const lefts = left.values()
  const rights = right.values()
  for (const change of diffArrays(namesOf(left), namesOf(right))) {
    for (let count = change.count; count > 0; count -= 1) {
      const one = change.added ? undefined : lefts.next().value
      const other = change.removed ? undefined : rights.next().value
      pairs.push({ name: (one ?? other)?.name ?? '', left: argumentsText(one), right: argumentsText(other) })
    }
  }
  return pairs
}

function namesOf(calls: readonly ComparedCall[]): string[] {
  return calls.map((call) => call.name)
}

function argumentsText(call: ComparedCall | undefined): string | null {
  return call === undefined ? null : JSON.stringify(sorted(call.arguments), null, 2)
}

/** Sorts keys, because models write the same arguments in different orders. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, each]) => [key, sorted(each)]))
}
