import type { AgentEvent, AgentEventOf } from '../../shared/agent-event.ts'
import type { AgentMarks } from '../../shared/agent-marks.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'

type Marks = ReadonlyMap<string, AgentEventOf<'mark'>>

/** A context change, and the marks that existed before it. */
interface Act {
  readonly id: EventId
  readonly before: Marks
}

/**
 * Returns the marks of an agent according to these events, by the engine's rules (docs/behaviour/context.md#marks): a
 * clear drops all, a rewind drops those after its target, an undo restores them. Marks are never inherited.
 */
export function agentMarks(agentId: AgentId, events: readonly AgentEvent[]): AgentMarks {
  let marks: Marks = new Map()
  let acts: readonly Act[] = []
  for (const event of events) {
    if (event.agentId !== agentId) continue
    if (event.kind === 'mark') {
      marks = withMark(marks, event)
      continue
    }
    if (event.kind !== 'clear' && event.kind !== 'rewind' && event.kind !== 'summary') continue
    const undone = event.kind === 'rewind' ? event.data.undoes : undefined
    if (undone === undefined) {
      acts = [...acts, { id: event.id, before: marks }]
      marks = afterAct(marks, event)
      continue
    }
    const last = acts.at(-1)
    if (last?.id !== undone) continue
    acts = acts.slice(0, -1)
    marks = [...marks.values()].filter((mark) => mark.id > undone).reduce(withMark, last.before)
  }
  const inForce = [...marks].map(([name, { id, createdAt }]) => ({ name, eventId: id, setAt: createdAt }))
  return { marks: inForce, lastAct: acts.at(-1)?.id ?? null }
}

function withMark(marks: Marks, event: AgentEventOf<'mark'>): Marks {
  const next = new Map(marks)
  next.delete(event.data.name)
  return next.set(event.data.name, event)
}

function afterAct(marks: Marks, act: AgentEventOf<'clear'> | AgentEventOf<'rewind'> | AgentEventOf<'summary'>): Marks {
  if (act.kind === 'summary') return marks
  if (act.kind === 'clear') return new Map()
  return new Map([...marks].filter(([, mark]) => mark.id <= act.data.target_id))
}
