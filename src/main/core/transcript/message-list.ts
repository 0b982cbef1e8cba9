import type { ContentBlock } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { SynthesisedKind } from '../../../shared/transcript-view.ts'
import type { TranscriptMessage, TranscriptToolResult, UserPart } from '../ports/provider-ports.ts'
import type { ReportDraft } from './transcript-report.ts'
import type { TranscriptTraits } from '../../../shared/transcript-traits.ts'

/** Precedes an answer that would be the first message. All providers accept a user message first; some require it. */
const OPENING_NOTICE = 'The conversation before this point is not shown.'
/** Follows an answer without a reply, because an answer is never continued by prefill. */
const CONTINUE_NOTICE = 'Continue from where you stopped.'
/** Separates tool results from a user message where the provider does not accept them in sequence. */
const ACKNOWLEDGEMENT = 'OK.'

/**
 * Collects messages. Each `add` keeps the roles in an order that the provider accepts, by merging adjacent messages or
 * inserting a notice. Appending never changes an earlier message, except that the last user message (or a paused
 * answer) may grow.
 */
export class MessageList {
  readonly messages: TranscriptMessage[] = []
  /** The first event of each message. */
  readonly origins: (EventId | null)[] = []
  readonly #traits: TranscriptTraits
  readonly #report: ReportDraft
  #lastUser: UserPart[] = []
  #lastAssistant: ContentBlock[] = []

  constructor(traits: TranscriptTraits, report: ReportDraft) {
    this.#traits = traits
    this.#report = report
  }

  addUser(parts: readonly UserPart[], eventId: EventId | null): void {
    const last = this.messages.at(-1)
    if (last?.role === 'user' && this.#traits.requiresAlternatingRoles) {
      this.#lastUser.push(...parts)
      return
    }
    if (last?.role === 'tool' && this.#traits.requiresAssistantBetweenToolAndUser) {
      this.#push({ role: 'assistant', content: [{ type: 'text', text: ACKNOWLEDGEMENT }] }, eventId)
      this.#note('acknowledgement', eventId)
    }
    this.#lastUser = [...parts]
    this.#push({ role: 'user', content: this.#lastUser }, eventId)
  }

  /**
   * Appends an answer. The caller must not use `content` afterwards. `continues`: it is the rest of the paused answer
   * before it.
   */
  addAssistant(content: ContentBlock[], eventId: EventId | null, continues: boolean): void {
    const last = this.messages.at(-1)
    if (last?.role === 'assistant' && continues) {
      this.#lastAssistant.push(...content)
      return
    }
    if (last === undefined) this.#notice(OPENING_NOTICE, 'opening_notice', eventId)
    // The notice was part of the request for the later answer, so it stays.
    if (last?.role === 'assistant') this.#notice(CONTINUE_NOTICE, 'continue_notice', eventId)
    this.#lastAssistant = content
    this.#push({ role: 'assistant', content: this.#lastAssistant }, eventId)
  }

  addResults(results: readonly TranscriptToolResult[], eventId: EventId | null): void {
    this.#push({ role: 'tool', results }, eventId)
  }

  /** Ensures that the last message is not the model's, unless it is a paused answer that the provider continues. */
  end(resumesPause: boolean): void {
    const last = this.messages.at(-1)
    if (last?.role === 'assistant' && resumesPause) return
    if (last !== undefined && last.role !== 'assistant') return
    this.#notice(CONTINUE_NOTICE, 'continue_notice', this.origins.at(-1) ?? null)
  }

  #notice(text: string, part: SynthesisedKind, eventId: EventId | null): void {
    this.addUser([{ type: 'text', text }], eventId)
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
