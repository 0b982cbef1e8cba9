import type { MissPlace, MissDifference } from '../../../shared/cache-miss.ts'
import type { ModelRequest } from '../ports/provider-ports.ts'

/** The parts of a sent request that a cache compares, without the bytes of files. */
export interface ComparedRequest {
  readonly tools: ModelRequest['tools']
  readonly system: ModelRequest['system']
  readonly messages: ModelRequest['messages']
}

const CONTEXT_LINES = 3
const MAX_LINES = 60

/** Returns the difference of two requests at a place. A part that only one of them has is empty in the other. */
export function missDifference(earlier: ComparedRequest, later: ComparedRequest, place: MissPlace): MissDifference {
  const before = partText(earlier, place)
  const after = partText(later, place)
  const start = commonLength(before, after)
  const common = before.slice(0, start)
  const line = common.split('\n').length
  return {
    diff: placeDiff(before.split('\n'), after.split('\n'), line - 1),
    line,
    column: start - common.lastIndexOf('\n'),
    byte: new TextEncoder().encode(common).length + 1,
  }
}

function partText({ tools, system, messages }: ComparedRequest, place: MissPlace): string {
  if (place.part === 'system') return system[place.block - 1] ?? ''
  if (place.part === 'message') return jsonOf(messages[place.number - 1])
  if (place.change === 'moved') return tools.map(({ name }) => name).join('\n')
  return jsonOf(tools.find(({ name }) => name === place.name))
}

function jsonOf(part: object | undefined): string {
  return part === undefined ? '' : JSON.stringify(part, null, 2)
}

function commonLength(a: string, b: string): number {
  let index = 0
  while (index < a.length && a[index] === b[index]) index += 1
  return index
}

/** `first`: index of the first line that differs. Equal lines at the end are left out. */
function placeDiff(before: readonly string[], after: readonly string[], first: number): string {
  let same = 0
  while (same < Math.min(before.length, after.length) - first && before.at(-1 - same) === after.at(-1 - same)) same += 1
  const from = Math.max(0, first - CONTEXT_LINES)
  const changed = (lines: readonly string[], sign: string): readonly string[] => {
    const own = lines.slice(first, lines.length - same)
    const rest = own.length - MAX_LINES
    return [...own.slice(0, MAX_LINES), ...(rest > 0 ? [`… ${rest} more lines`] : [])].map((text) => sign + text)
  }
  const context = before.slice(from, first).map((text) => ` ${text}`)
  return [`@@ -${from + 1} +${from + 1} @@`, ...context, ...changed(before, '-'), ...changed(after, '+')].join('\n')
}
