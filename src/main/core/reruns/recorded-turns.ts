import type { AgentEvent, AgentEventOf } from '../../../shared/agent-event.ts'
import type { ToolCallBlock } from '../../../shared/content.ts'
import { eventHas } from '../../../shared/event-facts.ts'
import type { EventId, TurnId } from '../../../shared/ids.ts'

type ToolResult = AgentEventOf<'tool_result'>

/** A call as the log has it. */
export interface CallRecord {
  /** The event that contains the call: its answer, or a `tool_call` that no answer has. */
  readonly eventId: EventId
  readonly call: ToolCallBlock
  /**
   * The first result, because that is the one that the next request of the turn contained. Null: the call was
   * interrupted before it had one.
   */
  readonly result: ToolResult | null
}

/** An event that changed the context between two requests of a turn. */
export interface RecordedAct {
  /** How many calls of the turn were made before it. */
  readonly afterCalls: number
  readonly event: AgentEvent
}

/** What a rerun needs of one turn, and of those that resumed or repeated it. */
export interface RecordedTurn {
  /** What the turn began with: prompts, mail, and instruction files before them. Empty: they were recorded before it. */
  readonly opening: readonly AgentEvent[]
  /** In the order in which the model made them, across all answers of the turn. */
  readonly calls: readonly CallRecord[]
  readonly acts: readonly RecordedAct[]
  /** All its events, ascending; at least one. */
  readonly events: readonly AgentEvent[]
}

/** What a rerun does, one after the other: repeat an event that changed the context, or run a turn again. */
export type RerunStep =
  | { readonly type: 'act'; readonly event: AgentEvent }
  | { readonly type: 'turn'; readonly turn: RecordedTurn }

/** Returns the steps that repeat the events of one agent. `events`: its own, ascending. */
export function rerunSteps(events: readonly AgentEvent[]): readonly RerunStep[] {
  const steps: OpenStep[] = []
  let last: OpenTurn | null = null
  let hasQuestion = true
  for (const step of openSteps(withoutDiscards(events))) {
    if (step.type === 'act') hasQuestion ||= isQuestion(step.event)
    else if (last !== null && !hasQuestion && !asks(step)) {
      // It resumes the turn before it, or tries it again.
      last.events.push(...step.events)
      continue
    } else {
      last = step
      hasQuestion = false
    }
    steps.push(step)
  }
  return steps.map((step) => (step.type === 'act' ? step : { type: 'turn', turn: recordedTurn(step.events) }))
}

/**
 * Leaves out the rewinds that only removed an interrupted answer. Such an answer is not repeated, and the turn after it
 * tries again.
 */
export function withoutDiscards(events: readonly AgentEvent[]): readonly AgentEvent[] {
  const interrupted = new Set(events.flatMap(({ id, kind }) => (kind === 'interrupted' ? [id] : [])))
  return events.filter((event) => event.kind !== 'rewind' || !interrupted.has(event.data.target_id))
}

/** Returns the id of the first event of a step, by which the log names it. */
export function firstIdOf(step: RerunStep): EventId {
  return step.type === 'act' ? step.event.id : (step.turn.events[0]?.id ?? 0)
}

/** Returns the events of a step. */
export function eventsOfStep(step: RerunStep): readonly AgentEvent[] {
  return step.type === 'act' ? [step.event] : step.turn.events
}

interface OpenTurn {
  readonly type: 'turn'
  readonly turnId: TurnId
  readonly events: AgentEvent[]
}
type OpenStep = Extract<RerunStep, { type: 'act' }> | OpenTurn

/** The acts, and the events of each turn with what was recorded between them. */
function openSteps(events: readonly AgentEvent[]): readonly OpenStep[] {
  const ends = new Map(events.map(({ turnId, id }) => [turnId, id]))
  const steps: OpenStep[] = []
  let turn: OpenTurn | null = null
  for (const event of events) {
    const isOfTurn = event.turnId !== null && event.kind !== 'summary'
    if (turn !== null && (turn.turnId === event.turnId || event.id < (ends.get(turn.turnId) ?? 0))) {
      turn.events.push(event)
    } else if (isOfTurn) {
      turn = { type: 'turn', turnId: event.turnId, events: [event] }
      steps.push(turn)
    } else if (isAct(event)) steps.push({ type: 'act', event })
  }
  return steps
}

function asks({ events }: OpenTurn): boolean {
  return openingOf(events).some(isQuestion)
}

/** The acts before the first response. */
function openingOf(events: readonly AgentEvent[]): readonly AgentEvent[] {
  const first = events.findIndex((event) => eventHas(event, 'rerun', 'response'))
  return events.slice(0, first === -1 ? events.length : first).filter(isAct)
}

function isAct(event: AgentEvent): boolean {
  if (event.kind === 'summary') return !('failed' in event.data)
  // The result of the call that read it shows the mail.
  if (event.kind === 'mail') return event.data.tool_call_id === undefined
  return eventHas(event, 'rerun', 'act', 'question')
}

function isQuestion(event: AgentEvent): boolean {
  return eventHas(event, 'rerun', 'question')
}

function recordedTurn(events: readonly AgentEvent[]): RecordedTurn {
  const opening = openingOf(events)
  const results = firstResults(events)
  const calls: CallRecord[] = []
  const acts: RecordedAct[] = []
  let mayCorrect = false
  for (const event of events) {
    const made = callsOf(event).filter(({ id }) => !calls.some(({ call }) => call.id === id))
    for (const call of made) calls.push({ eventId: event.id, call, result: results.get(call.id) ?? null })
    // The turn itself asks a model to correct its final answer.
    const isCorrection = event.kind === 'user' && mayCorrect
    if (isAct(event) && !isCorrection && !opening.includes(event)) acts.push({ afterCalls: calls.length, event })
    if (event.kind === 'assistant') mayCorrect = callsOf(event).length === 0
  }
  return { opening, calls, acts, events }
}

function firstResults(events: readonly AgentEvent[]): ReadonlyMap<string, ToolResult> {
  const results = new Map<string, ToolResult>()
  for (const event of events) {
    if (event.kind !== 'tool_result' || results.has(event.data.tool_call_id)) continue
    results.set(event.data.tool_call_id, event)
  }
  return results
}

/** Returns the calls that an event contains. */
export function callsOf(event: AgentEvent): readonly ToolCallBlock[] {
  if (event.kind === 'assistant') return event.data.blocks?.filter((block) => block.type === 'tool_call') ?? []
  if (event.kind !== 'tool_call') return []
  const { tool_call_id: id, ...call } = event.data
  return [{ type: 'tool_call', id, ...call }]
}
