import type { ContentBlock, TextBlock } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { SynthesisedKind } from '../../../shared/transcript-view.ts'
import type { TranscriptMessage, TranscriptToolResult } from '../ports.ts'
import type { ReportDraft } from './transcript-report.ts'
import type { TranscriptTraits } from '../../../shared/transcript-traits.ts'

/** What stands in front of an answer that came first: all providers can begin with a user's message, some must. */
const OPENING_NOTICE = 'The conversation before this point is not shown.'
/** What stands behind an answer that nobody has replied to: an answer is never continued by prefill. */
const CONTINUE_NOTICE = 'Continue from where you stopped.'
/** What stands between tool results and a user's message where these may not be neighbours. */
const ACKNOWLEDGEMENT = 'OK.'

/**
 * Messages in the making: each `add` keeps the roles in an order that the provider takes, by merging neighbours or by a
 * notice between them. Appending never changes an earlier message, except that the last user message (or a paused
 * answer) may grow.
 */
export class MessageList {
  readonly messages: TranscriptMessage[] = []
  /** The event that each message began with. */
  readonly origins: (EventId | null)[] = []
  readonly #traits: TranscriptTraits
  readonly #report: ReportDraft
  #lastUser: TextBlock[] = []
  #lastAssistant: ContentBlock[] = []

  constructor(traits: TranscriptTraits, report: ReportDraft) {
    this.#traits = traits
    this.#report = report
  }

  addUser(text: string, eventId: EventId | null): void {
    const block: TextBlock = { type: 'text', text }
    const last = this.messages.at(-1)
    if (last?.role === 'user' && this.#traits.requiresAlternatingRoles) {
      this.#lastUser.push(block)
      return
    }
    if (last?.role === 'tool' && this.#traits.requiresAssistantBetweenToolAndUser) {
      this.#push({ role: 'assistant', content: [{ type: 'text', text: ACKNOWLEDGEMENT }] }, eventId)
      this.#note('acknowledgement', eventId)
    }
    this.#lastUser = [block]
    this.#push({ role: 'user', content: this.#lastUser }, eventId)
  }

  /** Takes the array over. `continues`: the rest of the answer before it, when that only paused. */
  addAssistant(content: ContentBlock[], eventId: EventId | null, continues: boolean): void {
    const last = this.messages.at(-1)
    if (last?.role === 'assistant' && continues) {
      this.#lastAssistant.push(...content)
      return
    }
    if (last === undefined) this.#notice(OPENING_NOTICE, 'opening_notice', eventId)
    // The later answer was asked for with this notice, so it stays.
    if (last?.role === 'assistant') this.#notice(CONTINUE_NOTICE, 'continue_notice', eventId)
    this.#lastAssistant = content
    this.#push({ role: 'assistant', content: this.#lastAssistant }, eventId)
  }

  addResults(results: readonly TranscriptToolResult[], eventId: EventId | null): void {
    this.#push({ role: 'tool', results }, eventId)
  }

  /** The last word is never the model's, except in a paused answer that is sent back to be gone on with. */
  end(resumesPause: boolean): void {
    const last = this.messages.at(-1)
    if (last?.role === 'assistant' && resumesPause) return
    if (last !== undefined && last.role !== 'assistant') return
    this.#notice(CONTINUE_NOTICE, 'continue_notice', this.origins.at(-1) ?? null)
  }

  #notice(text: string, part: SynthesisedKind, eventId: EventId | null): void {
    this.addUser(text, eventId)
    this.#note(part, eventId)
  }

  #note(part: SynthesisedKind, eventId: EventId | null): void {
    this.#report.synthesised.push({ eventId, part })
  }

  #push(message: TranscriptMessage, eventId: EventId | null): void {
    this.messages.push(message)
    this.origins.push(eventId)
  }
}
