import type { ContentBlock } from '../../../shared/content.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { SynthesisedKind } from '../../../shared/transcript-view.ts'
import type { TranscriptMessage, TranscriptToolResult, UserPart } from '../ports/provider-ports.ts'
import type { ReportDraft } from './transcript-report.ts'
import type { TranscriptTraits } from '../../../shared/transcript-traits.ts'

/** Precedes an answer that would be the first message. All providers accept a user message first; some require it. */
const OPENING_NOTICE = 'The conversation before this point is not shown.'
/**
 * Follows an answer without a reply, because an answer is never continued by prefill. Also follows what an empty answer
 * was the reply to: without it a model often answers with nothing again.
 */
const CONTINUE_NOTICE = 'Continue from where you stopped.'
/** Separates tool results from a user message where the provider does not accept them in sequence. */
const ACKNOWLEDGEMENT = 'OK.'

export type MessageRole = TranscriptMessage['role']

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
  readonly #before: MessageRole | undefined
  #lastUser: UserPart[] = []
  #lastAssistant: ContentBlock[] = []

  /** `before`: the role of the message that precedes the list; missing: the list begins the transcript. */
  constructor(traits: TranscriptTraits, report: ReportDraft, before?: MessageRole) {
    this.#traits = traits
    this.#report = report
    this.#before = before
  }

  addUser(parts: readonly UserPart[], eventId: EventId | null): void {
    if (this.messages.at(-1)?.role === 'user' && this.#traits.requiresAlternatingRoles) {
      this.#lastUser.push(...parts)
      return
    }
    if (this.#lastRole() === 'tool' && this.#traits.requiresAssistantBetweenToolAndUser) {
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
    if (this.messages.at(-1)?.role === 'assistant' && continues) {
      this.#lastAssistant.push(...content)
      return
    }
    const last = this.#lastRole()
    if (last === undefined) this.#notice(OPENING_NOTICE, 'opening_notice', eventId)
    // The notice was part of the request for the later answer, so it stays.
    if (last === 'assistant') this.#notice(CONTINUE_NOTICE, 'continue_notice', eventId)
    this.#lastAssistant = content
    this.#push({ role: 'assistant', content: this.#lastAssistant }, eventId)
  }

  addResults(results: readonly TranscriptToolResult[], eventId: EventId | null): void {
    this.#push({ role: 'tool', results }, eventId)
  }

  /**
   * Ensures that the last message is not the model's, unless it is a paused answer that the provider continues.
   * `isEmptyAnswer`: the last answer has no content, so it is no message.
   */
  end({ resumesPause, isEmptyAnswer }: { readonly resumesPause: boolean; readonly isEmptyAnswer: boolean }): void {
    const last = this.#lastRole()
    if (last === 'assistant' && resumesPause) return
    if (last !== undefined && last !== 'assistant' && !isEmptyAnswer) return
    this.#notice(CONTINUE_NOTICE, 'continue_notice', this.origins.at(-1) ?? null)
  }

  #lastRole(): MessageRole | undefined {
    return this.messages.at(-1)?.role ?? this.#before
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
