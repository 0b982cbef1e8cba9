import type { AgentEvent, EventKind } from '../../shared/agent-event.ts'
import type { EventGroup, SingleItem, StreamItem } from './stream-items.ts'

/** Kinds that say with what later requests are made, and nothing of what was said. */
const CHANGES: ReadonlySet<EventKind> = new Set<EventKind>(['system', 'instructions', 'model', 'options', 'vote'])

type GroupType = EventGroup['type']

/**
 * Groups neighbours that would fill the stream with lines: all forks of one place become one row, and two or more changes
 * one line that unfolds. What is folded is grouped as well.
 */
export function groupBookkeeping(items: readonly StreamItem[]): readonly StreamItem[] {
  const grouped: StreamItem[] = []
  let group: SingleItem[] = []
  let type: GroupType | null = null
  const close = (): void => {
    const [first] = group
    if (first === undefined || type === null) return
    grouped.push(type === 'changes' && group.length === 1 ? first : { type, event: first.event, items: group })
    group = []
  }
  for (const item of items) {
    const next = item.type === 'event' ? groupOf(item) : null
    if (next !== type) close()
    type = next
    if (item.type === 'event' && next !== null) group.push(item)
    else grouped.push(item.type === 'folded' ? { ...item, items: groupBookkeeping(item.items) } : item)
  }
  close()
  return grouped
}

function groupOf({ event, command }: SingleItem): GroupType | null {
  if (event.kind === 'fork') return 'forks'
  return CHANGES.has(event.kind) && !warns(event, command?.data.answer) ? 'changes' : null
}

/** Whether the user should see it without opening a line: a model that is about to end, or missing servers. */
function warns(event: AgentEvent, answer = ''): boolean {
  return answer.includes('⚠') || (event.kind === 'instructions' && event.data.origin === 'servers')
}
