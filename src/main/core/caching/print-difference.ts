import type { MissCause, MissPlace } from '../../../shared/cache-miss.ts'
import { HASH_DIGITS } from './print-keys.ts'
import { commonStart, type RequestPrint } from './request-print.ts'
import { defined } from '../../../shared/defined.ts'

/** How the beginning of a request differs from an earlier request. */
export interface PrintDifference {
  readonly cause: Extract<MissCause, 'tools' | 'system' | 'order' | 'messages'>
  readonly place: MissPlace
}

/**
 * Returns the first part of the earlier request that the later one does not repeat in its place; null: the later one
 * begins with all of it. Parts are compared in the order in which caches read them: tools, system prompt, messages.
 */
export function printDifference(earlier: RequestPrint, later: RequestPrint): PrintDifference | null {
  return (
    toolDifference(earlier.tools, later.tools) ?? systemDifference(earlier, later) ?? messageDifference(earlier, later)
  )
}

function toolDifference(earlier: readonly string[], later: readonly string[]): PrintDifference | null {
  const index = commonStart(earlier, later)
  if (index === earlier.length && index === later.length) return null
  const before = toolName(earlier[index])
  const now = toolName(later[index])
  if (isReordered(earlier, later))
    return { cause: 'order', place: { part: 'tool', name: now ?? before ?? '', change: 'moved' } }
  if (before !== null && before === now)
    return { cause: 'tools', place: { part: 'tool', name: before, change: 'changed' } }
  const isRemoved = before !== null && !later.some((tool) => toolName(tool) === before)
  return {
    cause: 'tools',
    place: { part: 'tool', name: (isRemoved ? before : now) ?? before ?? '', change: isRemoved ? 'removed' : 'added' },
  }
}

/** `tool`: as in `RequestPrint`. */
function toolName(tool: string | undefined): string | null {
  return tool === undefined ? null : tool.slice(0, tool.lastIndexOf(' '))
}

function systemDifference({ system: earlier }: RequestPrint, { system: later }: RequestPrint): PrintDifference | null {
  const index = commonStart(earlier, later)
  if (index === earlier.length && index === later.length) return null
  const line = Math.floor(commonLength(earlier[index] ?? '', later[index] ?? '') / HASH_DIGITS) + 1
  const isLine = earlier[index] !== undefined && later[index] !== undefined
  return {
    cause: isReordered(earlier, later) ? 'order' : 'system',
    place: { part: 'system', block: index + 1, ...defined({ line: isLine ? line : undefined }) },
  }
}

function commonLength(a: string, b: string): number {
  let index = 0
  while (index < a.length && a[index] === b[index]) index += 1
  return index
}

function messageDifference(
  { messages: earlier }: RequestPrint,
  { messages: later }: RequestPrint,
): PrintDifference | null {
  const index = commonStart(earlier, later)
  if (index === earlier.length) return null
  const isMoved = isReordered(earlier.slice(index), later.slice(index, earlier.length))
  return { cause: isMoved ? 'order' : 'messages', place: { part: 'message', number: index + 1 } }
}

function isReordered(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 1 && a.length === b.length && a.toSorted().join('\n') === b.toSorted().join('\n')
}
