import { argumentsOf } from '../../../shared/call-arguments.ts'
import type { TextBlock, ThinkingBlock, ToolCallBlock } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import {
  type AnswerEntry,
  type CallEntry,
  type Entry,
  isBlank,
  type ResultEntry,
  type UserEntry,
} from './collect-entries.ts'
import { agree, type NewCall, type OpenCall, type ToolCall, ToolCallRegistry } from './tool-call-registry.ts'
import type { ReportDraft } from './transcript-report.ts'
import type { TranscriptTraits } from '../../../shared/transcript-traits.ts'

/** One step of a conversation: text for the model, or an answer with its calls, their results and what follows them. */
export type Step = UserEntry | Answer

export interface Answer {
  readonly kind: 'answer'
  readonly eventId: EventId
  /** Thinking, text and calls, in sending order. */
  readonly body: readonly AnswerPart[]
  readonly calls: readonly ToolCall[]
  /** Text between a call and its result, with the thinking that led to it; it is sent after the results. */
  readonly after: readonly (TextBlock | ThinkingBlock)[]
  /** The answer continues the paused one before it. */
  readonly continues: boolean
}

export type AnswerPart = TextBlock | ThinkingBlock | ToolCall

const NOTHING: readonly never[] = []

/** Name for a result that does not name its tool. */
const UNKNOWN_TOOL = 'unknown_tool'

export interface PairedSteps {
  readonly steps: readonly Step[]
  /** All calls, in sending order. */
  readonly calls: readonly ToolCall[]
}

interface OpenAnswer extends Answer {
  readonly body: AnswerPart[]
  readonly calls: OpenCall[]
  after: readonly (TextBlock | ThinkingBlock)[]
  readonly batch: number
  /** Thinking that is not yet followed by text or a call. */
  pending: readonly ThinkingBlock[]
}

/**
 * Step 3 (docs/behaviour/transcript.md#pairing): gives every call exactly one result. A result is assigned to the
 * nearest unanswered call with its id; a second result replaces the first only if the first was a placeholder or
 * incomplete; a result without a call gets a reconstructed call. A call that still has no result gets a placeholder
 * when it is sent. Each decision depends on earlier events only.
 */
export function pairToolCalls(entries: readonly Entry[], traits: TranscriptTraits, report: ReportDraft): PairedSteps {
  const pairing = new Pairing(traits, report)
  for (const entry of entries) pairing.add(entry)
  return { steps: pairing.finish(), calls: pairing.calls }
}

class Pairing {
  readonly #steps: (UserEntry | OpenAnswer)[] = []
  readonly #registry = new ToolCallRegistry()
  readonly #traits: TranscriptTraits
  readonly #report: ReportDraft
  /** The answer to which a call event without a block is added. */
  #open: OpenAnswer | null = null
  /** The last answer. Call events may repeat its blocks. */
  #latest: OpenAnswer | null = null
  #previous: Entry | null = null

  constructor(traits: TranscriptTraits, report: ReportDraft) {
    this.#traits = traits
    this.#report = report
  }

  get calls(): readonly ToolCall[] {
    return this.#registry.calls
  }

  /** Returns the steps, without empty answers and without thinking that nothing follows. */
  finish(): readonly Step[] {
    for (const step of this.#steps) {
      if (step.kind === 'user') continue
      for (const _ of step.pending) this.#report.dropped.push({ eventId: step.eventId, part: 'trailing_thinking' })
    }
    return this.#steps.filter((step) => step.kind === 'user' || step.body.length > 0)
  }

  add(entry: Entry): void {
    if (entry.kind === 'user') this.#addUser(entry)
    else if (entry.kind === 'answer') this.#addAnswer(entry)
    else if (entry.kind === 'call') this.#addCall(entry)
    else this.#addResult(entry)
    this.#previous = entry
  }

  #addUser(entry: UserEntry): void {
    this.#steps.push(entry)
    this.#registry.nextStretch()
    this.#open = null
  }

  #addAnswer(entry: AnswerEntry): void {
    const answer = this.#addStep(entry.eventId, continuesPause(this.#previous, entry, this.#open))
    for (const block of entry.blocks) {
      if (block.type === 'thinking') answer.pending = [...answer.pending, block]
      else if (block.type === 'text') this.#addText(answer, block)
      else this.#addBlockCall(answer, block)
    }
    this.#latest = answer
    this.#open = entry.interrupted ? null : answer
  }

  #addBlockCall(answer: OpenAnswer, block: ToolCallBlock): void {
    if (this.#registry.claimForBlock(block) !== null) return
    const { id, name } = block
    const { eventId } = answer
    this.#attach(answer, { eventId, id, name, ...argumentsOf(block), block, reconstructed: false })
  }

  #addCall(entry: CallEntry): void {
    const { eventId, id, name } = entry
    const repeated = this.#latest?.calls.find((call) => repeats(entry, call))
    if (repeated !== undefined) repeated.confirmed = true
    else if (this.#registry.claimForEvent(id, entry) === null) {
      this.#open ??= this.#addStep(eventId, false)
      this.#attach(this.#open, { eventId, id, name, ...argumentsOf(entry), block: null, reconstructed: false })
    }
  }

  #addResult(entry: ResultEntry): void {
    const lost = this.#registry.answer(entry)
    if (lost === 'orphan') this.#reconstruct(entry)
    else if (lost !== null) {
      this.#report.dropped.push({ eventId: lost.eventId, part: 'duplicate_result', callId: lost.id })
    }
    this.#open = null
  }

  #reconstruct(entry: ResultEntry): void {
    const { eventId, id, name = UNKNOWN_TOOL } = entry
    const answer = this.#addStep(eventId, false)
    this.#attach(answer, { eventId, id, name, arguments: {}, block: null, reconstructed: true })
    this.#registry.answer(entry)
  }

  #addStep(eventId: EventId, continues: boolean): OpenAnswer {
    const answer: OpenAnswer = {
      kind: 'answer',
      eventId,
      continues,
      batch: this.#steps.length,
      body: [],
      calls: [],
      after: NOTHING,
      pending: NOTHING,
    }
    this.#steps.push(answer)
    return answer
  }

  /**
   * Adds a call to an answer, preceded by its thinking. If nothing except calls may follow a call, the thinking
   * precedes all calls.
   */
  #attach(answer: OpenAnswer, mention: Omit<NewCall, 'batch'>): void {
    const call = this.#registry.open({ ...mention, batch: answer.batch })
    this.#addBesideCalls(answer, answer.pending)
    answer.pending = NOTHING
    answer.body.push(call)
    answer.calls.push(call)
  }

  /**
   * Text after a call is sent after its result. A block without text (what a server ran, or a signature on an empty
   * text) stays beside the calls: after the result it would form an answer of its own, which would need a reply.
   */
  #addText(answer: OpenAnswer, block: TextBlock): void {
    const isWordless = isBlank(block.text) && answer.after.length === 0
    if (answer.calls.length === 0 || isWordless) this.#addBesideCalls(answer, [...answer.pending, block])
    else answer.after = [...answer.after, ...answer.pending, block]
    answer.pending = NOTHING
  }

  /** Adds parts at the end of the body, or before the calls where nothing else may follow them. */
  #addBesideCalls(answer: OpenAnswer, parts: readonly (TextBlock | ThinkingBlock)[]): void {
    const firstCall = this.#traits.toolCallsLast ? answer.body.findIndex((part) => part.type === 'call') : -1
    answer.body.splice(firstCall === -1 ? answer.body.length : firstCall, 0, ...parts)
  }
}

/**
 * Whether the event repeats the call of a block. If that call has its result and its name or arguments differ, the
 * event is another call with the same id, which some providers reuse.
 */
function repeats(event: CallEntry, call: OpenCall): boolean {
  if (call.id !== event.id || call.block === null || call.confirmed) return false
  return call.result === null || agree(call, event)
}

/**
 * Whether an answer continues the one before it: both are of one turn and the first has no calls, as when a provider
 * pauses a long answer.
 */
function continuesPause(previous: Entry | null, entry: AnswerEntry, open: OpenAnswer | null): boolean {
  if (previous?.kind !== 'answer' || previous.turnId === null || previous.turnId !== entry.turnId) return false
  return open !== null && open.calls.length === 0 && open.body.length > 0
}
