import { argumentsOf } from '../../../shared/call-arguments.ts'
import type { TextBlock, ThinkingBlock, ToolCallBlock } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import {
  type AnswerEntry,
  type CallEntry,
  type Entry,
  isBlank,
  type ResultEntry,
  type SaidEntry,
} from './collect-entries.ts'
import { agree, type NewCall, type OpenCall, type ToolCall, ToolCallRegistry } from './tool-call-registry.ts'
import type { ReportDraft } from './transcript-report.ts'
import type { TranscriptTraits } from '../../../shared/transcript-traits.ts'

/** One step of a conversation: words for the model, or an answer with its calls, their results and what follows them. */
export type Step = SaidEntry | Answer

export interface Answer {
  readonly kind: 'answer'
  readonly eventId: EventId
  /** Thinking, text and calls, in the order in which they go out. */
  readonly body: readonly AnswerPart[]
  readonly calls: readonly ToolCall[]
  /** Text that stood between a call and its result, and the thinking that led to it: it goes behind the results. */
  readonly after: readonly (TextBlock | ThinkingBlock)[]
  /** The answer before this one only paused, and this is the rest of it. */
  readonly continues: boolean
}

export type AnswerPart = TextBlock | ThinkingBlock | ToolCall

const NOTHING: readonly never[] = []

/** Of a result that names no tool. */
const UNKNOWN_TOOL = 'unknown_tool'

export interface PairedSteps {
  readonly steps: readonly Step[]
  /** All calls, in the order in which they go out. */
  readonly calls: readonly ToolCall[]
}

interface OpenAnswer extends Answer {
  readonly body: AnswerPart[]
  readonly calls: OpenCall[]
  after: readonly (TextBlock | ThinkingBlock)[]
  readonly batch: number
  /** Thinking that nothing has followed yet. */
  pending: readonly ThinkingBlock[]
}

/**
 * Step 3 (docs/behaviour/transcript.md#pairing): every call gets its one result. A result goes to the nearest
 * unanswered call of its id; a second one replaces the first only if that was a stand-in or incomplete; one without a
 * call gets a call. A call that stays without result is closed when it goes out. Each decision rests on earlier events
 * alone.
 */
export function pairToolCalls(entries: readonly Entry[], traits: TranscriptTraits, report: ReportDraft): PairedSteps {
  const pairing = new Pairing(traits, report)
  for (const entry of entries) pairing.add(entry)
  return { steps: pairing.finish(), calls: pairing.calls }
}

class Pairing {
  readonly #steps: (SaidEntry | OpenAnswer)[] = []
  readonly #registry = new ToolCallRegistry()
  readonly #traits: TranscriptTraits
  readonly #report: ReportDraft
  /** The answer that a call event without a block still belongs to. */
  #open: OpenAnswer | null = null
  /** The last answer, whose blocks call events repeat. */
  #latest: OpenAnswer | null = null
  #previous: Entry | null = null

  constructor(traits: TranscriptTraits, report: ReportDraft) {
    this.#traits = traits
    this.#report = report
  }

  get calls(): readonly ToolCall[] {
    return this.#registry.calls
  }

  /** An answer of which nothing is left to say is left out, and so is thinking that nothing has followed. */
  finish(): readonly Step[] {
    for (const step of this.#steps) {
      if (step.kind === 'said') continue
      for (const _ of step.pending) this.#report.dropped.push({ eventId: step.eventId, part: 'trailing_thinking' })
    }
    return this.#steps.filter((step) => step.kind === 'said' || step.body.length > 0)
  }

  add(entry: Entry): void {
    if (entry.kind === 'said') this.#addSaid(entry)
    else if (entry.kind === 'answer') this.#addAnswer(entry)
    else if (entry.kind === 'call') this.#addCall(entry)
    else this.#addResult(entry)
    this.#previous = entry
  }

  #addSaid(entry: SaidEntry): void {
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

  /** Thinking in front of a call goes with it; where nothing but calls may follow a call, in front of all of them. */
  #attach(answer: OpenAnswer, mention: Omit<NewCall, 'batch'>): void {
    const call = this.#registry.open({ ...mention, batch: answer.batch })
    this.#addBesideCalls(answer, answer.pending)
    answer.pending = NOTHING
    answer.body.push(call)
    answer.calls.push(call)
  }

  /**
   * Words behind a call go behind its result. A block without words (what a server ran, a signature on an empty text)
   * says nothing to the model: behind the result it would be an answer of its own that something has to follow.
   */
  #addText(answer: OpenAnswer, block: TextBlock): void {
    const isWordless = isBlank(block.text) && answer.after.length === 0
    if (answer.calls.length === 0 || isWordless) this.#addBesideCalls(answer, [...answer.pending, block])
    else answer.after = [...answer.after, ...answer.pending, block]
    answer.pending = NOTHING
  }

  /** At the end of the body, or in front of the calls where nothing may follow these. */
  #addBesideCalls(answer: OpenAnswer, parts: readonly (TextBlock | ThinkingBlock)[]): void {
    const firstCall = this.#traits.toolCallsLast ? answer.body.findIndex((part) => part.type === 'call') : -1
    answer.body.splice(firstCall === -1 ? answer.body.length : firstCall, 0, ...parts)
  }
}

/** What has its result and was called otherwise is another call under the same id, as some providers give it again. */
function repeats(event: CallEntry, call: OpenCall): boolean {
  if (call.id !== event.id || call.block === null || call.confirmed) return false
  return call.result === null || agree(call, event)
}

/** Two answers of one turn in a row, the first without calls: that happens when a provider pauses a long answer. */
function continuesPause(previous: Entry | null, entry: AnswerEntry, open: OpenAnswer | null): boolean {
  if (previous?.kind !== 'answer' || previous.turnId === null || previous.turnId !== entry.turnId) return false
  return open !== null && open.calls.length === 0 && open.body.length > 0
}
