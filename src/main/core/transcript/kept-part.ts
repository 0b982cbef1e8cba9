import type { AgentEvent } from '../../../shared/agent-event.ts'
import type { EventId } from '../../../shared/ids.ts'
import type { KnownFiles } from '../content/content-files.ts'
import type { TranscriptMessage } from '../ports/provider-ports.ts'
import type { TranscriptInput } from './assemble-transcript.ts'
import { mentionedCalls } from './mentioned-calls.ts'
import type { PartBefore, RenderedPart } from './render-part.ts'
import { newReport, type ReportDraft } from './transcript-report.ts'

/** The beginning of a growing transcript, as it was rendered and found valid. */
export class KeptPart implements PartBefore {
  /** What the messages depend on, beside the events and the files. */
  readonly #condition: string
  #files: KnownFiles | undefined
  /** The list that began with these events when it was last compared. */
  #context: readonly AgentEvent[] | null = null
  readonly #events: AgentEvent[] = []
  readonly messages: TranscriptMessage[] = []
  readonly origins: (EventId | null)[] = []
  readonly report: ReportDraft = newReport()
  /** Ids of the calls that the events mention. */
  readonly mentioned = new Set<string>()
  readonly sentIds = new Set<string>()
  calls = 0
  newest: EventId = 0

  constructor(input: TranscriptInput) {
    this.#condition = conditionOf(input)
    this.#files = input.files
    this.#context = input.context
  }

  /** Number of events. */
  get length(): number {
    return this.#events.length
  }

  get lastMessage(): TranscriptMessage | undefined {
    return this.messages.at(-1)
  }

  /**
   * Whether the input's context begins with these events, for the same target, edit and files. A context changes only
   * by growing at its end, so the list of the call before is not compared again.
   */
  isContinuedBy(input: TranscriptInput): boolean {
    const { context, files } = input
    if (this.#condition !== conditionOf(input) || this.#events.length > context.length) return false
    if (!this.report.files.every(({ sha256 }) => isKnownAs(sha256, this.#files, files))) return false
    if (context !== this.#context && !this.#events.every((event, index) => isSame(event, context[index]))) return false
    this.#context = context
    return true
  }

  /** Adds the part that these events were rendered to. */
  add(events: readonly AgentEvent[], part: RenderedPart, report: ReportDraft, files: KnownFiles | undefined): void {
    append(this.#events, events)
    for (const event of events) for (const id of mentionedCalls(event)) this.mentioned.add(id)
    for (const id of part.ids) this.sentIds.add(id)
    append(this.messages, part.messages)
    append(this.origins, part.origins)
    append(this.report.dropped, report.dropped)
    append(this.report.synthesised, report.synthesised)
    append(this.report.renamed, report.renamed)
    append(this.report.files, report.files)
    append(this.report.shortened, report.shortened)
    this.calls += part.calls.length
    this.newest = part.newest
    this.#files = files
  }
}

/** Not `push(...items)`: so many arguments as a long context has items overflow the stack. */
function append<Item>(list: Item[], items: readonly Item[]): void {
  for (const item of items) list.push(item)
}

function conditionOf({ target, prefixChangedAt = null }: TranscriptInput): string {
  return JSON.stringify([target, prefixChangedAt])
}

function isKnownAs(sha256: string, before: KnownFiles | undefined, now: KnownFiles | undefined): boolean {
  if (before === now) return true
  return (
    before?.texts.get(sha256) === now?.texts.get(sha256) && before?.missing.has(sha256) === now?.missing.has(sha256)
  )
}

/** Recorded events never change. Notes about forks are made for each request. */
function isSame(event: AgentEvent, other: AgentEvent | undefined): boolean {
  if (event === other) return true
  return event.sessionId === 0 && other?.sessionId === 0 && event.id === other.id && event.content === other.content
}
