import type { AgentEvent } from '../../src/shared/agent-event.ts'
import { isWrittenSummary, type WrittenSummary } from '../../src/shared/context-edits.ts'

/** An agent of the model and its origin. */
export interface NaiveAgent {
  readonly id: string
  readonly parentId: string | null
  readonly forkEventId: number | null
  readonly forkFromId: number | null
}

export interface NaiveContext {
  readonly items: readonly AgentEvent[]
  readonly marks: ReadonlyMap<string, number>
  readonly system: string | null
}

const VISIBLE: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'tool_call',
  'tool_result',
  'interrupted',
  'mail',
  'merge',
])

/**
 * Computes the context directly from its definition (docs/behaviour/context.md#replay), without optimisation: from the
 * whole log each time. It shares no code with the replay that it verifies.
 */
export function naiveContext(
  log: readonly AgentEvent[],
  agents: ReadonlyMap<string, NaiveAgent>,
  id: string,
  upToId = Number.MAX_SAFE_INTEGER,
): NaiveContext {
  const born = inherited(log, agents, id, upToId)
  const own = log.filter((event) => event.agentId === id && event.id <= upToId)
  const effective = withoutUndone(own)
  const system = own.findLast((event) => event.kind === 'system')
  return {
    items: itemsAfter(born.items, effective),
    marks: marksAfter(effective),
    system: system === undefined ? born.system : system.content,
  }
}

function inherited(
  log: readonly AgentEvent[],
  agents: ReadonlyMap<string, NaiveAgent>,
  id: string,
  upToId: number,
): Pick<NaiveContext, 'items' | 'system'> {
  const agent = agents.get(id)
  if (agent?.parentId == null || agent.forkEventId === null) return { items: [], system: null }
  const parent = naiveContext(log, agents, agent.parentId, Math.min(upToId, agent.forkEventId))
  const from = agent.forkFromId ?? 0
  return { items: parent.items.filter((item) => place(item) > from), system: parent.system }
}

/** Removes undone changes and their undo events. Only the newest remaining change can be undone. */
function withoutUndone(own: readonly AgentEvent[]): readonly AgentEvent[] {
  let standing: readonly AgentEvent[] = []
  for (const event of own) {
    if (event.kind !== 'rewind' || event.data.undoes === undefined) {
      standing = [...standing, event]
      continue
    }
    const last = standing.findLast((one) => one.kind === 'clear' || one.kind === 'rewind' || isWrittenSummary(one))
    if (last?.id === event.data.undoes) standing = standing.filter((one) => one !== last)
  }
  return standing
}

function itemsAfter(born: readonly AgentEvent[], events: readonly AgentEvent[]): readonly AgentEvent[] {
  const last = events.at(-1)
  if (last === undefined) return born
  const before = events.slice(0, -1)
  if (VISIBLE.has(last.kind)) return [...itemsAfter(born, before), last]
  if (last.kind === 'clear') return []
  if (isWrittenSummary(last)) return summarised(itemsAfter(born, before), last)
  if (last.kind === 'rewind') return itemsJustBefore(born, before, last.data.target_id)
  return itemsAfter(born, before)
}

/** Cleared events are never restored, whatever the target of a rewind. */
function itemsJustBefore(
  born: readonly AgentEvent[],
  events: readonly AgentEvent[],
  target: number,
): readonly AgentEvent[] {
  if (events.some((event) => event.kind === 'clear' && event.id >= target)) return []
  return itemsAfter(
    born.filter((item) => place(item) < target),
    events.filter((event) => event.id < target),
  )
}

function summarised(items: readonly AgentEvent[], summary: WrittenSummary): readonly AgentEvent[] {
  const { from_id: from, to_id: to } = summary.data
  return [...items.filter((item) => place(item) < from), summary, ...items.filter((item) => place(item) > to)]
}

function marksAfter(events: readonly AgentEvent[]): ReadonlyMap<string, number> {
  let marks: readonly (readonly [string, number])[] = []
  for (const event of events) {
    if (event.kind === 'mark')
      marks = [...marks.filter(([name]) => name !== event.data.name), [event.data.name, event.id]]
    if (event.kind === 'clear') marks = []
    if (event.kind === 'rewind') marks = marks.filter(([, id]) => id <= event.data.target_id)
  }
  return new Map(marks)
}

function place(item: AgentEvent): number {
  return isWrittenSummary(item) ? item.data.to_id : item.id
}
