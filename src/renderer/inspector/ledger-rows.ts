import { isWrittenSummary, positionOf } from '../../shared/context-edits.ts'
import type { AgentEvent, AgentEventOf } from '../../shared/agent-event.ts'
import type { ContextLedger, ContextSegment } from '../../shared/context-ledger.ts'
import { isShownIn, type KindShownIn } from '../../shared/event-facts.ts'
import { meantCall } from '../../shared/tool-search.ts'
import { instructionFacts } from '../parts/instruction-facts.ts'
import { texts } from '../text/texts.ts'
import type { AgentId, EventId } from '../../shared/ids.ts'

const words = texts.inspector.authors
const notes = texts.inspector.notes

/** A line of the ledger. */
export type LedgerRow =
  | { readonly type: 'system'; readonly eventId: EventId; readonly text: string }
  /** The text that describes an agent to its model. */
  | { readonly type: 'about'; readonly agentId: AgentId; readonly text: string }
  | { readonly type: 'mark'; readonly eventId: EventId; readonly name: string }
  /** The following rows, until the next of this type, were recorded by this agent. */
  | { readonly type: 'owner'; readonly agentId: AgentId; readonly eventId: EventId }
  | LedgerSegment

export interface LedgerSegment {
  readonly type: 'segment'
  readonly event: AgentEvent
  /** The author: `You`, `Answer`, `Result of grep`. */
  readonly title: string
  /** Contents other than text: `calls grep, bash`. */
  readonly note: string
  readonly text: string
  readonly tokens: number | null
}

/**
 * Returns the rows of a context in order: the system prompt, the agents whose logs the parts come from, marks at their
 * positions.
 */
export function ledgerRows({ agentId, system, about = [], marks, segments }: ContextLedger): readonly LedgerRow[] {
  const rows: LedgerRow[] = []
  if (system !== null) rows.push({ type: 'system', eventId: system.eventId, text: system.content })
  for (const one of about) rows.push({ type: 'about', ...one })
  const waiting = marks.toSorted((a, b) => a.eventId - b.eventId)
  const isInherited = segments.some(({ event }) => event.agentId !== agentId)
  let owner: AgentId | null = null
  for (const segment of segments) {
    const { event } = segment
    for (const mark of takeBefore(waiting, event)) rows.push({ type: 'mark', ...mark })
    if (isInherited && event.agentId !== owner) rows.push({ type: 'owner', agentId: event.agentId, eventId: event.id })
    owner = event.agentId
    rows.push(segmentRow(segment))
  }
  for (const mark of waiting) rows.push({ type: 'mark', ...mark })
  return rows
}

export interface LedgerFigures {
  readonly segments: number
  /**
   * Reported tokens of the newest answer and its request, which was the size of the context then; null if there is
   * none.
   */
  readonly tokens: number | null
  /** Number of segments after that answer, for which no provider has reported tokens yet. */
  readonly uncounted: number
}

export function ledgerFigures({ segments }: ContextLedger): LedgerFigures {
  const last = segments.findLastIndex(
    ({ event }) => event.kind === 'assistant' && event.data.input_tokens !== undefined,
  )
  const event = segments[last]?.event
  const counted = event?.kind === 'assistant' ? (event.data.input_tokens ?? 0) + (event.data.output_tokens ?? 0) : null
  return { segments: segments.length, tokens: counted, uncounted: segments.length - 1 - last }
}

function takeBefore(waiting: { readonly name: string; readonly eventId: EventId }[], event: AgentEvent) {
  const later = waiting.findIndex((mark) => mark.eventId > positionOf(event))
  return waiting.splice(0, later === -1 ? waiting.length : later)
}

function segmentRow({ event, tokens }: ContextSegment): LedgerSegment {
  return { type: 'segment', event, title: titleOf(event), note: noteOf(event), text: event.content ?? '', tokens }
}

function titleOf(event: AgentEvent): string {
  return isShownIn(event, 'ledger') ? authorOf(event) : event.kind.replaceAll('_', ' ')
}

function authorOf<K extends KindShownIn<'ledger'>>(event: AgentEventOf<K>): string {
  return AUTHORS[event.kind](event)
}

const AUTHORS: { readonly [K in KindShownIn<'ledger'>]: (event: AgentEventOf<K>) => string } = {
  user: () => words.user,
  assistant: () => words.assistant,
  interrupted: () => words.interrupted,
  tool_call: ({ data }) => words.call({ tool: meantCall(data).name }),
  tool_result: ({ data }) => (data.name === undefined ? words.result : words.resultOf({ tool: data.name })),
  mail: () => words.mail,
  merge: () => words.merge,
  summary: () => words.summary,
  system: () => words.system,
  instructions: ({ content }) => (content === null ? words.endOfInstructions : words.instructions),
}

function noteOf(event: AgentEvent): string {
  if (event.kind === 'tool_result') {
    const { end, is_error: isError } = event.data
    return end === undefined ? (isError === true ? notes.failed : '') : texts.parts.tool.states[end.type]
  }
  if (event.kind === 'instructions') return instructionFacts(event.data).join(' · ')
  if (isWrittenSummary(event)) return notes.messages({ messages: event.data.messages })
  if (event.kind !== 'assistant' && event.kind !== 'interrupted') return ''
  const blocks = event.data.blocks ?? []
  const calls = blocks.flatMap((block) => (block.type === 'tool_call' ? [meantCall(block).name] : []))
  const thinks = blocks.some((block) => block.type === 'thinking')
  return [
    ...(thinks ? [notes.thinking] : []),
    ...(calls.length === 0 ? [] : [notes.calls({ tools: calls.join(', ') })]),
  ].join(' · ')
}
